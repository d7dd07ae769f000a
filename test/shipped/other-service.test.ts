import {expect, onTestFinished, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {openPtyTui} from '../pty/pty-tui.ts';
import {openInProcess} from '../cli/in-process.ts';
import {bundle} from './shipped.ts';

const alpha = {
	_id: 'a1',
	name: 'Alpha',
	status: 'RUNNING',
	game_type: 'CS2',
	online_players: 3,
	created_at: '20261122T094107Z',
};

/** A service that gives everything other names, wrappers and formats than the specification. */
async function otherService({namesTeam = true} = {}) {
	const answers: Record<string, unknown> = {
		...(namesTeam && {
			'/team/my': [{uuid: 't1', team_name: 'Others', users: [{_id: 'm1', full_name: 'Ada'}]}],
		}),
		'/server/by-team/t1': {_embedded: {serverDtoList: [alpha]}, page: {size: 20, totalElements: 1}},
		'/server/a1': {data: alpha},
		'/info/version': {version: '9.1'},
	};
	const {url, seen} = await httpService(({method, url: target, body}, response) => {
		const {pathname} = new URL(target, 'http://service');
		if (method === 'POST' && pathname.endsWith('/rcon')) {
			const {command} = JSON.parse(String(body)) as {command: string};
			if (command === 'save') response.writeHead(204).end();
			else json(response, 200, {command: `/${command.toUpperCase()}`, output: '<Admin> hello', commandId: 7});
		} else if (pathname in answers) json(response, 200, answers[pathname]);
		else json(response, 404, {errors: [{error_code: 'general.not_found', message: 'no such thing'}]});
	});
	return {seen, env: {RCONDECK_URL: url, RCONDECK_TOKEN: 'token', RCONDECK_FEED_URL: 'off'}};
}

test('the commands read a service with other names and formats', async () => {
	const {env} = await otherService();
	const {run} = openInProcess({env});
	expect(await run(['servers'])).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Alpha +RUNNING +3 .*a1$/m),
	});
	expect((await run(['show', 'Alpha'])).out).toMatch(/^Created +2026-11-22T09:41:07Z/m);
	expect(await run(['team'])).toMatchObject({code: 0, out: expect.stringMatching(/^Ada .*m1$/m)});
	expect(await run(['rcon', 'Alpha', '--', 'status'])).toMatchObject({code: 0, out: '<Admin> hello\n'});
	expect(await run(['rcon', 'Alpha', '--', 'save'])).toMatchObject({
		code: 0,
		out: '',
		err: 'rcondeck: Alpha: the service accepted the command and returned no answer.\n',
	});
	expect((await run(['start', 'Alpha', '--yes'])).err).toContain('no such thing');
});

test('a service that names no team is used with RCONDECK_TEAM', async () => {
	const {env} = await otherService({namesTeam: false});
	expect((await openInProcess({env}).run(['servers'])).code).not.toBe(0);
	const own = {...env, RCONDECK_TEAM: 't1'};
	const config = await openInProcess({env: own}).run(['config', 'show', '--json']);
	expect(config.out).toContain('environment RCONDECK_TEAM');
	expect(await openInProcess({env: own}).run(['servers'])).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Alpha +RUNNING/m),
	});
});

test('the TUI shows the server and the answer', async () => {
	const {env} = await otherService();
	const tui = await openPtyTui({
		program: bundle,
		env,
		args: [],
		columns: 100,
		rows: 30,
		isStream: true,
		atEnd: onTestFinished,
	});
	await tui.sees(/^>\S* +Alpha /m);
	tui.write('i');
	await tui.sees('[Alpha 3p] rcon>');
	tui.write('status\r');
	await tui.sees('<Admin> hello');
});

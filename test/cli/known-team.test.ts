import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

/** A service whose credentials are for the team `team()`; `refusal`: how it answers for another one. */
async function open(refusal: 400 | 403 | 404 | 'empty' = 404) {
	let team = 'one';
	let isAllowed = true;
	const {url, seen} = await httpService((request, response) => {
		if (request.url === '/team/my') return json(response, 200, {id: team});
		if (request.url.includes('/rcon'))
			return json(response, 200, {serverId: team, command: {command: 'status', response: `in ${team}`}});
		const isTheirs = request.url.endsWith(`/${team}`);
		if (!isAllowed) return json(response, 403, {key: 'missingPermission.ACCESS_SERVERS'});
		if (isTheirs) return json(response, 200, [{id: team, displayName: 'game', state: 'ONLINE'}]);
		return refusal === 'empty'
			? json(response, 200, [])
			: json(response, refusal, {key: 'general.not_found'});
	});
	const state = tempFolder();
	const ask = async (words: string[], more: Record<string, string> = {RCONDECK_TOKEN: 't'}) => {
		const from = seen.length;
		const env = {RCONDECK_URL: url, RCONDECK_FEED_URL: 'off', RCONDECK_STATE_DIR: state, ...more};
		const {code, out, err} = await runCli(words, {env});
		const asked = seen.slice(from).map(({method, url: target}) => `${method} ${target.replace(/\?.*/, '')}`);
		return {code, out, err, asked};
	};
	return {
		ask,
		state,
		moveTo: (id: string) => {
			team = id;
		},
		forbid: () => {
			isAllowed = false;
		},
	};
}

const [myTeam, listOne, listTwo] = ['GET /team/my', 'GET /server/by-team/one', 'GET /server/by-team/two'];
const names = ['servers', '-o', 'name'];

test('the team is asked for once, then commands start with the list', async () => {
	const {ask} = await open();
	expect(await ask(names)).toMatchObject({out: 'one\n', asked: [myTeam, listOne]});
	expect(await ask(names)).toMatchObject({out: 'one\n', asked: [listOne]});
	const rcon = await ask(['rcon', 'game', '--', 'status']);
	expect(rcon).toMatchObject({code: 0, out: 'in one\n', asked: [listOne, 'POST /server/one/rcon']});
});

test.each([400, 403, 404, 'empty'] as const)(
	'lists the servers of the new team after the credentials moved to it (%s)',
	async refusal => {
		const {ask, moveTo} = await open(refusal);
		await ask(names);
		moveTo('two');
		expect(await ask(names)).toMatchObject({out: 'two\n', err: '', asked: [listOne, myTeam, listTwo]});
		expect(await ask(names)).toMatchObject({out: 'two\n', asked: [listTwo]});
	},
);

test('a refusal for the right team is unchanged', async () => {
	const {ask, forbid} = await open();
	await ask(names);
	forbid();
	const {code, err, asked} = await ask(names);
	expect({code, asked}).toEqual({code: 5, asked: [listOne, myTeam]});
	expect(err).toContain('ACCESS_SERVERS');
});

test('profiles, applications and services have their own teams, and a user is asked for each time', async () => {
	const {ask} = await open();
	await ask(names);
	const application = (id: string) => ({RCONDECK_APP_ID: id, RCONDECK_APP_SECRET: 's'});
	expect((await ask(names, application('a'))).asked).toEqual([myTeam, listOne]);
	expect((await ask(names, application('b'))).asked).toEqual([myTeam, listOne]);
	expect((await ask(names, application('a'))).asked).toEqual([listOne]);
	for (let turn = 0; turn < 2; turn++)
		expect((await ask(names, {RCONDECK_BEARER: 'b'})).asked).toEqual([myTeam, listOne]);
});

test.each(['', '[]', '{"teams":7}', '{"teams":{"x":{}}}', 'no JSON'])(
	'a file with %j is replaced',
	async text => {
		const {ask, state} = await open();
		writeFileSync(path.join(state, 'teams.json'), text);
		expect((await ask(names)).asked).toEqual([myTeam, listOne]);
		expect((await ask(names)).asked).toEqual([listOne]);
	},
);

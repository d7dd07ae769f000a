import {expect, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {openInProcess} from './in-process.ts';

const ended = async (args: readonly string[]) => {
	const {env} = await openService();
	const {code, out, err} = await openInProcess({env}).run(args);
	return {code, out, err};
};

test.each([
	['-o name', ['servers', '-o', 'name'], /^alpha\nbravo\ncharlie\n$/],
	['-V', ['-V'], /^rcondeck \d+\.\d+\.\d+(-source)?\n$/],
	[
		'fields',
		['servers', '--match', 'Alpha', '--json=id'],
		/^\{"schema":1,"servers":\[\{"id":"alpha"\}\]\}\n$/,
	],
	['fields after a name', ['show', 'alpha', '--json=id'], /^\{"schema":1,"server":\{"id":"alpha"\}\}\n$/],
	['-o wide', ['servers', '-o', 'wide'], /^NAME .* MAP +ADDRESS +DIRECTORY +ID\n/],
	['what was done', ['restart', 'alpha', '--yes'], /^Alpha: restart accepted\.\n$/],
])('%s goes to stdout, and nothing to stderr', async (_what, args, out) => {
	expect(await ended(args)).toEqual({code: 0, out: expect.stringMatching(out), err: ''});
});

test('secrets in records of the service are printed only with --show-secrets', async () => {
	const {env} = await openService();
	for (const args of [
		['nodes', '--json'],
		['team', '--json'],
		['api', 'GET', '/team/my'],
	]) {
		const hidden = await openInProcess({env}).run(args);
		expect(hidden).toMatchObject({code: 0, out: expect.stringMatching(/"invite(?:Token|Code)":"\*\*\*"/)});
		const shown = await openInProcess({env}).run([...args, '--show-secrets']);
		expect(shown).toMatchObject({
			code: 0,
			out: expect.stringMatching(/"invite(?:Token|Code)":(?:\d{6}|"[^*"]+")/),
		});
	}
});

test('with --json, stdout contains only the document', async () => {
	const {code, out, err} = await ended(['restart', 'alpha', '--yes', '--json']);
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({schema: 1, results: [{serverId: 'alpha'}]});
	expect(err).toBe('Alpha: restart accepted.\n');
});

test.each([
	['a command', ['serverz'], 'Did you mean server?'],
	['the name of a screen', ['timeline'], 'Did you mean journal?'],
	['a command of a group', ['nodes', 'shwo', 'eu-1'], 'Did you mean show?'],
	['an option', ['servers', '--jsno'], 'Did you mean --json?'],
	['an option that is needed', ['create', '--nmae', 'x'], 'Did you mean --name?'],
	['a field', ['servers', '--json=displayNmae'], 'Did you mean displayName?'],
	['a setting', ['config', 'set', 'them', 'dark'], 'Did you mean theme?'],
])('suggests the closest name for %s', async (_what, args, suggestion) => {
	const {err} = await ended(args);
	expect(err).toContain(suggestion);
});

test('login --with-token reads the token from stdin, and configured aliases work in rcon', async () => {
	const {env} = await openService();
	const {RCONDECK_TOKEN: token = '', RCONDECK_URL: url = '', ...others} = env;
	const rcondeck = openInProcess({env: others});
	const login = await rcondeck.run(['login', 'prod', '--url', url, '--with-token'], {stdin: `${token}\n`});
	expect(login).toMatchObject({code: 0, err: ''});
	expect(await rcondeck.run(['config', 'set', 'aliases.st', 'status'])).toMatchObject({code: 0, err: ''});
	expect((await rcondeck.run(['rcon', 'alpha', '--', 'st'])).out).toContain('de_mirage');
});

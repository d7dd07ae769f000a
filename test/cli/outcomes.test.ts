import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {aServer} from '../helpers/builders.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {interruptedText} from '../../src/cli/output/outcomes.ts';
import {lookedUpService} from './looked-up-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const icon = () => {
	const file = path.join(tempFolder(), 'icon.png');
	writeFileSync(file, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
	return file;
};
const created = ['create', '--node', 'n', '--name', 'new', '--game', 'CS2', '--map', 'm'];

/**
 * Commands that change something and whose response has no body, or one that the specification does not
 * show.
 */
const writes: Record<string, {argv: () => string[]; question: RegExp}> = {
	start: {argv: () => ['start', 'one'], question: /^POST .*\/start$/},
	stop: {argv: () => ['stop', 'one'], question: /^POST .*\/stop$/},
	restart: {argv: () => ['restart', 'one'], question: /^POST .*\/restart$/},
	rename: {argv: () => ['rename', 'one', 'two'], question: /^POST .*display-name$/},
	move: {argv: () => ['move', 'one', '/srv/two'], question: /^POST .*directory$/},
	'rcon --no-await': {argv: () => ['rcon', '--no-await', 'one', '--', 'x'], question: /^POST .*\/rcon$/},
	'team invite': {argv: () => ['team', 'invite', 'a@b.example'], question: /^POST .*\/invite$/},
	'team kick': {argv: () => ['team', 'kick', 'm'], question: /^POST .*\/kick$/},
	'team icon': {argv: () => ['team', 'icon', icon()], question: /^POST .*\/icon$/},
	'automation trigger': {argv: () => ['automation', 'trigger', 'auto'], question: /^POST .*manual$/},
	'automation edit': {
		argv: () => ['automation', 'edit', 'auto', '-d', '{"description":"x"}'],
		question: /^POST \/automation\/auto$/,
	},
	'automation create': {
		argv: () => ['automation', 'create', '-d', '{"name":"x"}'],
		question: /^POST \/automation\/create$/,
	},
	create: {argv: () => created, question: /^POST \/server\/create$/},
	'task cancel': {argv: () => ['task', 'cancel', 'k'], question: /^POST .*\/cancel$/},
	api: {argv: () => ['api', 'POST', '/server/a/restart'], question: /^POST .*\/restart$/},
};

for (const [name, {argv, question}] of Object.entries(writes)) {
	test.each(['', '{}', 'OK', '{"success":true}'])(`${name} with response %j is accepted`, async body => {
		const {env, asked} = await lookedUpService(question, response => response.end(body));
		const {code, err} = await runCli([...argv(), '--yes'], {env});
		expect({code, asked: asked().length}).toEqual({code: 0, asked: 1});
		expect(err).not.toMatch(/may have/);
	});

	test.each([
		['a web page', 200, '<!doctype html><form>Sign in</form>', /web page/],
		['half an answer', 200, '{"id":"s1","displ', /the JSON ends early/],
		['502', 502, '', /502/],
		['408', 408, 'Request Timeout', /./],
	])(`${name} with response %s has an unknown outcome`, async (_what, status, body, words) => {
		const {env, asked} = await lookedUpService(question, response => response.writeHead(status).end(body));
		const folder = tempFolder();
		const {code, out, err} = await runCli([...argv(), '--yes'], {
			env: {...env, RCONDECK_STATE_DIR: folder},
		});
		expect({code, out, asked: asked().length}).toEqual({code: 8, out: '', asked: 1});
		expect(err).toMatch(/may have run/);
		expect(err).toMatch(words);
		const log = await runCli(['journal'], {env: {RCONDECK_STATE_DIR: folder}});
		expect(log.out).toMatch(/outcome unknown.* may have/);
	});
}

test.each([
	['an empty body', ''],
	['words', 'Request Timeout'],
	['another key', '{"key":"general.not_found"}'],
])('an awaited command with response 408 and %s may have run', async (_what, body) => {
	const {env} = await lookedUpService(/^POST .*\/rcon$/, response => response.writeHead(408).end(body));
	const {code, err} = await runCli(['rcon', 'one', '--', 'save'], {env});
	expect(code).toBe(8);
	expect(err).toContain('may have run');
});

test('an accepted request whose record is unreadable reports the unreadable part', async () => {
	const {env} = await lookedUpService(/^POST \/server\/create$/, response => json(response, 200, {name: 1}));
	const ran = await runCli([...created, '--yes'], {env});
	expect({code: ran.code, out: ran.out}).toEqual({code: 0, out: ''});
	expect(ran.err).toMatch(
		/^new: creation accepted\.\nrcondeck: The service's answer could not be read \(id: /,
	);
	const asJson = await runCli([...created, '--yes', '--json'], {env});
	expect(JSON.parse(asJson.out)).toEqual({schema: 1, servers: []});
});

test('409 without a key for an awaited command has the hint of server.is_not_online', async () => {
	const {env} = await lookedUpService(/^POST .*\/rcon$/, response => json(response, 409, {}));
	const {code, err} = await runCli(['rcon', 'one', '--', 'save'], {env});
	expect(code).toBe(7);
	expect(err).toContain('The server is not online. Start it, or wait until it is up.');
});

test('a missing image gives no advice about lists', async () => {
	const {env} = await lookedUpService(/^GET \/images/, response =>
		json(response, 404, {key: 'general.not_found'}),
	);
	const {code, err} = await runCli(['image', 'nope', '--file', path.join(tempFolder(), 'x')], {env});
	expect(code).toBe(6);
	expect(err).toContain('no image');
	expect(err).not.toContain('refresh');
});

test('401 without credentials says that none are set, and how to set them', async () => {
	const {env} = await lookedUpService(/./, response => response.writeHead(401).end());
	const {RCONDECK_URL} = env;
	const anonymous = await runCli(['servers'], {env: {RCONDECK_URL}});
	expect(anonymous.code).toBe(4);
	expect(anonymous.err).toMatch(/No credentials are set\. .*RCONDECK_TOKEN.*/);
	expect(anonymous.err).not.toContain('rotated');
	expect((await runCli(['servers'], {env})).err).toContain('rotated');
});

test.each([['tasks'], ['task', 'cancel', 'k']])(
	'%s on a service without node tasks requests them once',
	async (...argv) => {
		const {env, asked} = await lookedUpService(/^GET \/node\/\w+\/task$/, response =>
			json(response, 404, {}),
		);
		const {code, out, err} = await runCli([...argv, '--yes'], {env});
		expect({code, out, err}).toEqual({
			code: 6,
			out: '',
			err: 'rcondeck: This service does not offer node tasks.\n',
		});
		expect(asked()).toHaveLength(1);
	},
);

/** A service that responds to each command with this packet. */
const rconService = (packet: unknown) =>
	lookedUpService(/^POST .*\/rcon$/, response => json(response, 200, packet));
const bodies = (asked: {body: Buffer}[]) => asked.map(({body}) => JSON.parse(String(body)) as unknown);

test.each([
	[{serverId: 'a', command: {command: 'status', response: 'map: x'}}, 'another command (status)'],
	[{serverId: 'b', command: {command: 'save', response: 'map: x'}}, 'another server (b)'],
])('rcon: shows a response that names %s as such, and its outcome is unknown', async (packet, words) => {
	const {env} = await rconService(packet);
	const folder = tempFolder();
	const {code, out, err} = await runCli(['rcon', 'one', '--', 'save'], {
		env: {...env, RCONDECK_STATE_DIR: folder},
	});
	expect({code, out}).toEqual({code: 8, out: ''});
	expect(err).toContain(`one: The answer is for ${words}.`);
	expect(err).toContain('may have run');
	expect(err).toContain('\nmap: x\n');
	const asJson = await runCli(['rcon', 'one', '--json', '--', 'save'], {env});
	expect(JSON.parse(asJson.out)).toMatchObject({results: [{outcome: 'unknown', error: {output: 'map: x'}}]});
	const log = await runCli(['journal'], {env: {RCONDECK_STATE_DIR: folder}});
	expect(log.out).toContain(words);
});

test('rcon: only an empty answer is a success without output', async () => {
	const empty = await rconService({serverId: 'a', command: {command: 'save', response: ''}});
	expect(await runCli(['rcon', 'one', '--', 'save'], {env: empty.env})).toMatchObject({
		code: 0,
		out: '',
		err: '',
	});
	const {env} = await rconService({serverId: 'a', command: {command: 'save', response: null}});
	const {code, out, err} = await runCli(['rcon', 'one', '--', 'save'], {env});
	expect({code, out}).toEqual({code: 8, out: ''});
	expect(err).toMatch(/reports no answer.*may have run/);
	expect((await runCli(['broadcast', 'one', '--yes', '--', 'save'], {env})).code).toBe(8);
});

test.each(['Unknown or incomplete command, see below for error\nsay hi', "*** ERROR: unknown command 'say'"])(
	'a broadcast that the game refuses is a failure, but a typed command has its answer: %j',
	async response => {
		const {env} = await rconService({serverId: 'a', command: {command: '', response}});
		const {code, err} = await runCli(['broadcast', 'one', '--yes', '--', 'hi'], {env});
		expect({code, err}).toEqual({
			code: 1,
			err: expect.stringContaining(`The game refused the command: ${response.split('\n')[0]}`),
		});
		expect(err).not.toContain('message sent');
		expect(await runCli(['rcon', 'one', '--', 'say hi'], {env})).toMatchObject({
			code: 0,
			out: `${response}\n`,
		});
	},
);

test('rcon sends the text after -- exactly, and the lines of a file', async () => {
	const {env, asked} = await rconService({serverId: 'a', command: {command: '', response: 'ok'}});
	const file = path.join(tempFolder(), 'lines');
	writeFileSync(file, '\ufeff  first \r\n\n  # a comment\n\tsecond  x\n   \n');
	await runCli(['rcon', 'one', '--', '  say  hi '], {env});
	await runCli(['rcon', 'one', '--no-await', '--', ' say', ' hi'], {env});
	await runCli(['rcon', 'one', '-f', file], {env});
	expect(bodies(asked())).toEqual([
		{command: '  say  hi '},
		{command: ' say  hi'},
		{command: '  first '},
		{command: '\tsecond  x'},
	]);
});

test('rcon: does not send blank text', async () => {
	const {env, asked} = await rconService({});
	expect((await runCli(['rcon', 'one', '--', '   '], {env})).code).toBe(2);
	expect(asked()).toEqual([]);
});

const missing = '/no/such/folder/file';
test.each([
	[['team', 'icon', `${missing}.png`, '--yes'], /file\.png cannot be read: no such file\.$/m],
	[['rcon', 'one', '-f', missing], /file cannot be read: no such file\.$/m],
	[['api', 'POST', '/x', '-f', missing], /file cannot be read: no such file\.$/m],
	[['automation', 'create', '-f', missing], /file cannot be read: no such file\.$/m],
	[['image', 'i', '--file', missing], /file cannot be written: no such directory\.$/m],
	[['team', 'icon', '/', '--yes'], /\/ is not a file/],
	[['rcon', 'one', '-f', '/'], /cannot be read: it is a directory\.$/m],
])('%j names the file in a sentence', async (argv, words) => {
	const {env} = await lookedUpService(/^GET \/images/, response => response.end('\x89PNG\r\n\x1a\n'));
	const {code, err} = await runCli(argv, {env});
	expect(code).toBe(2);
	expect(err).toMatch(words);
	expect(err).not.toMatch(/E[A-Z]{4,}|no such file or directory/);
});

test('an unreadable token_file is named in a sentence', async () => {
	const folder = tempFolder();
	writeFileSync(
		path.join(folder, 'config.toml'),
		`profile = "p"\n[profiles.p]\nurl = "http://127.0.0.1:9"\ntoken_file = "${folder}"\n`,
		{mode: 0o600},
	);
	const {code, err} = await runCli(['servers'], {env: {RCONDECK_CONFIG_DIR: folder}});
	expect(code).toBe(2);
	expect(err).toContain(`${folder} cannot be read: it is a directory.`);
});

test('handover on a service without node tasks requests them once, and does not mention them', async () => {
	const {url, seen} = await httpService((one, response) => {
		if (one.url === '/team/my') json(response, 200, {id: 't'});
		else if (one.url.includes('by-team')) {
			const servers = ['n1', 'n2', 'n3'].map(nodeId => ({id: `s-${nodeId}`, nodeId, state: 'ONLINE'}));
			json(response, 200, servers);
		} else json(response, 404, {key: 'general.not_found'});
	});
	const {code, err} = await runCli(['handover'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(code).toBe(0);
	expect(err).not.toMatch(/offer|task/);
	expect(seen.filter(one => one.url.endsWith('/task'))).toHaveLength(1);
});

test('an interrupted wait for an accepted action is not reported as a refusal', () => {
	const failed = {ended: 'failed', code: 1, error: undefined} as const;
	expect(
		interruptedText([
			{...failed, server: aServer({id: 'a', displayName: 'one'}), result: {accepted: true}},
			{...failed, server: aServer({id: 'b', displayName: 'two'}), result: undefined},
		]),
	).toBe('Interrupted. accepted, not confirmed: one; refused: two.');
});

import {expect, onTestFinished, test} from 'vitest';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import type {GameConsole} from '../../../src/service/console/keep-open.ts';
import {follow} from '../../client/feed/follow.ts';
import {openOwnService} from './open-own.ts';
import {createSecretMask, maskedConsole} from '../../../src/service/own/secret-mask.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {cpuMs} from '../../helpers/cpu-time.ts';

const hide = (text: string, {command, secret}: {command?: string; secret?: string} = {}) => {
	const mask = createSecretMask();
	if (secret !== undefined) mask.learn(secret);
	return mask.hide(text, command);
};

test.each([
	['"rcon_password" = "secret" ( def. "" )', '"rcon_password" = "***" ( def. "" )'],
	['rcon_password = secret ( def. "" )', 'rcon_password = *** ( def. "" )'],
	[
		'rcon_password                            : secret   : , "notify" : Remote access password',
		'rcon_password                            : ***   : , "notify" : Remote access password',
	],
	['rcon_password   :  : , "notify" : The password', 'rcon_password   :  : , "notify" : The password'],
	['"rconPassword" is:"secret^7" default:"^7"', '"rconPassword" is:"***" default:"^7"'],
	['"rcon_password" is "secret" [""]', '"rcon_password" is "***" [""]'],
	[' S     rconPassword "secret"', ' S     rconPassword "***"'],
	['GamePref.TelnetPassword = secret', 'GamePref.TelnetPassword = ***'],
	['{"AdminPassword":"secret","Port":1}', '{"AdminPassword":"***","Port":1}'],
	['(AdminPassword="secret",ServerPassword="",Port=1)', '(AdminPassword="***",ServerPassword="",Port=1)'],
	['AdminPassword=secret,ServerPassword=a b,Port=1', 'AdminPassword=***,ServerPassword=***,Port=1'],
	['rcon.password: "secret"', 'rcon.password: "***"'],
	["[econ]: cid=0 cmd='ec_password secret'", "[econ]: cid=0 cmd='ec_password ***'"],
	[
		'rcon from "1.2.3.4:5": command "rcon_password secret"',
		'rcon from "1.2.3.4:5": command "rcon_password ***"',
	],
	['"sv_password" = "a\\"b"', '"sv_password" = "***"'],
	['password = secret', 'password = ***'],
])('hides the value of a setting in %j', (text, expected) => {
	expect(hide(text)).toBe(expected);
	expect(hide(expected)).toBe(expected);
});

test.each([
	['Value: secret', 'ec_password', 'Value: ***'],
	[
		'[2026-11-22 03:00:00][Console]: Value: secret',
		'ec_password',
		'[2026-11-22 03:00:00][Console]: Value: ***',
	],
	['secret', 'GetServerSetting AdminPassword', '***'],
	['Value: 5', 'sv_max_clients', 'Value: 5'],
	['Unknown command: ec_password', 'ec_password', 'Unknown command: ec_password'],
])('hides in %j the answer to %s', (text, command, expected) => {
	expect(hide(text, {command})).toBe(expected);
});

test.each([
	'Wrong password: try again',
	'The password is required to join.',
	'Usage: rcon_password <word>',
	'has_password: true',
	'"sv_password" = ""',
	'Bob was kicked: no token left',
	'',
])('leaves %j as it is', text => {
	expect(hide(text)).toBe(text);
});

test.each([
	['hunter2', 'login with hunter2 failed', 'login with *** failed'],
	['hunter2', 'hunter22 and xhunter2 are others', 'hunter22 and xhunter2 are others'],
	['correcthorsebattery', 'correcthorsebattery', '***'],
	['p$a.*ss', 'said "p$a.*ss"', 'said "***"'],
	// Hiding these everywhere would garble answers, and show what they are.
	['a', 'a map of a world', 'a map of a world'],
	['map', 'map: de_dust2', 'map: de_dust2'],
	['minecraft', 'minecraft:stone', 'minecraft:stone'],
	['123456', 'players: 123456', 'players: 123456'],
])('the password %s in %j', (secret, text, expected) => {
	expect(hide(text, {secret})).toBe(expected);
});

test('a trivial password is hidden as the value of a setting', () => {
	expect(hide('rcon_password : a : : a word\nmap : a', {secret: 'a'})).toBe(
		'rcon_password : *** : : a word\nmap : a',
	);
});

test('a password that a command sets is hidden from then on', () => {
	const mask = createSecretMask();
	mask.hide('', 'rcon_password "n3wsecret"');
	expect(mask.hide('the new word is n3wsecret')).toBe('the new word is ***');
});

test('hides a long list of settings quickly, whatever it contains', () => {
	for (const part of ['rcon_password : ', '"password" is ', 'a_', ' ', 'password = "', '"rcon_password ']) {
		const before = cpuMs();
		hide(part.repeat(Math.ceil(400_000 / part.length)), {secret: 'hunter2', command: 'x_password'});
		expect(cpuMs() - before).toBeLessThan(1500);
	}
});

test('also hides passwords in a partial answer', async () => {
	const cut = new ConsoleError('dropped', 'It ended after "hunter2".', {partial: 'rcon_password = hunter2'});
	const console: GameConsole = {
		send: () => Promise.reject(cut),
		retry: () => {},
		state: () => ({kind: 'open'}),
		close: () => {},
	};
	const mask = createSecretMask();
	mask.learn('hunter2');
	const sent = maskedConsole(console, mask).send('cvarlist', {timeoutMs: 1000});
	await expect(sent).rejects.toMatchObject({
		reason: 'dropped',
		message: 'It ended after "***".',
		partial: 'rcon_password = ***',
	});
});

test('neither the records nor the feed of the service have the passwords in the answers of a real server', async () => {
	const secret = 'hunter2hunter2';
	const answers = new Map([
		['cvarlist', `rcon_password        : ${secret}  : , "sv" : The password\nsv_gravity : 800`],
		['rcon_password', `"rcon_password" = "${secret}" ( def. "" )`],
		['echo', `you said ${secret}`],
	]);
	const game = await openRconServer({password: secret, answer: command => answers.get(command) ?? 'list'});
	onTestFinished(() => game.close());
	const {service, add, becomes, rcon, shows} = await openOwnService({env: {WORD: secret}});
	const feed = follow('ws://service/websocket', {
		openSocket: (_url, {headers}) => service.openSocket(headers),
		credentials: {kind: 'token', token: new Secret(service.credentials.token)},
		teamId: service.teamId,
	});
	await feed.is('live');
	const console = {kind: 'source', host: '127.0.0.1', port: game.port, password: {env: 'WORD'}} as const;
	const id = await add({console, power: {kind: 'none'}, stopMs: 2000, readyMs: 2000});
	await becomes(id, 'RUNNING');
	expect((await rcon(id, 'cvarlist')).response).toBe(
		'rcon_password        : ***  : , "sv" : The password\nsv_gravity : 800',
	);
	expect((await rcon(id, 'rcon_password')).response).toBe('"rcon_password" = "***" ( def. "" )');
	expect((await rcon(id, 'echo')).response).toBe('you said ***');
	const {body} = await shows(id);
	await waitFor(() => expect(JSON.stringify(feed.events())).toContain('you said ***'));
	expect(JSON.stringify(body)).toContain('you said ***');
	expect(JSON.stringify([body, feed.events()])).not.toContain(secret);
});

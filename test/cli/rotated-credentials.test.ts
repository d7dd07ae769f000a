import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {State} from '../../src/app/state.ts';
import {openTuiSession} from '../../src/cli/start/tui-session.ts';
import {loadConfig} from '../../src/config/load.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {stompService, textOf} from '../helpers/stomp-service.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

type Rotation = {service: (token: string) => void; store: (token: string) => void};

/** Opens a session with a token from this source, on a service whose token changes. */
async function session(
	table: (folder: string) => string,
	store: (folder: string, token: string) => void,
	feed = 'off',
) {
	const folder = tempFolder();
	let accepted = 'first';
	const {url, seen} = await httpService((one, response) => {
		if (one.headers['application-token'] !== accepted) json(response, 401, {message: 'no'});
		else if (one.url === '/team/my') json(response, 200, {id: 't'});
		else json(response, 200, one.url.includes('by-team') ? [{id: 'a', state: 'ONLINE'}] : []);
	});
	const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, {mode: 0o600});
	store(folder, 'first');
	write(
		'config.toml',
		`profile = "p"\npoll_seconds = 1\n[profiles.p]\nurl = "${url}"\n${table(folder)}\n[profiles.p.feed]\nurl = "${feed}"\nlogin = "deck"\n`,
	);
	const env = {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: folder};
	const io = {
		argv: [],
		env,
		stdin: Object.assign(new (await import('node:stream')).PassThrough(), {isTTY: false}),
		stdout: {isTTY: false, write: () => {}},
		stderr: {isTTY: false, write: () => {}},
		ending: new AbortController().signal,
	};
	const {services, close} = openTuiSession(io, loadConfig({flags: {}, env}), Promise.resolve());
	onTestFinished(close);
	const rotation: Rotation = {
		service: token => (accepted = token),
		store: token => store(folder, token),
	};
	const state = () => services.store.getState();
	return {services, state, seen, rotation};
}

const quietly = (folder: string, name: string, text: string) =>
	writeFileSync(path.join(folder, name), text, {mode: 0o600});

test.each([
	[
		'token_file',
		() => 'token_file = "token"',
		(folder: string, token: string) => quietly(folder, 'token', token),
	],
	[
		'token_command',
		(folder: string) => `token_command = "cat ${folder}/secret"`,
		(folder: string, token: string) => quietly(folder, 'secret', token),
	],
	[
		'credentials.toml',
		() => '',
		(folder: string, token: string) => quietly(folder, 'credentials.toml', `[p]\ntoken = "${token}"\n`),
	],
])('a session continues with the new token from %s, and hides both tokens', async (_, table, store) => {
	const {services, state, rotation} = await session(table, store);
	await waitFor(() => expect(state().fleet.order).toEqual(['a']));
	rotation.service('second');
	rotation.store('second');
	const before = state().fleet.at ?? 0;
	await waitFor(() => expect(state().fleet.at).toBeGreaterThan(before + 1500));
	expect(state().access.problem).toBeUndefined();
	expect(services.files.hide('first or second')).toBe('*** or ***');
});

test('after a rejection, a session retries and continues as soon as the stored token is valid', async () => {
	const {services, state, rotation} = await session(
		() => 'token_file = "token"',
		(folder, token) => quietly(folder, 'token', token),
	);
	await waitFor(() => expect(state().fleet.order).toEqual(['a']));
	rotation.service('second');
	await waitFor(() => expect(state().access.problem?.status).toBe(401));
	expect(state().fleet.problem?.retry?.delayMs).toBeGreaterThan(10_000);
	rotation.store('second');
	await waitFor(
		() => {
			services.refreshers.pollNow();
			expect(state().access.problem).toBeUndefined();
		},
		{interval: 1000},
	);
	expect(state().fleet.problem).toBeUndefined();
});

const isLive = (state: () => State) => () => expect(state().feed.status?.status).toBe('live');

test('the feed reconnects with the new token as soon as its handshake is refused with 401', async () => {
	let accepted = 'first';
	const peer = await stompService({
		refuse: ({headers}) => (headers['application-token'] === accepted ? undefined : 401),
	});
	const {state, rotation} = await session(
		() => 'token_file = "token"',
		(folder, token) => quietly(folder, 'token', token),
		peer.url,
	);
	await waitFor(isLive(state));
	accepted = 'second';
	rotation.service('second');
	rotation.store('second');
	for (const socket of peer.open()) socket.terminate();
	await waitFor(() => expect(state().feed.status?.status).not.toBe('live'));
	await waitFor(isLive(state));
	expect(peer.handshakes.at(-1)?.headers['application-token']).toBe('second');
});

test('the feed reconnects with the new passcode after the broker has rejected the earlier one', async () => {
	let accepted = 'first';
	const peer = await stompService({
		connected: undefined,
		onFrame: ({command, headers}, socket) => {
			if (command !== 'CONNECT') return;
			const isRight = headers['login'] === 'deck' && headers['passcode'] === accepted;
			socket.send(
				isRight
					? textOf('CONNECTED', {version: '1.2', 'heart-beat': '0,0'}, '')
					: textOf('ERROR', {message: 'Bad CONNECT'}, "Access refused for user 'deck'"),
			);
		},
	});
	const {state, rotation} = await session(
		() => '',
		(folder, passcode) =>
			quietly(folder, 'credentials.toml', `[p]\ntoken = "first"\nfeed_passcode = "${passcode}"\n`),
		peer.url,
	);
	await waitFor(isLive(state));
	accepted = 'second';
	rotation.store('second');
	for (const socket of peer.open()) socket.terminate();
	await waitFor(() => expect(state().feed.status?.status).not.toBe('live'));
	await waitFor(isLive(state));
	const passcodes = peer.frames
		.filter(({command}) => command === 'CONNECT')
		.map(({headers}) => headers['passcode']);
	expect(passcodes.at(-1)).toBe('second');
	expect(passcodes.filter(passcode => passcode === 'first').length).toBeLessThan(5);
});

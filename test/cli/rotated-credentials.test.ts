import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {openTuiSession} from '../../src/cli/tui-session.ts';
import {loadConfig} from '../../src/config/load.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {tempFolder} from './temp-folder.ts';

type Rotation = {service: (token: string) => void; store: (token: string) => void};

/** Opens a session with a token from this source, on a service whose token changes. */
async function session(table: (folder: string) => string, store: (folder: string, token: string) => void) {
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
		`profile = "p"\npoll_seconds = 1\n[profiles.p]\nurl = "${url}"\n${table(folder)}\n[profiles.p.feed]\nurl = "off"\n`,
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
	await vi.waitFor(() => expect(state().fleet.order).toEqual(['a']), 10_000);
	rotation.service('second');
	rotation.store('second');
	const before = state().fleet.at ?? 0;
	await vi.waitFor(() => expect(state().fleet.at).toBeGreaterThan(before + 1500), 10_000);
	expect(state().access.problem).toBeUndefined();
	expect(services.files.hide('first or second')).toBe('*** or ***');
});

test('after a rejection, a session retries and continues as soon as the stored token is valid', async () => {
	const {services, state, rotation} = await session(
		() => 'token_file = "token"',
		(folder, token) => quietly(folder, 'token', token),
	);
	await vi.waitFor(() => expect(state().fleet.order).toEqual(['a']), 10_000);
	rotation.service('second');
	await vi.waitFor(() => expect(state().access.problem?.status).toBe(401), 10_000);
	expect(state().fleet.problem?.retry?.delayMs).toBeGreaterThan(10_000);
	rotation.store('second');
	await vi.waitFor(
		() => {
			services.refreshers.pollNow();
			expect(state().access.problem).toBeUndefined();
		},
		{timeout: 15_000, interval: 1000},
	);
	expect(state().fleet.problem).toBeUndefined();
});

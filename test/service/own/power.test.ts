import {writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {fakePrograms} from '../power/fake-programs.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const limits = {stopMs: 1000, readyMs: 60_000};
const env = {PATH: process.env['PATH']};

/** A game that is a shell script. */
const game = (script: string, more: Partial<OwnSettings> = {}): OwnSettings => ({
	power: {kind: 'process', command: ['sh', '-c', script], directory: '/'},
	...limits,
	...more,
});

/** A game of three scripts, as LinuxGSM has them. The file `$STATE` says whether it runs. */
function scripts(start: string, stop: string, status = 'grep -q up "$STATE" && exit 0; exit 3') {
	const programs = fakePrograms();
	const state = programs.file('state');
	writeFileSync(state, 'down');
	const script = (name: string, text: string) => {
		programs.write(name, `STATE='${state}'\n${text}`);
		return [programs.file(name)];
	};
	const settings: OwnSettings = {
		power: {
			kind: 'commands',
			start: script('start', start),
			stop: script('stop', stop),
			status: script('status', status),
		},
		...limits,
	};
	const orders = () => programs.calls().flatMap(call => /^(start|stop) /.exec(call)?.[1] ?? []);
	return {settings, orders};
}

const openScripts = () => openOwnService({env});

/** Resolves to the report of a server, once it has one that matches. */
const reported = (
	{shows}: Awaited<ReturnType<typeof openOwnService>>,
	id: string,
	expected: Record<string, unknown>,
) =>
	waitFor(async () => {
		const {body} = await shows(id);
		expect(body).toMatchObject(expected);
		return body['report'] as {message: string; log: string[]};
	});

test('a start fails if the game ends before it answers, and is not counted as a crash', async () => {
	const service = await openScripts();
	const {add, becomes, act, notifications} = service;
	const early = await add(game('exit 0'), {displayName: 'early'});
	const late = await add(
		game('echo loading; sleep 1; echo "no map" >&2; exit 4', {
			console: {kind: 'source', host: '127.0.0.1', port: 1, password: undefined},
		}),
		{displayName: 'late'},
	);
	for (const id of [early, late]) await becomes(id, 'STOPPED');
	for (const id of [early, late]) await act(id, 'start');
	const failed = {state: 'STOPPED', report: {isFailure: true}};
	expect((await reported(service, early, failed)).message).toBe(
		'early was not started. Its process ended with exit code 0.',
	);
	expect(await reported(service, late, failed)).toMatchObject({
		message: 'late was not started. Its process ended with exit code 4. Its last output: no map.',
		log: ['loading', 'no map', 'rcondeck: ended with exit code 4'],
	});
	expect(notifications().filter(text => text.includes('unexpectedly'))).toEqual([]);
});

test('a game that ignores its console gets SIGTERM, and one that ignores that is killed, and each step is reported', async () => {
	const service = await openScripts();
	const {add, becomes, act, notifications} = service;
	const console = {kind: 'stdio'} as const;
	const reading = (trap: string) =>
		game(`trap "${trap}" TERM; while :; do read line && echo "got $line"; sleep 0.1; done`, {
			console,
			stopCommand: 'quit',
		});
	const polite = await add(reading('exit 0'), {displayName: 'polite'});
	const deaf = await add(reading(''), {displayName: 'deaf'});
	for (const id of [polite, deaf]) {
		await becomes(id, 'STOPPED');
		await act(id, 'start');
	}
	for (const id of [polite, deaf]) await becomes(id, 'RUNNING');
	for (const id of [polite, deaf]) await act(id, 'stop');
	for (const id of [polite, deaf]) await becomes(id, 'STOPPED');
	const ignored = 'It did not end within 1s of the stop command, so its process is being terminated.';
	const said = (name: string) => notifications().filter(text => text.startsWith(`${name}:`));
	expect(said('polite')).toEqual([`polite: ${ignored}`]);
	expect(said('deaf')).toEqual([
		`deaf: ${ignored}`,
		'deaf: It did not end within 2s, so it is being killed.',
	]);
});

test('a server that was never started, or that someone stopped, reports it; one that failed to start does not', async () => {
	const {add, becomes, act, shows} = await openScripts();
	const isStopped = async (id: string) => (await shows(id)).body['isStopped'];
	const id = await add(game('trap "exit 0" TERM; while :; do sleep 0.1; done'));
	const broken = await add(game('exit 1'), {displayName: 'broken'});
	for (const one of [id, broken]) await becomes(one, 'STOPPED');
	expect([await isStopped(id), await isStopped(broken)]).toEqual([true, true]);
	await act(broken, 'start');
	await waitFor(async () => expect((await shows(broken)).body).toMatchObject({report: {isFailure: true}}));
	expect(await isStopped(broken)).toBeUndefined();
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	expect(await isStopped(id)).toBeUndefined();
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect(await isStopped(id)).toBe(true);
});

test('a suspended process is stopped', async () => {
	const {add, becomes, act, shows, service} = await openScripts();
	const id = await add(game('trap "exit 0" TERM; while :; do sleep 0.1; done'));
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	const {pid} = service.context.store.servers.get(id)?.process ?? {};
	if (pid === undefined) throw new Error('The process has no mark.');
	process.kill(-pid, 'SIGSTOP');
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect((await shows(id)).body['report']).toBeNull();
});

test('a server of scripts is stopped, killed and restarted by force with them', async () => {
	const {settings, orders} = scripts('echo up >"$STATE"', 'echo down >"$STATE"');
	const {add, becomes, act, shows} = await openScripts();
	const id = await add(settings);
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	await act(id, 'restart', {forceStop: true});
	await waitFor(() => expect(orders()).toEqual(['start', 'stop', 'start']));
	await becomes(id, 'RUNNING');
	await act(id, 'stop', {forceStop: true});
	await becomes(id, 'STOPPED');
	expect(orders()).toEqual(['start', 'stop', 'start', 'stop']);
	expect((await shows(id)).body['report']).toBeNull();
});

test('scripts that start the game in the background are not taken for a failed start', async () => {
	const {settings} = scripts('(sleep 2; echo up >"$STATE") >/dev/null 2>&1 &', 'echo down >"$STATE"');
	const {add, becomes, act, shows} = await openScripts();
	const id = await add(settings);
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body['report']).toBeNull();
});

test('a game whose state is not known is stopped and restarted', async () => {
	const {settings, orders} = scripts(
		'echo up >"$STATE"',
		'echo down >"$STATE"',
		'grep -q down "$STATE" && exit 3; exit 9',
	);
	const {add, becomes, act} = await openScripts();
	const id = await add({...settings, readyMs: 1000});
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'UNKNOWN');
	await act(id, 'restart');
	await waitFor(() => expect(orders()).toEqual(['start', 'stop', 'start']));
	await becomes(id, 'UNKNOWN');
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect(orders()).toEqual(['start', 'stop', 'start', 'stop']);
});

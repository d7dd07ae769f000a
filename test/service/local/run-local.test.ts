import {expect, onTestFinished, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openService} from '../../../src/service/index.ts';
import type {LocalEndpoint} from '../../../src/service/local/endpoint.ts';
import {askForService, runLocally} from '../../../src/service/local/run-local.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {waitFor} from '../../helpers/wait-for.ts';

async function aBusyService(runner: LocalEndpoint['runner']) {
	const work = Promise.withResolvers<void>();
	const onHandOver = vi.fn();
	const onBug = vi.fn();
	const open = async () => ({...(await openService({clock: systemClock, onBug})), idle: () => work.promise});
	const running = await runLocally({folder: tempFolder(), runner, open, onHandOver, onBug});
	if (!running) throw new Error('Another process runs it.');
	onTestFinished(async () => void (await running.close()));
	const ask = () => askForService(running.endpoint, new AbortController().signal);
	return {ask, onHandOver, finish: work.resolve, endpoint: running.endpoint};
}

test('a command hands the service over only when its own work is done', async () => {
	const {ask, onHandOver, finish} = await aBusyService('command');
	expect(await ask()).toBe(true);
	expect(onHandOver).not.toHaveBeenCalled();
	finish();
	expect(await ask()).toBe(false);
	await waitFor(() => expect(onHandOver).toHaveBeenCalledOnce());
});

test('a session hands over at once, because the next process continues its work', async () => {
	const {ask, onHandOver} = await aBusyService('session');
	expect(await ask()).toBe(false);
	await waitFor(() => expect(onHandOver).toHaveBeenCalledOnce());
});

test.each([
	['GET', '/team/my'],
	['POST', '/rcondeck/hand-over'],
])('limits failed sign-ins with %s %s like any other port', async (method, path) => {
	const {endpoint, onHandOver} = await aBusyService('session');
	const call = async (token: string) =>
		(await fetch(endpoint.url + path, {method, headers: {'Application-Token': token}})).status;
	const statuses = [];
	for (let n = 0; n < 22; n++) statuses.push(await call(`wrong-${n}_${'0'.repeat(64)}`));
	expect(statuses[0]).toBe(401);
	expect(statuses.at(-1)).toBe(429);
	expect(onHandOver).not.toHaveBeenCalled();
	expect(await call(endpoint.token)).toBeLessThan(300);
});

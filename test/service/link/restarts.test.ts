import {expect, test, vi} from 'vitest';
import {systemClock, type Clock} from '../../../src/lib/clock.ts';
import {changeServer} from '../../../src/service/context.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {dataFile} from '../open-service.ts';
import {aGame, aProcess, fastClock, link, observed, openHub, openMachine} from './open-link.ts';

/** A minute takes a second. */
const minutesClock: Clock = {
	now: systemClock.now,
	monotonic: () => 60 * systemClock.monotonic(),
	after: (delayMs, task) => systemClock.after(delayMs / 60, task),
};

type Hub = Awaited<ReturnType<typeof openHub>>;

/** Ends a service and its port; returns how to open it again. */
async function end({port, service, url}: Hub, data: string) {
	await port.close();
	await service.close();
	return () => openHub({data, clock: fastClock}, Number(url.port));
}

const backups = (all: {type: string; state: string}[]) =>
	all.filter(({type}) => type === 'BACKUP').map(({state}) => state);

test('an order that was accepted before the service ended is carried out once after it is back', async () => {
	const data = dataFile();
	const hub = await openHub({data, clock: fastClock});
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine({data: dataFile()});
	const game = await aGame();
	const id = await machine.add({
		...observed(game.port),
		saveCommand: 'save',
		backup: {directory: tempFolder()},
	});
	link(machine.service, {url: hub.url, token, clock: fastClock});
	await hub.becomes(id, 'ONLINE');
	hub.cuts.push({at: 'order', when: 'before'});
	await hub.act(id, 'backup', {name: 'kept'});
	const reopen = await end(hub, data);
	expect(backups(machine.service.context.store.tasks.all())).toEqual([]);
	const again = await reopen();
	expect(again.service.context.store.nodes.get(nodeId)?.status).toBe('OFFLINE');
	const {tasks, orders, servers} = again.service.context.store;
	await vi.waitFor(() => expect([backups(tasks.all()), orders.count()]).toEqual([['SUCCEEDED'], 0]), {
		timeout: 15_000,
	});
	expect(backups(machine.service.context.store.tasks.all())).toEqual(['SUCCEEDED']);
	await vi.waitFor(() => expect(servers.get(id)?.backups).toMatchObject([{name: 'kept'}]), {timeout: 15_000});
}, 60_000);

test('a scheduled stop is carried out while the service is away, and reported when it is back', async () => {
	const data = dataFile();
	const hub = await openHub({data, clock: fastClock});
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine({clock: minutesClock});
	const id = await machine.add(aProcess(), {start: true});
	link(machine.service, {url: hub.url, token, clock: fastClock});
	await hub.becomes(id, 'ONLINE');
	await hub.act(id, 'stop', {delayMinutes: 1, delayedStopMessage: 'bye'});
	const {tasks} = machine.service.context.store;
	await vi.waitFor(() => expect(tasks.all()).toMatchObject([{state: 'RUNNING', context: {delay: 1}}]));
	const reopen = await end(hub, data);
	await machine.becomes(id, 'OFFLINE');
	const again = await reopen();
	await again.nodeIs(nodeId, 'ONLINE');
	await again.becomes(id, 'OFFLINE');
	expect(again.service.context.store.tasks.all()).toMatchObject([
		{type: 'TIMED_SHUTDOWN', state: 'SUCCEEDED'},
	]);
}, 60_000);

test('a scheduled stop is canceled at the service', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine();
	const id = await machine.add(aProcess(), {start: true});
	link(machine.service, {url: hub.url, token});
	await hub.becomes(id, 'ONLINE');
	await hub.act(id, 'stop', {delayMinutes: 60});
	const {tasks} = hub.service.context.store;
	await vi.waitFor(() => expect(tasks.all()).toMatchObject([{state: 'RUNNING', cancellable: true}]));
	expect(await hub.post(`/server/${id}/stop`, {delayMinutes: 5})).toMatchObject({status: 409});
	const [task] = tasks.all();
	expect(await hub.post(`/node/${nodeId}/task/${task?.id}/cancel`)).toMatchObject({status: 202});
	await vi.waitFor(() => expect(tasks.all()).toMatchObject([{state: 'CANCELED'}]));
	expect(machine.service.context.store.tasks.all()).toMatchObject([{state: 'CANCELED'}]);
}, 30_000);

test('what happened while the agent was not connected is reported once, also after the agent restarted', async () => {
	const hub = await openHub({clock: fastClock});
	const {token} = await hub.addNode();
	const data = dataFile();
	const machine = await openMachine({data});
	const game = await aGame();
	const id = await machine.add(observed(game.port), {displayName: 'first'});
	const first = link(machine.service, {url: hub.url, token, clock: fastClock});
	await hub.becomes(id, 'ONLINE');
	await first.close();
	expect(await machine.rcon(id, 'while away')).toMatchObject({status: 200});
	await machine.service.close();
	const again = await openMachine({data});
	await again.becomes(id, 'ONLINE');
	expect(await again.rcon(id, 'after the restart')).toMatchObject({status: 200});
	const second = await again.add(observed(game.port), {displayName: 'second'});
	link(again.service, {url: hub.url, token, clock: fastClock});
	await hub.becomes(second, 'ONLINE');
	const commands = () => hub.service.context.store.commands.of(id).map(({command}) => command);
	await vi.waitFor(() => expect(commands()).toEqual(['while away', 'after the restart']));
	expect(await again.post(`/own-server/${id}/remove`)).toMatchObject({status: 200});
	await vi.waitFor(async () => expect(await hub.shows(id)).toMatchObject({status: 404}), {timeout: 15_000});
}, 60_000);

test('an order that the machine cannot carry out any more is reported with the reason', async () => {
	const hub = await openHub();
	const {token} = await hub.addNode();
	const machine = await openMachine();
	const id = await machine.add(aProcess(), {displayName: 'raced', start: true});
	link(machine.service, {url: hub.url, token});
	await hub.becomes(id, 'ONLINE');
	// As if the report of a stop there were on its way.
	changeServer(hub.service.context, id, {state: 'OFFLINE'});
	await hub.act(id, 'start');
	await vi.waitFor(() =>
		expect(hub.notifications()).toEqual([expect.stringMatching(/^raced was not started\. .*\.$/)]),
	);
	await hub.becomes(id, 'ONLINE');
}, 30_000);

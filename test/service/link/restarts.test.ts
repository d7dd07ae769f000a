import {expect, test} from 'vitest';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {changeServer} from '../../../src/service/context.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {dataFile} from '../open-service.ts';
import {aGame, aProcess, fastClock, link, observed, openHub, openMachine, type Place} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** A minute takes a second. */
const minutesClock: Clock = {
	now: systemClock.now,
	monotonic: () => 60 * systemClock.monotonic(),
	after: (delayMs, task) => systemClock.after(delayMs / 60, task),
};

type Hub = Awaited<ReturnType<typeof openHub>>;

/** Ends a service and its port; returns how to open it again. */
async function end({port, service, url}: Hub, place: Place) {
	await port.close();
	await service.close();
	return () => openHub({...place, clock: fastClock}, Number(url.port));
}

const backups = (all: readonly {type: string; state: string}[]) =>
	all.filter(({type}) => type === 'BACKUP').map(({state}) => state);

testEngines(
	'an order that was accepted before the service ended is carried out once after it is back',
	async ({makePlace, isShared}) => {
		const place = await makePlace();
		const hub = await openHub({...place, clock: fastClock});
		const {nodeId, token} = await hub.addNode();
		const machine = await openMachine({data: dataFile()});
		const game = await aGame();
		const id = await machine.add({
			...observed(game.port),
			saveCommand: 'save',
			backup: {directory: tempFolder()},
		});
		link(machine.service, {url: hub.url, token, clock: fastClock});
		await hub.becomes(id, 'RUNNING');
		hub.cuts.push({at: 'order', when: 'before'});
		await hub.act(id, 'backup', {name: 'kept'});
		const reopen = await end(hub, place);
		expect(backups(machine.service.context.store.tasks.all())).toEqual([]);
		const again = await reopen();
		const {stored} = again;
		// Another instance could have its connection.
		expect((await stored.node(nodeId))?.status).toBe(isShared ? 'ONLINE' : 'OFFLINE');
		await waitFor(async () =>
			expect([backups(await stored.tasks(nodeId)), await stored.orders(nodeId)]).toEqual([['SUCCEEDED'], []]),
		);
		expect(backups(machine.service.context.store.tasks.all())).toEqual(['SUCCEEDED']);
		await waitFor(async () => expect((await stored.server(id))?.backups).toMatchObject([{name: 'kept'}]));
	},
);

test('a scheduled stop is carried out while the service is away, and reported when it is back', async () => {
	const place = {data: dataFile()};
	const hub = await openHub({...place, clock: fastClock});
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine({clock: minutesClock});
	const id = await machine.add(aProcess(), {start: true});
	link(machine.service, {url: hub.url, token, clock: fastClock});
	await hub.becomes(id, 'RUNNING');
	await hub.act(id, 'stop', {delayMinutes: 1, delayedStopMessage: 'bye'});
	const {tasks} = machine.service.context.store;
	await waitFor(() => expect(tasks.all()).toMatchObject([{state: 'RUNNING', context: {delay: 1}}]));
	const reopen = await end(hub, place);
	await machine.becomes(id, 'STOPPED');
	const again = await reopen();
	await again.nodeIs(nodeId, 'ONLINE');
	await again.becomes(id, 'STOPPED');
	expect(again.service.context.store.tasks.all()).toMatchObject([
		{type: 'TIMED_SHUTDOWN', state: 'SUCCEEDED'},
	]);
});

testEngines('a scheduled stop is canceled at the service', async ({makePlace}) => {
	const hub = await openHub(await makePlace());
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine();
	const id = await machine.add(aProcess(), {start: true});
	link(machine.service, {url: hub.url, token});
	await hub.becomes(id, 'RUNNING');
	await hub.act(id, 'stop', {delayMinutes: 60});
	const tasks = () => hub.stored.tasks(nodeId);
	await waitFor(async () => expect(await tasks()).toMatchObject([{state: 'RUNNING', cancellable: true}]));
	expect(await hub.post(`/server/${id}/stop`, {delayMinutes: 5})).toMatchObject({status: 409});
	const [task] = await tasks();
	expect(await hub.post(`/node/${nodeId}/task/${task?.id}/cancel`)).toMatchObject({status: 202});
	await waitFor(async () => expect(await tasks()).toMatchObject([{state: 'CANCELED'}]));
	expect(machine.service.context.store.tasks.all()).toMatchObject([{state: 'CANCELED'}]);
});

testEngines(
	'what happened while the agent was not connected is reported once, also after the agent restarted',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {token} = await hub.addNode();
		const data = dataFile();
		const machine = await openMachine({data});
		const game = await aGame();
		const id = await machine.add(observed(game.port), {displayName: 'first'});
		const first = link(machine.service, {url: hub.url, token, clock: fastClock});
		await hub.becomes(id, 'RUNNING');
		await first.close();
		expect(await machine.rcon(id, 'while away')).toMatchObject({status: 200});
		await machine.service.close();
		const again = await openMachine({data});
		await again.becomes(id, 'RUNNING');
		expect(await again.rcon(id, 'after the restart')).toMatchObject({status: 200});
		const second = await again.add(observed(game.port), {displayName: 'second'});
		link(again.service, {url: hub.url, token, clock: fastClock});
		await hub.becomes(second, 'RUNNING');
		const commands = async () => (await hub.stored.commands(id)).map(({command}) => command);
		await waitFor(async () => expect(await commands()).toEqual(['while away', 'after the restart']));
		expect(await again.post(`/own-server/${id}/remove`)).toMatchObject({status: 200});
		await waitFor(async () => expect(await hub.shows(id)).toMatchObject({status: 404}));
	},
);

test('an order that the machine can no longer carry out is reported with the reason', async () => {
	const hub = await openHub();
	const {token} = await hub.addNode();
	const machine = await openMachine();
	const id = await machine.add(aProcess(), {displayName: 'raced', start: true});
	link(machine.service, {url: hub.url, token});
	await hub.becomes(id, 'RUNNING');
	// As if the report of a stop there were on its way.
	changeServer(hub.service.context, id, {state: 'OFFLINE'});
	await hub.act(id, 'start');
	await waitFor(() =>
		expect(hub.notifications()).toEqual([expect.stringMatching(/^raced was not started\. .*\.$/)]),
	);
	await hub.becomes(id, 'RUNNING');
});

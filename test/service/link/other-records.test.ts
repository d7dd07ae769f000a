import {copyFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {keepAnswer} from '../../../src/service/agent/keep-answer.ts';
import {notify} from '../../../src/service/records/history.ts';
import type {Service} from '../../../src/service/index.ts';
import {dataFile} from '../open-service.ts';
import {aGame, fastClock, link, observed, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

type Hub = Awaited<ReturnType<typeof openHub>>;
type Machine = Awaited<ReturnType<typeof openMachine>>;

/** Something that the machine reports as a notification. */
function happens({context}: Service, message: string): void {
	const [team] = context.store.teams.all();
	notify(context, team?.id ?? '', {type: 'SERVER_CRASHED', title: 'Crashed', message});
}

/** A machine with one server that is shown at a service. */
async function aLinkedMachine(hub: Hub, data?: string) {
	const {nodeId, token} = await hub.addNode();
	const game = await aGame();
	const machine = await openMachine(data === undefined ? {} : {data});
	const id = await machine.add(observed(game.port));
	const linked = connect(hub, machine, token);
	await hub.becomes(id, 'RUNNING');
	return {nodeId, token, machine, id, linked};
}

const connect = (hub: Hub, {service}: Machine, token: string) =>
	link(service, {url: hub.url, token, clock: fastClock});

const setApplied = ({service}: Hub, nodeId: string, applied: number): Promise<void> =>
	service.context.records.transact(async ({nodes}) => {
		const node = await nodes.get(nodeId);
		if (!node?.link) throw new Error('The node is not linked.');
		await nodes.put({...node, link: {...node.link, applied}});
	});

const unsent = ({service}: Machine): number => service.context.store.reports.count();

testEngines(
	'a machine with other records is refused until the token of the node is renewed',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token, machine, id, linked} = await aLinkedMachine(hub);
		const other = await openMachine();
		const intruder = connect(hub, other, token);
		await waitFor(() =>
			expect(intruder.events).toMatchObject([
				{kind: 'lost', reason: expect.stringMatching(/run `rcondeck serve node token` for machine/)},
			]),
		);
		expect(await hub.shows(id)).toMatchObject({body: {state: 'RUNNING'}});
		expect(linked.events).toMatchObject([{kind: 'linked'}]);
		await intruder.close();
		const renewed = String((await hub.post(`/node/${nodeId}/token`)).body['token']);
		await linked.ended;
		// The same machine is welcome with the new token, too, and sends nothing again.
		happens(machine.service, 'once');
		connect(hub, machine, renewed);
		await waitFor(async () => expect(await hub.stored.notifications()).toContain('once'));
		const again = String((await hub.post(`/node/${nodeId}/token`)).body['token']);
		connect(hub, other, again);
		await waitFor(async () => expect(await hub.shows(id)).toMatchObject({status: 404}));
		expect((await hub.stored.notifications()).filter(message => message === 'once')).toHaveLength(1);
	},
);

testEngines(
	'a machine that never reported anything keeps its records over a restart',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token} = await hub.addNode();
		const data = dataFile();
		const first = await openMachine({data});
		const before = connect(hub, first, token);
		await hub.nodeIs(nodeId, 'ONLINE');
		await before.close();
		await first.service.close();
		await hub.nodeIs(nodeId, 'OFFLINE');
		const {events} = connect(hub, await openMachine({data}), token);
		await hub.nodeIs(nodeId, 'ONLINE');
		expect(events).toEqual([{kind: 'linked', node: 'machine'}]);
	},
);

testEngines('a machine whose records were restored from a backup still reports', async ({makePlace}) => {
	const hub = await openHub({...(await makePlace()), clock: fastClock});
	const {nodeId, token, machine, linked} = await aLinkedMachine(hub);
	await linked.close();
	await hub.nodeIs(nodeId, 'OFFLINE');
	// As if the records had been restored: the service knows reports that they do not have.
	await setApplied(hub, nodeId, Date.now() + 1_000_000);
	connect(hub, machine, token);
	await hub.nodeIs(nodeId, 'ONLINE');
	happens(machine.service, 'after the backup');
	await waitFor(async () => expect(await hub.stored.notifications()).toContain('after the backup'));
	await waitFor(() => expect(unsent(machine)).toBe(0));
});

test('reports after a restored backup have numbers that were not used before', async () => {
	const [data, backup] = [dataFile(), dataFile()];
	await (await openMachine({data})).service.close();
	copyFileSync(data, backup);
	const reported = async (file: string, messages: string[]) => {
		const {service} = await openMachine({data: file});
		for (const message of messages) happens(service, message);
		const numbers = service.context.store.reports.all().map(({sequence}) => sequence);
		await service.close();
		return numbers;
	};
	const lost = await reported(data, ['a', 'b', 'c']);
	// Numbers of the same millisecond count up.
	await waitFor(() => expect(Date.now()).toBeGreaterThan(Math.max(...lost)));
	const [next] = await reported(backup, ['d']);
	expect(next).toBeGreaterThan(Math.max(...lost));
});

testEngines(
	'a report that is stored is not sent again to a service that no longer knows it',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token, machine, linked} = await aLinkedMachine(hub);
		happens(machine.service, 'crashed');
		await waitFor(async () =>
			expect([await hub.stored.notifications(), unsent(machine)]).toEqual([['crashed'], 0]),
		);
		await linked.close();
		await hub.nodeIs(nodeId, 'OFFLINE');
		await setApplied(hub, nodeId, 0);
		connect(hub, machine, token);
		await hub.nodeIs(nodeId, 'ONLINE');
		happens(machine.service, 'again');
		await waitFor(async () => expect(await hub.stored.notifications()).toContain('again'));
		expect((await hub.stored.notifications()).filter(message => message === 'crashed')).toHaveLength(1);
	},
);

testEngines(
	'a machine that moves to another service does not send it the reports that the former one missed',
	async ({makePlace}) => {
		const former = await openHub({...(await makePlace()), clock: fastClock});
		const {machine, id, linked} = await aLinkedMachine(former);
		await linked.close();
		const {context} = machine.service;
		keepAnswer(context, {serverId: id, command: 'op secret', commandId: 'c1', by: 'Ana'}, {response: 'done'});
		happens(machine.service, 'of the former team');
		const next = await openHub({...(await makePlace()), clock: fastClock});
		connect(next, machine, (await next.addNode()).token);
		await next.becomes(id, 'RUNNING');
		happens(machine.service, 'of this team');
		await waitFor(async () => expect(await next.stored.notifications()).toContain('of this team'));
		expect(await next.stored.notifications()).not.toContain('of the former team');
		expect(await next.stored.commands(id)).toEqual([]);
	},
);

testEngines(
	'more reports than may be in flight at once arrive in order, once, despite a cut',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token, machine, linked} = await aLinkedMachine(hub);
		await linked.close();
		await hub.nodeIs(nodeId, 'OFFLINE');
		const messages = Array.from({length: 100}, (_, index) => `report ${index}`);
		for (const message of messages) happens(machine.service, message);
		hub.cuts.push({at: 'stored', when: 'before'}, {at: 'report', when: 'after'});
		connect(hub, machine, token);
		await waitFor(() => expect([hub.cuts, unsent(machine)]).toEqual([[], 0]));
		expect((await hub.stored.notifications()).filter(message => message.startsWith('report'))).toEqual(
			messages,
		);
	},
);

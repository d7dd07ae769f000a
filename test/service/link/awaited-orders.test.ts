import {expect, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {stepMessages} from '../../../src/messages/automations.ts';
import {aFarServer, complete, connect, hello, id, server} from './bare-agent.ts';
import {aProcess, link, openHub, openMachine} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const until = (check: () => void) => waitFor(check);

type Far = Awaited<ReturnType<typeof aFarServer>>;
type Hub = Pick<Far, 'post' | 'service'>;

/** Starts a run with one step on the far server. */
async function start({post, service}: Hub, step: object, serverId = id): Promise<void> {
	const automation = {teamId: service.teamId, name: 'test', workflow: [step]};
	const {body} = await post('/automation/create', automation);
	const run = await post(`/automation/${String(body['id'])}/trigger/manual`, {targetIds: [serverId]});
	expect(run.status).toBe(200);
}

const runOf = ({service}: Hub) => service.context.store.runs.all()[0];
const ends = (far: Hub, status: string) => until(() => expect(runOf(far)?.status).toBe(status));

const resultOf = (order: Record<string, unknown> | undefined, refused?: string) => ({
	type: 'report',
	sequence: 1,
	fact: {kind: 'result', orderId: order?.['id'], refused},
});

const inState = (state: string) => ({type: 'server', server: {...server, state, stateSince: 10}});

/** The agent connects again and sends these messages between its servers and their end. */
async function connectAgain({url, token, nodeId, nodeIs}: Far, ...then: unknown[]) {
	const agent = await connect(url, token);
	agent.send(hello, inState('ONLINE'), complete, ...then, {type: 'caughtUp'});
	await nodeIs(nodeId, 'ONLINE');
	return agent;
}

test('a RESTART step ends although the agent was away during the restart', async () => {
	const far = await aFarServer();
	await start(far, {type: 'RESTART'});
	const [order] = await far.agent.got('order');
	far.agent.leave();
	await far.nodeIs(far.nodeId, 'OFFLINE');
	await connectAgain(far, resultOf(order));
	await ends(far, 'SUCCEEDED');
	expect(far.service.context.store.orders.count()).toBe(0);
});

test('a RESTART step of an agent ends with its new process', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const machine = await openMachine();
	const own = await machine.add(aProcess({readyMs: 200}), {start: true});
	await machine.becomes(own, 'RUNNING');
	link(machine.service, {url: hub.url, token});
	await hub.nodeIs(nodeId, 'ONLINE');
	const pid = () => machine.service.context.store.servers.get(own)?.process?.pid;
	const before = pid();
	await start(hub, {type: 'RESTART'}, own);
	await ends(hub, 'SUCCEEDED');
	expect([undefined, before]).not.toContain(pid());
	expect((await machine.shows(own)).body).toMatchObject({state: 'RUNNING'});
});

test('a RESTART step does not take another restart for its own', async () => {
	const far = await aFarServer();
	await start(far, {type: 'RESTART'});
	const [order] = await far.agent.got('order');
	const {servers} = far.service.context.store;
	const becomes = (state: string) => until(() => expect(servers.get(id)?.state).toBe(state));
	far.agent.send(inState('INITIALIZING'));
	await becomes('INITIALIZING');
	const read = vi.spyOn(far.service.context.records, 'read');
	await until(() => expect(read.mock.calls.length).toBeGreaterThan(1));
	far.agent.send(inState('ONLINE'));
	await becomes('ONLINE');
	read.mockClear();
	await until(() => expect(read.mock.calls.length).toBeGreaterThan(1));
	expect(runOf(far)?.status).toBe('RUNNING');
	far.agent.send(inState('STOPPING'), resultOf(order));
	await until(() => expect(far.service.context.store.orders.count()).toBe(0));
	expect(runOf(far)?.status).toBe('RUNNING');
	far.agent.send(inState('ONLINE'));
	await ends(far, 'SUCCEEDED');
});

test.each([{type: 'RESTART'}, {type: 'STOP'}, {type: 'BACKUP', backupName: 'b'}])(
	'a step that the machine refuses fails with its reason ($type)',
	async step => {
		const far = await aFarServer();
		await start(far, step);
		const [order] = await far.agent.got('order');
		far.agent.send(resultOf(order, 'It is locked.'));
		await ends(far, 'FAILED');
		expect(runOf(far)?.stepHistory).toMatchObject([{errorMessage: 'It is locked.'}]);
		expect(far.service.context.store.orders.count()).toBe(0);
	},
);

test('a step waits for an agent that is about to connect again, but not for one that is gone', async () => {
	let laterMs = 0;
	const clock = {...systemClock, now: () => systemClock.now() + laterMs};
	const far = await aFarServer({}, {clock});
	far.agent.leave();
	await far.nodeIs(far.nodeId, 'OFFLINE');
	await start(far, {type: 'RESTART'});
	await until(() => expect(runOf(far)?.status).toBe('RUNNING'));
	const agent = await connectAgain(far);
	const [order] = await agent.got('order');
	agent.send(resultOf(order));
	await ends(far, 'SUCCEEDED');
	agent.leave();
	await far.nodeIs(far.nodeId, 'OFFLINE');
	laterMs = 60_000;
	await start(far, {type: 'RESTART'});
	const {runs} = far.service.context.store;
	await until(() => expect(runs.all()[1]).toMatchObject({status: 'FAILED'}));
});

test('a service that has just started waits for an agent however long ago it was connected', async () => {
	const far = await aFarServer();
	far.agent.leave();
	await far.nodeIs(far.nodeId, 'OFFLINE');
	const {nodes} = far.service.context.store;
	const node = nodes.get(far.nodeId);
	if (node) nodes.put({...node, lastAlive: 0});
	const {records} = far.service.context;
	const transact = vi.spyOn(records, 'transact');
	await start(far, {type: 'RESTART'});
	transact.mockClear();
	await until(() => expect(transact.mock.calls.length).toBeGreaterThan(2));
	const agent = await connectAgain(far);
	const [order] = await agent.got('order');
	agent.send(resultOf(order));
	await ends(far, 'SUCCEEDED');
});

test('a step whose order nobody confirms fails, and the order is awaited no longer', async () => {
	const far = await aFarServer();
	await start(far, {type: 'RESTART'});
	await far.agent.got('order');
	const {orders} = far.service.context.store;
	const [order] = orders.all();
	if (order) orders.put({...order, isGivenUp: true});
	await ends(far, 'FAILED');
	expect(runOf(far)?.stepHistory).toMatchObject([{errorMessage: stepMessages.notConfirmed}]);
	expect(orders.all()).toMatchObject([{isGivenUp: true}]);
	expect(orders.all()[0]).not.toHaveProperty('isAwaited');
});

test('a step fails if its order is gone without a result', async () => {
	const far = await aFarServer();
	await start(far, {type: 'RESTART'});
	const [order] = await far.agent.got('order');
	far.service.context.store.orders.remove(String(order?.['id']));
	await ends(far, 'FAILED');
	expect(runOf(far)?.stepHistory).toMatchObject([{errorMessage: stepMessages.resultLost}]);
});

test('a step whose node is removed says that its server no longer exists', async () => {
	const far = await aFarServer();
	await start(far, {type: 'RESTART'});
	await far.agent.got('order');
	expect(await far.call('DELETE', `/node/${far.nodeId}`)).toMatchObject({status: 204});
	await ends(far, 'FAILED');
	expect(runOf(far)?.stepHistory).toMatchObject([{errorMessage: stepMessages.serverGone}]);
});

test('an RCON step does not search for an order', async () => {
	const far = await aFarServer();
	const {orders} = far.service.context.store;
	const get = vi.spyOn(orders, 'get');
	await start(far, {type: 'RCON', command: 'list', awaitMode: 'NEVER'});
	await ends(far, 'SUCCEEDED');
	expect(get).not.toHaveBeenCalled();
});

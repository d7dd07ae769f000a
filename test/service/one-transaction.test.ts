import type {Endpoint} from '../../src/contract/endpoint.ts';
import {StatementSync} from 'node:sqlite';
import {expect, test, vi} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import type {Store} from '../../src/service/records/store.ts';
import {callable, requestTo, type Call} from './every-call.ts';
import {openService, type Service} from './open-service.ts';

const full = new Error('database or disk is full');

/** Makes the write with this number fail, like the first that no longer fits on the disk. Returns how to end that. */
function failAtWrite(number: number): () => void {
	let writes = 0;
	const {run} = StatementSync.prototype;
	const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
		this: StatementSync,
		...values
	) {
		writes++;
		if (writes === number) throw full;
		return run.apply(this, values);
	});
	return () => spy.mockRestore();
}

function failAtAction({actions}: Store): () => void {
	const spy = vi.spyOn(actions, 'put').mockImplementation(() => {
		throw full;
	});
	return () => spy.mockRestore();
}

/** The records, without what a heartbeat or any request changes. */
function contentOf({demo}: Service) {
	const {store} = demo.context;
	const {teams, servers, profiles, images, automations, runs, tasks, actions, notifications, journal} = store;
	return {
		records: [teams, servers, profiles, images, automations, runs, tasks, journal].map(part => part.all()),
		log: [actions.all(), notifications.all()],
		nodes: store.nodes.all().map(({lastAlive: _at, ...node}) => node),
		applications: store.applications.all().map(({lastUsedAt: _at, ...application}) => application),
		commands: servers.all().map(({id}) => store.commands.of(id).commands),
	};
}

async function send({call}: Service, {method, path, body}: Call) {
	// This also stores when the credentials were last used, which is not part of the request.
	await call('GET', '/team/my');
	return () => call(method, path, body);
}

const isHeartbeat = (packet: object) => 'gameServers' in packet;
const refusal = {status: 500, body: {key: 'general.internal_error'}};
const changing = callable.filter(name => {
	const {method, log}: Endpoint = endpoints[name];
	return method !== 'GET' && log !== 'none';
});

test.each(changing)('%s is stored completely with its action, or nothing of it happens', async name => {
	const bugs: unknown[] = [];
	const service = await openService({onBug: bug => void bugs.push(bug)});
	const {context, broker} = service.demo;
	const call = await requestTo(service, name);
	await service.pass(1000);
	const endSessions = vi.spyOn(broker, 'endSessions');
	const packets = await service.listen();
	const before = contentOf(service);
	const recorded = () => context.store.actions.count() - (before.log[0]?.length ?? 0);
	const events = () => packets.filter(packet => !isHeartbeat(packet));
	// First the last write of each request: the entry of the action log.
	for (let number = 0; ; number++) {
		expect(number).toBeLessThan(40);
		const request = await send(service, call);
		const restore = number === 0 ? failAtAction(context.store) : failAtWrite(number);
		const answer = await request();
		restore();
		// What fails afterward is a failure of an accepted action.
		if (recorded() > 0) break;
		expect(answer).toMatchObject(refusal);
		expect(bugs.splice(0)).toEqual([full]);
		expect(contentOf(service)).toEqual(before);
		// An agent that has an order would carry it out.
		await service.pass(20_000);
		expect(contentOf(service)).toEqual(before);
		expect(events()).toEqual([]);
		expect(endSessions).not.toHaveBeenCalled();
	}
	expect(recorded()).toBe(1);
	expect(context.store.actions.all().at(-1)?.action).toBe(name);
});

test('an awaited command is in the action log even if its answer takes too long, and a refused one is not', async () => {
	const {demo, post, pass} = await openService();
	const {actions} = demo.context.store;
	expect((await post('/server/down/rcon?await=true', {command: 'status'})).status).toBe(409);
	expect(actions.all()).toEqual([]);
	demo.context.agentOf('node').setSilent(true);
	const answer = post('/server/cs/rcon?await=true', {command: 'status'});
	await pass(6000);
	expect(await answer).toMatchObject({body: {key: 'server.rcon_timeout'}});
	expect(actions.all()).toMatchObject([{action: 'awaitRcon', targetId: 'cs'}]);
});

test('a refused request releases its place among the waiting commands of the server', async () => {
	const bugs: unknown[] = [];
	const {demo, post} = await openService({
		limits: {maxWaitingCommands: 1},
		onBug: bug => void bugs.push(bug),
	});
	const restore = failAtAction(demo.context.store);
	expect(await post('/server/cs/rcon', {command: 'status'})).toMatchObject(refusal);
	restore();
	expect(bugs).toEqual([full]);
	expect((await post('/server/cs/rcon?await=true', {command: 'status'})).status).toBe(200);
});

import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {Node, NodeTask} from '../../../src/contract/models/node.ts';
import {watchNodes} from '../../../src/app/nodes/poll-nodes.ts';
import {aFailure, aServer, aTeam, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const listing = <Item>(items: Item[]) => ({items, unreadable: []});

function watched(answers: {tasks?: () => NodeTask[]; nodes?: () => Node[]}) {
	const requests: string[] = [];
	const services = fakeServices({
		api: {
			listNodes: async () => (requests.push('nodes'), listing(answers.nodes?.() ?? [])),
			listNodeTasks: async ({nodeId}) => (requests.push(`tasks ${nodeId}`), listing(answers.tasks?.() ?? [])),
		},
	});
	const {stop, again} = watchNodes(services);
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	services.store.dispatch(polled([aServer({id: 'a', nodeId: 'n1'}), aServer({id: 'b', nodeId: 'n2'})]));
	return {services, asked: requests, stop, again};
}

const refused = (status: number, key?: string, notOffered?: string) => () => {
	throw new ApiError('no', {reason: 'refused', request: 'GET /node', status, key, notOffered});
};

test('polls nodes and their tasks as soon as there is a list, and every 30s', async () => {
	const {services, asked, stop} = watched({nodes: () => [Node.parse({id: 'n1', settings: {name: 'eu-1'}})]});
	await services.clock.advance(1);
	expect(asked).toEqual(['nodes', 'tasks n1', 'tasks n2']);
	expect(services.store.getState().nodes.nodes).toMatchObject([{id: 'n1'}]);
	await services.clock.advance(30_000);
	expect(asked).toHaveLength(6);
	stop();
	await services.clock.advance(60_000);
	expect(asked).toHaveLength(6);
});

test('polls every 15s while an action is scheduled', async () => {
	const timed = NodeTask.parse({
		id: 't1',
		nodeId: 'n1',
		type: 'TIMED_RESTART',
		state: 'PENDING',
		targetIds: ['a'],
		createdAt: startAt,
		context: {delay: 600},
	});
	const {services, asked, stop} = watched({tasks: () => [timed]});
	await services.clock.advance(1);
	await services.clock.advance(15_000);
	expect(asked.filter(of => of === 'nodes')).toHaveLength(2);
	stop();
});

test('polls every 15s if one poll does not read all nodes', async () => {
	const nodes = Array.from({length: 9}, (_, index) => Node.parse({id: `m${index}`}));
	const {services, asked, stop} = watched({nodes: () => nodes});
	await services.clock.advance(1);
	await services.clock.advance(15_000);
	expect(asked.filter(of => of === 'nodes')).toHaveLength(2);
	stop();
});

test('does not query a service without tasks again', async () => {
	const {services, asked} = watched({tasks: refused(404, undefined, 'node tasks')});
	await services.clock.advance(31_000);
	expect(asked).toEqual(['nodes', 'tasks n1', 'nodes']);
	expect(services.store.getState().nodes.tasksProblem).toMatchObject({status: 404});
});

test('does not query a service again that does not know the path', async () => {
	const {services, asked} = watched({tasks: refused(405)});
	await services.clock.advance(31_000);
	expect(asked).toEqual(['nodes', 'tasks n1', 'nodes']);
});

test('a 404 without a key for one node does not hide the tasks of the others', async () => {
	let isFirst = true;
	const tasks = () => {
		if (isFirst) {
			isFirst = false;
			return refused(404)();
		}
		return [];
	};
	const first = watched({tasks});
	await first.services.clock.advance(31_000);
	expect(first.asked).toEqual(['nodes', 'tasks n1', 'tasks n2', 'nodes', 'tasks n1', 'tasks n2']);
	expect(first.services.store.getState().nodes.tasksProblem).toBe(undefined);
	let turns = 0;
	const later = watched({tasks: () => (turns++ % 2 === 0 ? [] : refused(404)())});
	await later.services.clock.advance(31_000);
	expect(later.asked).toHaveLength(6);
	expect(later.services.store.getState().nodes.tasksProblem).toBe(undefined);
});

test('a missing node does not hide the others, and a failure is retried', async () => {
	const {services, asked} = watched({tasks: refused(404, 'general.not_found'), nodes: refused(500)});
	await services.clock.advance(30_001);
	expect(asked).toEqual(['nodes', 'tasks n1', 'tasks n2', 'nodes', 'tasks n1', 'tasks n2']);
});

test('reads nodes with credentials that cannot read servers', async () => {
	const services = fakeServices({
		api: {
			listNodes: async () => listing([Node.parse({id: 'n1'})]),
			listNodeTasks: async () => listing([]),
		},
	});
	watchNodes(services);
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	services.store.dispatch({type: 'fleet/pollFailed', at: 0, failure: aFailure({status: 403})});
	await services.clock.advance(1);
	expect(services.store.getState().nodes.nodes).toMatchObject([{id: 'n1'}]);
});

test('keeps a rejection for the screen, and a retry clears it', async () => {
	let isRefused = true;
	const {services, asked, again} = watched({
		nodes: () => (isRefused ? refused(403, 'missingPermission.ACCESS_NODES')() : []),
	});
	await services.clock.advance(40_000);
	expect(asked.filter(of => of === 'nodes')).toHaveLength(1);
	expect(services.store.getState().nodes.problem).toMatchObject({key: 'missingPermission.ACCESS_NODES'});
	isRefused = false;
	again();
	await services.clock.advance(1);
	expect(services.store.getState().nodes).toMatchObject({problem: undefined, nodes: []});
	await services.clock.advance(30_000);
	expect(asked.filter(of => of === 'nodes')).toHaveLength(3);
});

test('automatically retries a rejected request at a low rate', async () => {
	let isRefused = true;
	const answer = () => (isRefused ? refused(401)() : []);
	const {services, asked} = watched({nodes: answer, tasks: answer});
	await services.clock.advance(59_000);
	expect(asked).toEqual(['nodes', 'tasks n1']);
	isRefused = false;
	await services.clock.advance(31_000);
	expect(asked.slice(2, 5)).toEqual(['nodes', 'tasks n1', 'tasks n2']);
	expect(services.store.getState().nodes).toMatchObject({problem: undefined});
	const before = asked.length;
	await services.clock.advance(30_000);
	expect(asked.slice(before)).toEqual(['nodes', 'tasks n1', 'tasks n2']);
});

test('in a large team, reads the node where the cursor stops at once, and not those that it passes', async () => {
	const nodes = Array.from({length: 40}, (_, index) => Node.parse({id: `m${index}`}));
	const {services, asked} = watched({nodes: () => nodes});
	await services.clock.advance(1);
	expect(asked.filter(of => of.startsWith('tasks'))).toHaveLength(8);
	services.store.dispatch({type: 'view/changed', change: {pane: 'nodes'}});
	for (const currentId of ['m30', 'm31', 'm32']) {
		services.store.dispatch({type: 'screens/changed', list: 'nodes', change: {currentId}});
		await services.clock.advance(50);
	}
	await services.clock.advance(400);
	expect(asked.slice(-1)).toEqual(['tasks m32']);
	expect(asked).not.toContain('tasks m31');
	await services.clock.advance(5000);
	expect(asked.filter(of => of === 'tasks m32')).toHaveLength(2);
});

test('while its screen is open, polls nodes every 5s, and at once when it opens', async () => {
	const {services, asked} = watched({nodes: () => [Node.parse({id: 'n1'})]});
	const times = () => asked.filter(of => of === 'nodes').length;
	await services.clock.advance(10_000);
	expect(times()).toBe(1);
	services.store.dispatch({type: 'view/changed', change: {pane: 'nodes'}});
	await services.clock.advance(1);
	expect(times()).toBe(2);
	await services.clock.advance(10_000);
	expect(times()).toBe(4);
	services.store.dispatch({type: 'view/changed', change: {pane: 'servers'}});
	await services.clock.advance(35_000);
	expect(times()).toBe(6);
});

test('polls the nodes soon after a state is lost or found again, and after no other change', async () => {
	const {services, asked} = watched({nodes: () => [Node.parse({id: 'n1'})]});
	const {clock, store} = services;
	const becomes = async (state: string) => {
		await clock.advance(3000);
		const before = asked.length;
		store.dispatch(polled([aServer({id: 'a', nodeId: 'n1', state})], clock.now()));
		await clock.advance(1);
		return asked.slice(before).filter(of => of === 'nodes').length;
	};
	expect(await becomes('OFFLINE')).toBe(0);
	expect(await becomes('UNKNOWN')).toBe(1);
	expect(await becomes('UNKNOWN')).toBe(0);
	expect(await becomes('OFFLINE')).toBe(1);
});

test('opening the screen during a poll does not double the later ones', async () => {
	const answer = Promise.withResolvers<void>();
	const requests: number[] = [];
	const services = fakeServices({
		api: {
			listNodes: async () => {
				requests.push(services.clock.now());
				if (requests.length === 1) await answer.promise;
				return listing([Node.parse({id: 'n1'})]);
			},
			listNodeTasks: async () => listing([]),
		},
	});
	watchNodes(services);
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	services.store.dispatch(polled([aServer({id: 'a', nodeId: 'n1'})]));
	services.store.dispatch({type: 'view/changed', change: {pane: 'nodes'}});
	answer.resolve();
	await services.clock.advance(30_001);
	expect(requests.length).toBeLessThanOrEqual(8);
});

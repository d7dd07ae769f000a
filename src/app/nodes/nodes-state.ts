import {latestFirst} from '../../contract/moments.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import {withEntry} from '../../lib/json/maps.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import type {Failure} from '../kernel/state/failure.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** The nodes of the team with their tasks, as far as the permissions allow reading them. */
export type NodesState = {
	nodes: readonly Node[];
	/** When each node entered its status. `seen`: it was seen to change, else `at` is when it was first read. */
	since: ReadonlyMap<string, {at: number; seen: boolean}>;
	unreadable: readonly Unreadable[];
	at: number | undefined;
	/** Why the last read failed. */
	problem: Failure | undefined;
	/** By node id, newest first; absent if not read. */
	tasks: ReadonlyMap<string, readonly NodeTask[]>;
	/** Why no tasks are read: not every service has them, and they need a permission. */
	tasksProblem: Failure | undefined;
};

export type NodesEvent =
	| {type: 'nodes/read'; at: number; nodes: readonly Node[]; unreadable?: readonly Unreadable[]}
	| {type: 'nodes/failed'; failure: Failure}
	| {type: 'nodes/tasksRead'; nodeId: string; tasks: readonly NodeTask[]}
	| {type: 'nodes/tasksFailed'; failure: Failure}
	/** Tasks from the feed, each in its latest state. */
	| {type: 'nodes/tasksHeard'; tasks: ReadonlyMap<string, NodeTask>};

/** Maximum number of tasks that are kept for a node, newest first, until they are read again. */
const maxTasks = 1000;

export const nodesSlice: Slice<NodesState, NodesEvent> = {
	initial: {
		nodes: [],
		since: new Map(),
		unreadable: [],
		at: undefined,
		problem: undefined,
		tasks: new Map(),
		tasksProblem: undefined,
	},
	reduce: reduceNodes,
};

function reduceNodes(state: NodesState, event: NodesEvent): NodesState {
	switch (event.type) {
		case 'nodes/read': {
			const {at, nodes, unreadable = []} = event;
			return {
				...state,
				nodes: deepEqual(state.nodes, nodes) ? state.nodes : nodes,
				since: sinceOf(state, nodes, at),
				unreadable: deepEqual(state.unreadable, unreadable) ? state.unreadable : unreadable,
				at,
				problem: undefined,
			};
		}
		case 'nodes/failed':
			return {...state, problem: event.failure};
		case 'nodes/tasksRead': {
			const next = withTasks(state, event.nodeId, event.tasks);
			return next.tasksProblem === undefined ? next : {...next, tasksProblem: undefined};
		}
		case 'nodes/tasksFailed':
			return {...state, tasksProblem: event.failure};
		case 'nodes/tasksHeard': {
			const byNode = Map.groupBy(event.tasks.values(), ({nodeId}) => nodeId ?? '');
			let next = state;
			for (const [nodeId, tasks] of byNode) {
				const known = state.tasks.get(nodeId)?.filter(({id}) => !event.tasks.has(id));
				if (known) next = withTasks(next, nodeId, [...tasks, ...known]);
			}
			return next;
		}
	}
}

function sinceOf({nodes: before, since, at: readAt}: NodesState, nodes: readonly Node[], at: number) {
	const old = new Map(before.map(node => [node.id, node]));
	const isSame = (node: Node) => since.has(node.id) && old.get(node.id)?.status === node.status;
	if (nodes.length === since.size && nodes.every(isSame)) return since;
	return new Map(
		nodes.map(node => [
			node.id,
			(isSame(node) ? since.get(node.id) : undefined) ?? {at, seen: readAt !== undefined},
		]),
	);
}

function withTasks(state: NodesState, nodeId: string, tasks: readonly NodeTask[]): NodesState {
	const sorted = tasks.toSorted(latestFirst(({createdAt}) => createdAt)).slice(0, maxTasks);
	const known = state.tasks.get(nodeId);
	return known && deepEqual(known, sorted)
		? state
		: {...state, tasks: withEntry(state.tasks, nodeId, sorted)};
}

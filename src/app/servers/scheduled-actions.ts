import {numberOf} from '../../contract/wire-values.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {filterMap, withEntries, withEntry} from '../../lib/maps.ts';

/** A stop or restart that will happen later. */
export type PendingAct = {
	act: 'stop' | 'restart';
	/** When, epoch ms, by the clock of whoever scheduled it. */
	at: number;
	/** `node`: its node says so. `here`: this session scheduled it, and the service accepted. */
	source: 'node' | 'here';
	sentAt: number;
	task: {id: string; nodeId: string; cancellable: boolean} | undefined;
};

export type PendingState = {
	/** By server: what nodes say. */
	tasks: ReadonlyMap<string, PendingAct>;
	/** By server: what this session scheduled. */
	own: ReadonlyMap<string, PendingAct>;
	/** When each node's tasks were read last. */
	readAt: ReadonlyMap<string, number>;
};

export const initialPending: PendingState = {tasks: new Map(), own: new Map(), readAt: new Map()};

export type PendingEvent =
	| {type: 'pending/scheduled'; serverId: string; act: PendingAct['act']; at: number; sentAt: number}
	/** All the tasks of a node, as they were at `at`. */
	| {
			type: 'pending/read';
			nodeId: string;
			/** The servers of that node. */
			serverIds: readonly string[];
			at: number;
			tasks: readonly NodeTask[];
	  }
	/** One task, heard on the feed. */
	| {type: 'pending/heard'; task: NodeTask}
	/** What is over by now is dropped. */
	| {type: 'pending/passed'; now: number};

/** How long after its time an act is still shown, ms: clocks differ, and the node takes a moment. */
const graceMs = 30_000;
/** A schedule of our own that its node does not know of this long after is gone, ms. */
const settleMs = 10_000;

export function reducePending(state: PendingState, event: PendingEvent): PendingState {
	switch (event.type) {
		case 'pending/scheduled': {
			const {serverId, act, at, sentAt} = event;
			const pending: PendingAct = {act, at, source: 'here', sentAt, task: undefined};
			return {...state, own: withEntry(state.own, serverId, pending)};
		}
		case 'pending/read':
			return read(state, event);
		case 'pending/heard': {
			const others = filterMap(state.tasks, (_, {task}) => task?.id !== event.task.id);
			const found = pendingOf(event.task);
			const targets = new Set(event.task.targetIds);
			const isOver = found.length === 0 && isTimed(event.task);
			return {
				...state,
				tasks: withEntries(others, found),
				own: isOver ? filterMap(state.own, id => !targets.has(id)) : state.own,
			};
		}
		case 'pending/passed': {
			const isPast = ({at}: PendingAct) => at + graceMs < event.now;
			const tasks = filterMap(state.tasks, (_, act) => !isPast(act));
			const own = filterMap(state.own, (_, act) => !isPast(act));
			return tasks === state.tasks && own === state.own ? state : {...state, tasks, own};
		}
	}
}

function read(
	state: PendingState,
	{nodeId, serverIds, at, tasks}: Extract<PendingEvent, {type: 'pending/read'}>,
): PendingState {
	const others = filterMap(state.tasks, (_, {task}) => task?.nodeId !== nodeId);
	const next = withEntries(others, tasks.flatMap(pendingOf));
	const here = new Set(serverIds);
	const isSame =
		next.size === state.tasks.size &&
		next.entries().every(([id, {at: due, task}]) => {
			const known = state.tasks.get(id);
			return (
				known?.task?.id === task?.id && known?.at === due && known?.task?.cancellable === task?.cancellable
			);
		});
	return {
		tasks: isSame ? state.tasks : next,
		// Its node knows of it under its own name, or has done with it.
		own: filterMap(state.own, (id, act) => !here.has(id) || at - act.sentAt <= settleMs),
		readAt: withEntry(state.readAt, nodeId, at),
	};
}

const kinds = new Map<string | undefined, PendingAct['act']>([
	['TIMED_SHUTDOWN', 'stop'],
	['TIMED_RESTART', 'restart'],
]);
const isTimed = ({type}: NodeTask) => kinds.has(type);

/** A timed task that waits still; its record says when it began and for how many minutes it waits. */
function pendingOf(task: NodeTask): [string, PendingAct][] {
	const act = kinds.get(task.type);
	const delay = numberOf(task.context?.['delay']);
	if (!act || (task.state !== 'PENDING' && task.state !== 'RUNNING')) return [];
	const {id, nodeId, createdAt} = task;
	if (typeof createdAt !== 'number' || delay === undefined || nodeId === undefined) return [];
	const pending: PendingAct = {
		act,
		at: createdAt + delay * 60_000,
		source: 'node',
		sentAt: createdAt,
		task: {id, nodeId, cancellable: task.cancellable === true},
	};
	return task.targetIds.map(target => [target, pending]);
}

/** Some server has something to come. */
export const hasScheduledActions = ({pending: {tasks, own}}: {pending: PendingState}): boolean =>
	tasks.size > 0 || own.size > 0;

/** What is known to be pending for a server: its node's word first. */
export const pendingFor = ({tasks, own}: PendingState, serverId: string): PendingAct | undefined =>
	tasks.get(serverId) ?? own.get(serverId);

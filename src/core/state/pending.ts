import type {NodeTask} from '../../contract/models/node.ts';

/** A stop or restart that will happen later. */
export type PendingAct = {
	act: 'stop' | 'restart';
	/** When, epoch ms, by the clock of whoever scheduled it. */
	at: number;
	/** `node`: its node says so. `here`: this deck scheduled it, and the service accepted. */
	source: 'node' | 'here';
	sentAt: number;
	task: {id: string; nodeId: string; cancellable: boolean} | undefined;
};

export type PendingState = {
	/** By server: what nodes say. */
	tasks: Readonly<Record<string, PendingAct>>;
	/** By server: what this deck scheduled. */
	own: Readonly<Record<string, PendingAct>>;
	/** When each node's tasks were read last. */
	readAt: Readonly<Record<string, number>>;
};

export const initialPending: PendingState = {tasks: {}, own: {}, readAt: {}};

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
			return {...state, own: {...state.own, [serverId]: {act, at, source: 'here', sentAt, task: undefined}}};
		}
		case 'pending/read':
			return read(state, event);
		case 'pending/heard': {
			const ids = Object.entries(state.tasks).filter(([, {task}]) => task?.id !== event.task.id);
			const tasks = {...Object.fromEntries(ids), ...pendingOf(event.task)};
			const targets = new Set(event.task.targetIds);
			const isOver = Object.keys(pendingOf(event.task)).length === 0;
			return {
				...state,
				tasks,
				own: isOver && isTimed(event.task) ? without(state.own, id => targets.has(id)) : state.own,
			};
		}
		case 'pending/passed': {
			const isPast = ({at}: PendingAct) => at + graceMs < event.now;
			const all = [...Object.values(state.tasks), ...Object.values(state.own)];
			if (!all.some(isPast)) return state;
			return {
				...state,
				tasks: without(state.tasks, (_, act) => isPast(act)),
				own: without(state.own, (_, act) => isPast(act)),
			};
		}
	}
}

function read(
	state: PendingState,
	{nodeId, serverIds, at, tasks}: Extract<PendingEvent, {type: 'pending/read'}>,
): PendingState {
	const others = without(state.tasks, (_, {task}) => task?.nodeId === nodeId);
	const found: Record<string, PendingAct> = Object.assign({}, ...tasks.map(pendingOf));
	const here = new Set(serverIds);
	const next = {...others, ...found};
	const isSame =
		Object.keys(next).length === Object.keys(state.tasks).length &&
		Object.entries(next).every(
			([id, act]) =>
				state.tasks[id]?.task?.id === act.task?.id &&
				state.tasks[id]?.at === act.at &&
				state.tasks[id]?.task?.cancellable === act.task?.cancellable,
		);
	return {
		tasks: isSame ? state.tasks : next,
		// Its node knows of it under its own name, or has done with it.
		own: without(state.own, (id, act) => here.has(id) && at - act.sentAt > settleMs),
		readAt: {...state.readAt, [nodeId]: at},
	};
}

const kinds: Record<string, PendingAct['act']> = {TIMED_SHUTDOWN: 'stop', TIMED_RESTART: 'restart'};
const isTimed = ({type}: NodeTask) => type !== undefined && Object.hasOwn(kinds, type);

/** A timed task that waits still; its record says when it began and for how many minutes it waits. */
function pendingOf(task: NodeTask): Record<string, PendingAct> {
	const act = isTimed(task) ? kinds[task.type ?? ''] : undefined;
	const delay = task.context?.['delay'];
	if (!act || (task.state !== 'PENDING' && task.state !== 'RUNNING')) return {};
	if (task.createdAt === undefined || typeof delay !== 'number' || task.nodeId === undefined) return {};
	const {id, nodeId, createdAt} = task;
	const pending: PendingAct = {
		act,
		at: createdAt + delay * 60_000,
		source: 'node',
		sentAt: createdAt,
		task: {id, nodeId, cancellable: task.cancellable === true},
	};
	return Object.fromEntries(task.targetIds.map(target => [target, pending]));
}

function without(
	acts: PendingState['own'],
	isGone: (serverId: string, act: PendingAct) => boolean,
): PendingState['own'] {
	const kept = Object.entries(acts).filter(([id, act]) => !isGone(id, act));
	return kept.length === Object.keys(acts).length ? acts : Object.fromEntries(kept);
}

/** Some server has something to come. */
export const isAnythingPending = ({pending: {tasks, own}}: {pending: PendingState}): boolean => {
	for (const _ in tasks) return true;
	for (const _ in own) return true;
	return false;
};

/** What is known to be pending for a server: its node's word first. */
export const pendingFor = ({tasks, own}: PendingState, serverId: string): PendingAct | undefined =>
	tasks[serverId] ?? own[serverId];

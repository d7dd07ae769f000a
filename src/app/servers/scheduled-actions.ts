import {numberOf} from '../../contract/wire-values.ts';
import {type DelayedVerb, delayedVerbs, timedTaskTypes} from '../../contract/power.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {filterMap, withEntries, withEntry} from '../../lib/json/maps.ts';
import {formatDuration, whenText} from '../../lib/time/ago.ts';
import {scheduledMessages} from '../../messages/server-list.ts';
import {duration, type Message} from '../../messages/text.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** A stop or restart scheduled for later. */
export type ScheduledAction = {
	action: DelayedVerb;
	/** Its time, epoch ms, by the clock of the machine that scheduled it. */
	at: number;
	/** `node`: its node reports it. `here`: this session scheduled it, and the service accepted. */
	source: 'node' | 'here';
	sentAt: number;
	task: {id: string; nodeId: string; cancellable: boolean} | undefined;
};

/**
An action that this session scheduled, alone or in a job. The service does not return its task. But it schedules one for a
server at a time, so if its node lists exactly one that was not known before, after the service has accepted ours, it is
ours: `taskId`. `isUnclear`: it lists others. (Specification: Limits; Stop, Restart)
*/
export type OwnAction = ScheduledAction & {
	jobId: string | undefined;
	/** The ids of the tasks of the server that were known before. */
	before: readonly string[];
	taskId: string | undefined;
	isUnclear: boolean;
};

export type ScheduledState = {
	/** By server id: as reported by nodes. */
	tasks: ReadonlyMap<string, ScheduledAction>;
	/** By server id: scheduled by this session. */
	own: ReadonlyMap<string, OwnAction>;
	/** When the tasks of each node were last read. */
	readAt: ReadonlyMap<string, number>;
};

export type ScheduledEvent =
	/** The service has accepted it at `sentAt`. */
	| ({type: 'scheduled/added'; serverId: string} & Pick<
			OwnAction,
			'action' | 'at' | 'sentAt' | 'jobId' | 'before'
	  >)
	/** All tasks of a node, as they were at `at`; they were requested at `from`. */
	| {
			type: 'scheduled/read';
			nodeId: string;
			/** The servers of that node. */
			serverIds: readonly string[];
			from: number;
			at: number;
			tasks: readonly NodeTask[];
	  }
	/** Tasks from the feed, each in its latest state. */
	| {type: 'scheduled/received'; tasks: ReadonlyMap<string, NodeTask>}
	/** Drops actions whose time has passed. */
	| {type: 'scheduled/passed'; now: number};

/** How long after its time an action is still shown, ms: clocks differ, and the node takes a moment. */
const graceMs = 30_000;
/** How long after it was sent one of our schedules is dropped if the node does not report it, ms. */
const settleMs = 10_000;

export const scheduledSlice: Slice<ScheduledState, ScheduledEvent> = {
	initial: {tasks: new Map(), own: new Map(), readAt: new Map()},
	reduce: reduceScheduled,
};

function reduceScheduled(state: ScheduledState, event: ScheduledEvent): ScheduledState {
	switch (event.type) {
		case 'scheduled/added': {
			const {type: _, serverId, ...sent} = event;
			const found = {source: 'here', task: undefined, taskId: undefined, isUnclear: false} as const;
			return {...state, own: withEntry(state.own, serverId, {...sent, ...found})};
		}
		case 'scheduled/read':
			return read(state, event);
		case 'scheduled/received': {
			const others = filterMap(state.tasks, (_, {task}) => !task || !event.tasks.has(task.id));
			const tasks = [...event.tasks.values()];
			const over = tasks.filter(task => isTimed(task) && scheduledActionsOf(task).length === 0);
			const targets = new Set(over.flatMap(({targetIds}) => targetIds));
			return {
				...state,
				tasks: withEntries(others, tasks.flatMap(scheduledActionsOf)),
				own: filterMap(state.own, id => !targets.has(id)),
			};
		}
		case 'scheduled/passed': {
			const isPast = ({at}: ScheduledAction) => at + graceMs < event.now;
			const tasks = filterMap(state.tasks, (_, action) => !isPast(action));
			const own = filterMap(state.own, (_, action) => !isPast(action));
			return tasks === state.tasks && own === state.own ? state : {...state, tasks, own};
		}
	}
}

function read(
	state: ScheduledState,
	{nodeId, serverIds, from, at, tasks}: Extract<ScheduledEvent, {type: 'scheduled/read'}>,
): ScheduledState {
	const others = filterMap(state.tasks, (_, {task}) => task?.nodeId !== nodeId);
	const next = withEntries(others, tasks.flatMap(scheduledActionsOf));
	const here = new Set(serverIds);
	const isSame =
		next.size === state.tasks.size &&
		next.entries().every(([id, {at: due, task}]) => {
			const known = state.tasks.get(id);
			return (
				known?.task?.id === task?.id && known?.at === due && known?.task?.cancellable === task?.cancellable
			);
		});
	const known = withTaskIds(state.own, tasks, id => here.has(id) && from >= (state.own.get(id)?.sentAt ?? 0));
	return {
		tasks: isSame ? state.tasks : next,
		// Its node has finished it, or someone has canceled it. One that the node reports stays, as known to be ours.
		own: filterMap(known, (id, action) => !here.has(id) || next.has(id) || at - action.sentAt <= settleMs),
		readAt: withEntry(state.readAt, nodeId, at),
	};
}

/** Adds the ids of tasks to the actions that wait for theirs, of the servers that `isRead`; the same map without news. */
function withTaskIds(
	own: ReadonlyMap<string, OwnAction>,
	tasks: readonly NodeTask[],
	isRead: (serverId: string) => boolean,
): ReadonlyMap<string, OwnAction> {
	const found = [...own].flatMap(([serverId, action]): [string, OwnAction][] => {
		if (action.taskId !== undefined || action.isUnclear || !isRead(serverId)) return [];
		const news = tasks.filter(
			task =>
				isTimed(task) &&
				task.targetIds.includes(serverId) &&
				!action.before.includes(task.id) &&
				(scheduledActionsOf(task).length > 0 ||
					typeof task.createdAt !== 'number' ||
					task.createdAt > action.sentAt - clocksMs),
		);
		const [first] = news;
		if (!first) return [];
		const listed = scheduledActionsOf(first)[0]?.[1];
		const isIt =
			news.length === 1 &&
			listed?.action === action.action &&
			Math.abs(listed.at - listed.sentAt - (action.at - action.sentAt)) < roundingMs;
		return [[serverId, isIt ? {...action, taskId: first.id} : {...action, isUnclear: true}]];
	});
	return found.length === 0 ? own : withEntries(own, found);
}

/** How far the clocks of a node and of this machine may differ: a task that ended and is older than that is not news, ms. */
const clocksMs = 60_000;
/** Delays are in minutes, and `sentAt` is when the service has answered. */
const roundingMs = 30_000;

/** Returns the ids of the timed tasks of a server, as far as they are known. */
export const taskIdsOn = (tasks: Iterable<readonly NodeTask[]>, serverId: string): readonly string[] =>
	[...tasks].flatMap(all =>
		all.filter(task => isTimed(task) && task.targetIds.includes(serverId)).map(({id}) => id),
	);

const kinds = new Map<string | undefined, DelayedVerb>(
	delayedVerbs.map(verb => [timedTaskTypes[verb], verb]),
);
const isTimed = ({type}: NodeTask) => kinds.has(type);

/**
Returns the actions of a timed task that is still waiting; its record has the start time and the delay in
minutes.
*/
export function scheduledActionsOf(task: NodeTask): [string, ScheduledAction][] {
	const action = kinds.get(task.type);
	const delay = numberOf(task.context?.['delay']);
	if (!action || (task.state !== 'PENDING' && task.state !== 'RUNNING')) return [];
	const {id, nodeId, createdAt} = task;
	if (typeof createdAt !== 'number' || delay === undefined || nodeId === undefined) return [];
	const pending: ScheduledAction = {
		action,
		at: createdAt + delay * 60_000,
		source: 'node',
		sentAt: createdAt,
		task: {id, nodeId, cancellable: task.cancellable === true},
	};
	return task.targetIds.map(target => [target, pending]);
}

/** Returns whether any server has a scheduled action. */
export const hasScheduledActions = ({scheduled: {tasks, own}}: {scheduled: ScheduledState}): boolean =>
	tasks.size > 0 || own.size > 0;

/** Returns the scheduled action of a server; what its node reports takes precedence. */
export const scheduledActionOf = (
	{tasks, own}: ScheduledState,
	serverId: string,
): ScheduledAction | undefined => tasks.get(serverId) ?? own.get(serverId);

const words = {stop: 'stop', restart: 'rst'} as const;

/** Formats a scheduled action for a column: `rst ~8m`, or `R 8m` if space is short. Minutes are rounded up. */
export function scheduledText({action, at}: ScheduledAction, now: number, isShort: boolean): string {
	const left = Math.max(0, at - now);
	// By the key of the action.
	if (isShort) return scheduledMessages.short(action, formatDuration(Math.ceil(left / 60_000) * 60_000));
	return `${words[action]} ~${left < 60_000 ? formatDuration(left) : `${Math.ceil(left / 60_000)}m`}`;
}

/** Formats it in full, with the source of the information and whether it can be canceled. */
export function scheduledSentence(
	{action, at, source, task}: ScheduledAction,
	now: number,
	isUtc: boolean,
): Message {
	const when = whenText(at, now, isUtc);
	const left = duration(Math.max(0, at - now));
	const how = source === 'node' ? scheduledMessages.reportedByNode : scheduledMessages.scheduledHere;
	const undo = task?.cancellable
		? scheduledMessages.cancels
		: task
			? scheduledMessages.noLongerCancellable
			: scheduledMessages.notCancellable;
	return scheduledMessages.sentence(action, when, left, how, undo);
}

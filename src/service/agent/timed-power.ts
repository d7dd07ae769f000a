import {timedTaskTypes} from '../../contract/power.ts';
import {fillMinutes} from '../../contract/delayed-message.ts';
import {pause} from '../../lib/time/clock.ts';
import type {TaskRecord} from '../records/records.ts';
import {textSetting} from './node-settings.ts';
import {createTask, inBackground, runTask, type TaskHost} from './tasks.ts';
import type {Timed} from './agent.ts';

const minuteMs = 60_000;

/** The action of a timed task on a server. */
export type PowerOrders = {
	/** Sends a message to the players. */
	announce: (serverId: string, text: string) => Promise<void>;
	stop: (serverId: string) => Promise<void>;
	forceStop: (serverId: string) => Promise<void>;
	restart: (serverId: string, force: boolean) => Promise<void>;
	/** Throws if it is too late for an action. Undefined: it is never too late. */
	refuseLate?: (late: LateAction) => void;
};
/** A scheduled action that is due. `dueAt`: its time, epoch milliseconds. */
export type LateAction = {serverId: string; isRestart: boolean; dueAt: number};
type Host = TaskHost & {orders: PowerOrders};

/**
Schedules a stop or restart in `minutes`. Players see a message at once and at each of the profile's milestones.
(public documentation: Timed stop and restart)
*/
export function schedule(node: Host, {serverId, act, force, minutes, message}: Timed): TaskRecord {
	const task = createTask(node, {
		type: timedTaskTypes[act],
		targetIds: [serverId],
		context: {delay: minutes},
		order: {force, message},
		cancellable: minutes > 1,
	});
	inBackground(node, () => resumeTimed(node, task, true));
	return task;
}

/** Continues a timed task at the point that the clock gives. `isNew`: the players do not know of it yet. */
export function resumeTimed(node: Host, task: TaskRecord, isNew = false): Promise<void> {
	const {clock} = node.service;
	const [serverId = ''] = task.targetIds;
	const isRestart = task.type === 'TIMED_RESTART';
	const minutes = Number(task.context?.['delay'] ?? 0);
	const endsAt = task.createdAt + minutes * minuteMs;
	const text = messageOf(node, serverId, task, isRestart);
	const warnPlayers = (left: number) =>
		inBackground(node, () => node.orders.announce(serverId, fillMinutes(text, left)));
	return runTask(node, task, async signal => {
		const now = clock.now();
		if (isNew) warnPlayers(minutes);
		for (const left of milestones(node, serverId)) {
			const at = endsAt - left * minuteMs;
			if (left >= minutes || at <= now) continue;
			await pause(clock, at - clock.now(), signal);
			warnPlayers(left);
		}
		await pause(clock, endsAt - clock.now(), signal);
		node.orders.refuseLate?.({serverId, isRestart, dueAt: endsAt});
		// The task fails if the order cannot be stored, and ends when it is passed on, not when the server is down.
		const carriedOut = carryOut(node, serverId, isRestart, task.order['force'] === true);
		inBackground(node, async () => carriedOut);
	});
}

function carryOut(
	{service, orders}: Host,
	serverId: string,
	isRestart: boolean,
	force: boolean,
): Promise<void> | undefined {
	const state = service.store.servers.get(serverId)?.state;
	if (state === undefined) return undefined;
	if (isRestart) return orders.restart(serverId, force);
	if (state === 'OFFLINE') return undefined;
	return force ? orders.forceStop(serverId) : orders.stop(serverId);
}

function messageOf(node: Host, serverId: string, {order}: TaskRecord, isRestart: boolean): string {
	const message = order['message'];
	if (typeof message === 'string' && message !== '') return message;
	const name = isRestart ? 'DefaultDelayedRestartMessage' : 'DefaultDelayedShutdownMessage';
	return textSetting(node.service, serverId, name);
}

/** Returns the milestones in minutes before the end, largest first. One invalid entry empties the list. */
function milestones(node: Host, serverId: string): number[] {
	const text = textSetting(node.service, serverId, 'DelayedMessageMilestones').trim();
	if (text === '') return [];
	const minutes = text.split(',').map(Number);
	if (minutes.some(Number.isNaN)) return [];
	return [...new Set(minutes)].filter(left => left > 0).sort((a, b) => b - a);
}

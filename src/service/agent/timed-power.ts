import {fillMinutes} from '../../contract/delayed-message.ts';
import {pause} from '../../lib/clock.ts';
import type {TaskRecord} from '../records.ts';
import type {Node} from './node.ts';
import {announce, forceStop, restart, stop, textSetting} from './power.ts';
import {createTask, runTask} from './tasks.ts';
import type {Timed} from './agent.ts';

const minuteMs = 60_000;

/**
Schedules a stop or restart in `minutes`. Players see a message at once and at each of the profile's milestones.
(public documentation: Timed stop and restart)
*/
export function schedule(node: Node, {serverId, act, force, minutes, message}: Timed): TaskRecord {
	const task = createTask(node, {
		type: act === 'stop' ? 'TIMED_SHUTDOWN' : 'TIMED_RESTART',
		targetIds: [serverId],
		context: {delay: minutes},
		order: {force, message},
		cancellable: minutes > 1,
	});
	void resumeTimed(node, task);
	return task;
}

/** Continues a timed task at the point that the clock gives. */
export function resumeTimed(node: Node, task: TaskRecord): Promise<void> {
	const {clock} = node.service;
	const [serverId = ''] = task.targetIds;
	const isRestart = task.type === 'TIMED_RESTART';
	const minutes = Number(task.context?.['delay'] ?? 0);
	const endsAt = task.createdAt + minutes * minuteMs;
	const text = messageOf(node, serverId, task, isRestart);
	const warnPlayers = (left: number) => void announce(node, serverId, fillMinutes(text, left));
	return runTask(node, task, async signal => {
		const now = clock.now();
		if (now === task.createdAt) warnPlayers(minutes);
		for (const left of milestones(node, serverId)) {
			const at = endsAt - left * minuteMs;
			if (left >= minutes || at <= now) continue;
			await pause(clock, at - clock.now(), signal);
			warnPlayers(left);
		}
		await pause(clock, endsAt - clock.now(), signal);
		// The task ends when the order is passed on, not when the server is down.
		void carryOut(node, serverId, isRestart, task.order['force'] === true);
	});
}

function carryOut(
	node: Node,
	serverId: string,
	isRestart: boolean,
	force: boolean,
): Promise<void> | undefined {
	const state = node.service.store.servers.get(serverId)?.state;
	if (state === undefined) return undefined;
	if (isRestart) return restart(node, serverId);
	if (state === 'OFFLINE') return undefined;
	return force ? forceStop(node, serverId) : stop(node, serverId);
}

function messageOf(node: Node, serverId: string, {order}: TaskRecord, isRestart: boolean): string {
	const message = order['message'];
	if (typeof message === 'string' && message !== '') return message;
	const name = isRestart ? 'DefaultDelayedRestartMessage' : 'DefaultDelayedShutdownMessage';
	return textSetting(node, serverId, name);
}

/** Returns the milestones in minutes before the end, largest first. One invalid entry empties the list. */
function milestones(node: Node, serverId: string): number[] {
	const text = textSetting(node, serverId, 'DelayedMessageMilestones').trim();
	if (text === '') return [];
	const minutes = text.split(',').map(Number);
	if (minutes.some(Number.isNaN)) return [];
	return [...new Set(minutes)].filter(left => left > 0).sort((a, b) => b - a);
}

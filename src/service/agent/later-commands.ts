import {pause} from '../../lib/time/clock.ts';
import {refusedCommand} from '../../games/refused-command.ts';
import {laterCommandMessages as messages} from '../../messages/service.ts';
import type {CommandRecord, TaskRecord} from '../records/records.ts';
import {setTask} from '../records/publish.ts';
import type {Later, Order} from './agent.ts';
import {createTask, inBackground, runTask, type TaskHost} from './tasks.ts';

type Host = TaskHost & {
	/** Sends a command to a game once. May never settle. */
	sendCommand: (order: Order) => Promise<CommandRecord>;
};

const minuteMs = 60_000;
/** How often a server that cannot be reached is looked at again. */
const lookMs = 15_000;
/** How long after a command that was certainly not run the next attempt follows. */
const retryMs = 5 * minuteMs;
/** Longer than any console takes. */
const patienceMs = 2 * minuteMs;

/** Stores a command for later, such as the unban of a ban for a time. It outlasts restarts of the service. */
export function keepForLater(node: Host, {serverId, taskId, command, delayMinutes, by}: Later): void {
	const task = createTask(node, {
		id: taskId,
		type: 'TIMED_COMMAND',
		targetIds: [serverId],
		context: {delay: delayMinutes, command},
		order: by === undefined ? {} : {by},
		cancellable: true,
	});
	inBackground(node, () => resumeLater(node, task));
}

/**
Waits until a command is due and its server ONLINE, and sends it. That it is being sent is stored before: a command that may
have run is never sent again, also by the next service.
*/
export function resumeLater(node: Host, task: TaskRecord): Promise<void> {
	const {clock, newId} = node.service;
	const {id, createdAt, context, order, targetIds} = task;
	const [serverId = ''] = targetIds;
	const command = String(context?.['command']);
	const dueAt = createdAt + Number(context?.['delay'] ?? 0) * minuteMs;
	const by = typeof order['by'] === 'string' ? order['by'] : undefined;
	return runTask(node, task, async signal => {
		if (order['isSent'] === true) throw new Error(messages.mayHaveRun(command));
		await pause(clock, dueAt - clock.now(), signal);
		for (;;) {
			await whenOnline(node, serverId, signal);
			change(node, id, {cancellable: false, order: {...order, isSent: true}});
			const sent = node.sendCommand({serverId, command, commandId: newId(), by});
			const outcome = await Promise.race([sent, pause(clock, patienceMs, node.closed)]);
			if (outcome?.failure?.key !== 'server.console_refused') return checkOutcome(command, outcome);
			change(node, id, {cancellable: true, order, errorMessage: outcome.failure.message});
			await pause(clock, retryMs, signal);
		}
	});
}

/** Throws unless the game has answered and knows the command. */
function checkOutcome(command: string, outcome: CommandRecord | void): void {
	if (!outcome || outcome.failure) throw new Error(messages.mayHaveRun(command));
	const said = refusedCommand(outcome.response ?? '');
	if (said !== undefined) throw new Error(messages.refused(command, said));
}

async function whenOnline({service}: Host, serverId: string, signal: AbortSignal): Promise<void> {
	const isOnline = () => service.store.servers.get(serverId)?.state === 'ONLINE';
	while (!isOnline()) await pause(service.clock, lookMs, signal);
}

function change({service}: Host, id: string, changes: Partial<TaskRecord>): void {
	const task = service.store.tasks.get(id);
	if (task) setTask(service, {...task, ...changes});
}

import type {ServiceContext} from '../context.ts';
import {Refusal} from '../http/refusal.ts';
import {whenCommitted} from '../records/transactions.ts';
import {pause} from '../../lib/time/clock.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import type {CommandRecord} from '../records/records.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {Order} from './agent.ts';
import {type CommandOutcome, keepAnswer, outcomeOf} from './keep-answer.ts';
import {reportCommand} from './report-command.ts';
import type {Node} from './node.ts';
import {processOf} from './process.ts';

/** Runs a command of a server once it is committed. Throws `Refusal` if too many of its commands await an answer. */
export type WaitingCommands = <Result>(serverId: string, work: () => Promise<Result>) => Promise<Result>;

export function limitWaitingCommands({
	limits,
	store,
}: Pick<ServiceContext, 'limits' | 'store'>): WaitingCommands {
	const counts = new Map<string, number>();
	const release = (serverId: string) => {
		const left = (counts.get(serverId) ?? 1) - 1;
		if (left === 0) counts.delete(serverId);
		else counts.set(serverId, left);
	};
	return (serverId, work) => {
		const count = counts.get(serverId) ?? 0;
		if (count >= limits.maxWaitingCommands) throw new Refusal('server.too_many_commands');
		counts.set(serverId, count + 1);
		store.onRollback(() => release(serverId));
		return whenCommitted(store, work).finally(() => release(serverId));
	};
}

/** The real agent has no timeout, so a silent game would block the node forever. */
const patienceMs = 30_000;

/**
Runs the commands of one node one at a time, each on its own connection. The answer is kept and broadcast to the team
whether or not the caller still waits. (public documentation: How RCON is really executed)
*/
export function openRconQueue(node: Node) {
	let before: Promise<unknown> = Promise.resolve();
	const waiting = limitWaitingCommands(node.service);
	return {
		/** Resolves to the answer. Never settles if the order or the answer is lost. Rejects only on a bug. */
		run: (order: Order): Promise<CommandRecord> => {
			const answer = waiting(order.serverId, () => {
				const kept = before.then(async () => {
					const outcome = await execute(node, order);
					// Nobody receives a lost answer.
					const isLost = !outcome || node.closed.aborted || node.isSilent();
					return isLost ? undefined : keepAnswer(node.service, order, outcome);
				});
				before = kept.catch(node.onBug);
				return kept;
			});
			return answer.then(kept => kept ?? new Promise<never>(() => {}));
		},
	};
}

/** Resolves to undefined if the node is closed. */
async function execute(node: Node, order: Order): Promise<CommandOutcome | undefined> {
	const {serverId, command} = order;
	try {
		const slowness = node.slowness.get(serverId) ?? 0;
		if (slowness > 0) await pause(node.service.clock, slowness, node.closed);
		return await outcomeOf(reportCommand(node.service, order, ask(node, serverId, command)));
	} catch (error) {
		if (node.closed.aborted) return undefined;
		throw error;
	}
}

/** Runs a command on the game's console and returns the answer. Throws `ConsoleError`, also if no process runs. */
export async function ask(node: Node, serverId: string, command: string): Promise<string> {
	const game = await processOf(node, serverId);
	if (!game) throw new ConsoleError('refused', gameConsoleMessages.notRunning);
	return game.run(command, {timeoutMs: patienceMs, signal: node.closed});
}

/** Runs a command and returns true if the game answers it, whatever the answer. */
export async function tryCommand(node: Node, serverId: string, command: string): Promise<boolean> {
	try {
		await ask(node, serverId, command);
		return true;
	} catch (error) {
		if (error instanceof ConsoleError || node.closed.aborted) return false;
		throw error;
	}
}

import {pause} from '../../lib/clock.ts';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import type {CommandRecord} from '../records.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {Order} from './agent.ts';
import {keepAnswer} from './keep-answer.ts';
import {reportCommand} from './report-command.ts';
import {limitWaitingCommands} from './waiting-commands.ts';
import type {Node} from './node.ts';
import {processOf} from './process.ts';

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
					const response = await execute(node, order);
					// Nobody receives a lost answer.
					return node.closed.aborted || node.isSilent()
						? undefined
						: keepAnswer(node.service, order, response);
				});
				before = kept.catch(node.onBug);
				return kept;
			});
			return answer.then(kept => kept ?? new Promise<never>(() => {}));
		},
	};
}

async function execute(node: Node, order: Order): Promise<string | null> {
	const {serverId, command} = order;
	try {
		const slowness = node.slowness.get(serverId) ?? 0;
		if (slowness > 0) await pause(node.service.clock, slowness, node.closed);
		return await reportCommand(node.service, order, ask(node, serverId, command));
	} catch (error) {
		if (node.closed.aborted) return null;
		if (error instanceof ConsoleError) return error.partial ?? null;
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

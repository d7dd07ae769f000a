import {pause} from '../../lib/clock.ts';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import type {CommandRecord} from '../records.ts';
import {RconError} from '../rcon/rcon-error.ts';
import {commandView} from '../views.ts';
import type {Node} from './node.ts';
import {processOf} from './process.ts';

/** The real agent waits for ever; a silent game would then block the node for ever. */
const patienceMs = 30_000;

type Order = {serverId: string; command: string; commandId: string};

/**
The commands of one node, one after another, each on a connection of its own. The answer is kept and told to the team
whether or not somebody still waits for it. (service-facts: How RCON is really executed)
*/
export function openRconLine(node: Node) {
	let before: Promise<unknown> = Promise.resolve();
	return {
		/** Resolves to the answer; never, where the order or the answer gets lost. Rejects only where we have a bug. */
		run: (order: Order): Promise<CommandRecord> => {
			const answer = before.then(async () => keepAnswer(node, order, await execute(node, order)));
			before = answer.catch(node.onBug);
			return answer.then(kept => kept ?? new Promise<never>(() => {}));
		},
	};
}

function keepAnswer(
	{service, isSilent, closed}: Node,
	{serverId, command, commandId}: Order,
	response: string | null,
): CommandRecord | undefined {
	const {store, clock, broadcast} = service;
	const server = closed.aborted ? undefined : store.servers.get(serverId);
	if (!server || isSilent()) return undefined;
	const answer: CommandRecord = {command, response, commandId, timestamp: clock.now()};
	const limit = store.teams.get(server.teamId)?.limits.maxRconCommands ?? 200;
	store.commands.add(serverId, answer, limit);
	broadcast(server.teamId, {serverId, command: commandView(service, answer)});
	return answer;
}

async function execute(node: Node, {serverId, command}: Order): Promise<string | null> {
	try {
		const slowness = node.slowness.get(serverId) ?? 0;
		if (slowness > 0) await pause(node.service.clock, slowness, node.closed);
		return await ask(node, serverId, command);
	} catch (error) {
		if (node.closed.aborted) return null;
		if (error instanceof RconError) return error.partial ?? null;
		throw error;
	}
}

/** The game's own answer over TCP. Throws `RconError`, also where no process runs. */
export async function ask(node: Node, serverId: string, command: string): Promise<string> {
	const game = await processOf(node, serverId);
	if (!game) throw new RconError('refused', gameConsoleMessages.notRunning);
	return game.run(command, {timeoutMs: patienceMs, signal: node.closed});
}

/** Whether the game answers the command, whatever it says. */
export async function answers(node: Node, serverId: string, command: string): Promise<boolean> {
	try {
		await ask(node, serverId, command);
		return true;
	} catch (error) {
		if (error instanceof RconError || node.closed.aborted) return false;
		throw error;
	}
}

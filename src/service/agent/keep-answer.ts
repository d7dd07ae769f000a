import type {ServiceContext} from '../context.ts';
import {truncateAnswer} from '../answer-limits.ts';
import type {CommandRecord} from '../records.ts';
import type {Transaction} from '../repositories.ts';
import {commandView} from '../views.ts';
import type {Order} from './agent.ts';

/** The commands of a server that are kept if its team is unknown. */
const usualKept = 200;

function answerOf(
	{command, commandId, by}: Pick<Order, 'command' | 'commandId' | 'by'>,
	response: string | null,
	timestamp: number,
): CommandRecord {
	const kept = response === null ? null : truncateAnswer(response);
	return {command, response: kept, commandId, timestamp, ...(by !== undefined && {by})};
}

/**
Stores an answer and broadcasts it to the team, whether or not the caller still waits. `response` is null if the game
could not be reached; `timestamp` is when it arrived. Returns undefined if the server no longer exists.
*/
export function keepAnswer(
	service: ServiceContext,
	{serverId, command, commandId, by}: Order,
	response: string | null,
	timestamp = service.clock.now(),
): CommandRecord | undefined {
	const {store, broadcast, outbox} = service;
	const server = store.servers.get(serverId);
	if (!server) return undefined;
	const answer = answerOf({command, commandId, by}, response, timestamp);
	const limit = store.teams.get(server.teamId)?.limits.maxRconCommands ?? usualKept;
	return store.atomically(() => {
		store.commands.add(serverId, answer, limit);
		outbox?.add({kind: 'answer', serverId, commandId});
		broadcast(server.teamId, {serverId, command: commandView(service, answer)});
		return answer;
	});
}

/** The same for an answer from another machine, within a transaction. */
export async function putAnswer(
	service: ServiceContext,
	{teams, commands, afterCommit}: Pick<Transaction, 'teams' | 'commands' | 'afterCommit'>,
	{
		order,
		teamId,
		response,
		timestamp,
	}: {
		order: Order;
		teamId: string;
		response: string | null;
		timestamp: number;
	},
): Promise<void> {
	const {serverId} = order;
	const answer = answerOf(order, response, timestamp);
	const limit = (await teams.get(teamId))?.limits.maxRconCommands ?? usualKept;
	await commands.add(serverId, answer, limit);
	afterCommit(() => service.broadcast(teamId, {serverId, command: commandView(service, answer)}));
}

import type {ServiceContext} from '../context.ts';
import {truncateAnswer} from '../answer-limits.ts';
import type {CommandRecord} from '../records.ts';
import {commandView} from '../views.ts';
import type {Order} from './agent.ts';

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
	const sender = by === undefined ? {} : {by};
	const kept = response === null ? null : truncateAnswer(response);
	const answer: CommandRecord = {command, response: kept, commandId, timestamp, ...sender};
	const limit = store.teams.get(server.teamId)?.limits.maxRconCommands ?? 200;
	return store.atomically(() => {
		store.commands.add(serverId, answer, limit);
		outbox?.add({kind: 'answer', serverId, commandId});
		broadcast(server.teamId, {serverId, command: commandView(service, answer)});
		return answer;
	});
}

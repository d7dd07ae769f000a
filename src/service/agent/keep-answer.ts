import type {CommandFailure} from '../../contract/models/server.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {truncateAnswer, truncateReason} from '../records/answer-limits.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {CommandRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {commandView} from '../records/views.ts';
import type {Order} from './agent.ts';

/** The commands of a server that are kept if its team is unknown. */
const usualKept = 200;

/** How a command ended: `failure` says why there is no whole answer; with `endedBySilence`, more may have followed. */
export type CommandOutcome = {
	response: string | null;
	failure?: CommandFailure | undefined;
	endedBySilence?: true | undefined;
};

/** Resolves to how a command for a console ended. Rejects only with a bug or the reason of a signal. */
export async function outcomeOf(answer: Promise<string>): Promise<CommandOutcome> {
	try {
		return {response: await answer};
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
		const {mayHaveRun, message, partial = null} = error;
		const key = !mayHaveRun
			? 'server.console_refused'
			: partial
				? 'server.answer_cut'
				: 'server.console_lost';
		return {response: partial, failure: {key, message}};
	}
}

function answerOf(
	{command, commandId, by}: Pick<Order, 'command' | 'commandId' | 'by'>,
	{response, failure: given, endedBySilence}: CommandOutcome,
	timestamp: number,
): CommandRecord {
	const kept = response === null ? null : truncateAnswer(response);
	const {noAnswer: message} = gameConsoleMessages;
	// Without an answer and a reason, nobody knows whether it ran.
	const failure = given ?? (response === null ? {key: 'server.console_lost' as const, message} : undefined);
	return {
		command,
		response: kept,
		...(endedBySilence && !failure && {endedBySilence}),
		...(failure && {failure: {...failure, message: truncateReason(failure.message)}}),
		commandId,
		timestamp,
		...(by !== undefined && {by}),
	};
}

/**
Stores how a command ended and broadcasts it to the team, whether or not the caller still waits. `timestamp` is when it
ended. Returns undefined if the server no longer exists.
*/
export function keepAnswer(
	service: ServiceContext,
	{serverId, command, commandId, by}: Order,
	outcome: CommandOutcome,
	timestamp = service.clock.now(),
): CommandRecord | undefined {
	const {store, broadcast, outbox} = service;
	const server = store.servers.get(serverId);
	if (!server) return undefined;
	const answer = answerOf({command, commandId, by}, outcome, timestamp);
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
		outcome,
		timestamp,
	}: {
		order: Order;
		teamId: string;
		outcome: CommandOutcome;
		timestamp: number;
	},
): Promise<void> {
	const {serverId} = order;
	const answer = answerOf(order, outcome, timestamp);
	const limit = (await teams.get(teamId))?.limits.maxRconCommands ?? usualKept;
	await commands.add(serverId, answer, limit);
	afterCommit(() => service.broadcast(teamId, {serverId, command: commandView(service, answer)}));
}

import type {Command} from 'commander';
import {broadcast} from '../../actions/broadcast.ts';
import {commandQueueOf, type GameServer} from '../../contract/models/server.ts';
import {hasReview, sayPending} from './actions/pending.ts';
import {contextOf} from './actions/context.ts';
import {declareAction, readActionArguments, writeRequests} from './actions/options.ts';
import {type ActionOptions, confirmPlan, plainRequests, planOf, requestsOf} from './actions/run.ts';
import {createLimit, createSendLimit} from '../output/fan-out.ts';
import {nameOf} from './find/find-servers.ts';
import {onEachServer} from '../output/on-each-server.ts';
import {sayError} from '../output/outcomes.ts';
import {sayDone, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {answerOf, keepCutAnswer, sendCommand} from './rcon-send.ts';
import {type Call, withService} from '../start/session.ts';
import {broadcastCommandMessages} from '../../messages/server-list.ts';

export function addBroadcast(program: Command, run: Run): void {
	const command = declareAction(program, broadcast).addOption(jsonOption());
	command.action(
		run((io, flags, options: ActionOptions, operands) => {
			const args = readActionArguments(io, broadcast, options, operands);
			return withService(
				io,
				flags,
				async call => {
					const {signal} = call;
					const found = await contextOf(io, call, broadcast, args, options, {
						readsPending: hasReview(io, flags, options),
					});
					sayPending(io, found.context);
					const servers = await Promise.all(found.context.servers.map(server => withGame(call, server)));
					const context = {...found.context, servers, server: servers[0] ?? found.context.server};
					const plan = planOf(call, broadcast, context, args.typed);
					if (options.dryRun) return writeRequests(io, plainRequests(plan), options.json);
					await confirmPlan(call, broadcast, context, plan);
					const requests = requestsOf(servers, plan);
					const send = sendCommand(call);
					const limit = createSendLimit(createLimit(signal));
					return onEachServer(io, servers, {
						signal,
						quiet: flags.quiet,
						ask: server => limit(() => keepCutAnswer(send(requests(server)))),
						laneOf: commandQueueOf,
						write: outcomes => {
							if (options.json) writeJson(io, {results: outcomes.map(answerOf)});
							for (const {server, error} of outcomes) {
								if (error) sayError(io, nameOf(server), error);
								else sayDone(io, broadcastCommandMessages.sent(nameOf(server)));
							}
						},
					});
				},
				{sends: !options.dryRun},
			);
		}),
	);
}

/**
The command that sends a message depends on the game. Only the record has the game if the list lacks the server.
*/
const withGame = async ({api, signal}: Call, server: GameServer): Promise<GameServer> =>
	server.gameType === undefined ? api.getServer({serverId: server.id}, {signal}) : server;

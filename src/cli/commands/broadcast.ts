import type {Command} from 'commander';
import {broadcast} from '../../actions/broadcast.ts';
import {commandQueueOf} from '../../contract/command-queue.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {contextOf} from '../actions/context.ts';
import {declareAction, readActionArguments} from '../actions/options.ts';
import {confirmPlan, plainRequests, planOf, requestsOf, type ActionOptions} from '../actions/run.ts';
import {writeRequests} from '../dry-run.ts';
import {createLimit} from '../fan-out.ts';
import {nameOf} from '../find-servers.ts';
import {askAll, codeOf, interruptedText, sayError} from '../outcomes.ts';
import {say, sayDone, writeJson} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {openProgress} from '../progress.ts';
import {answerOf, sendCommand} from '../rcon-send.ts';
import {withService, type Call} from '../session.ts';
import {broadcastCommandMessages} from '../../messages/cli-servers.ts';

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
					const found = await contextOf(io, call, broadcast, args, options);
					const servers = await Promise.all(found.context.servers.map(server => withGame(call, server)));
					const context = {...found.context, servers, server: servers[0] ?? found.context.server};
					const plan = planOf(call, broadcast, context, args.typed);
					if (options.dryRun) return writeRequests(io, plainRequests(plan), options.json);
					await confirmPlan(call, broadcast, context, plan);
					const requests = requestsOf(servers, plan);
					const send = sendCommand(call);
					const limit = createLimit(signal);
					const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
					const outcomes = await askAll(servers, server => limit(() => send(requests(server))), {
						signal,
						laneOf: commandQueueOf,
						settled: progress.settled,
					}).finally(progress.close);
					if (options.json) writeJson(io, {results: outcomes.map(answerOf)});
					for (const {server, error} of outcomes) {
						if (error) sayError(io, nameOf(server), error);
						else sayDone(io, broadcastCommandMessages.sent(nameOf(server)));
					}
					if (io.ending.aborted) say(io, interruptedText(outcomes));
					return codeOf(outcomes);
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

import type {Command} from 'commander';
import {endpoints} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {requestOf} from '../../contract/request.ts';
import {broadcastCommand, broadcastProblem} from '../../core/forms/broadcast.ts';
import {frictionOf} from '../../core/friction.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {behindDashes} from '../behind-dashes.ts';
import {writeRequests} from '../dry-run.ts';
import {createLimit} from '../fan-out.ts';
import {nameOf, serverHelp, serversFor} from '../find-servers.ts';
import {askAll, codeOf, interruptedText, sayError} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {openProgress} from '../progress.ts';
import {answerOf, awaited, nodeLane} from '../rcon-send.ts';
import {addSelector, chosenServers, type Selector} from '../selectors.ts';
import {withService, type Call} from '../session.ts';
import {renderMessage, shellFrontEnd} from '../../messages/text.ts';

type Options = Selector & {dryRun?: true; json?: true};

export function addBroadcast(program: Command, run: Run): void {
	const command = program
		.command('broadcast')
		.description("Say a text to the players, with the game's own command")
		.usage('[options] SERVER... -- TEXT')
		.argument('[server...]', `${serverHelp}; then -- and the text`)
		.option('--dry-run', 'write the exact requests, and send nothing')
		.option('--json', 'write one JSON document');
	addSelector(command).action(
		run((io, flags, options: Options, words) => {
			const {names, text: typed} = behindDashes(io.argv, words, 'write what the players should read');
			const text = typed?.trim();
			if (text === undefined) {
				throw new UsageError(
					'Write the servers, then --, then the text: rcondeck broadcast NAME -- Back soon.',
				);
			}
			return withService(
				io,
				flags,
				async call => {
					const {api, config, signal, consent} = call;
					const chosen = chosenServers(await serversFor(io, call, names), names, options);
					const servers = await Promise.all(chosen.map(server => withGame(call, server)));
					const timeoutMs = config.awaitMs;
					const lines = new Map(servers.map(server => [server.id, commandFor(server, text)]));
					const lineFor = (serverId: string) => lines.get(serverId) ?? text;
					if (options.dryRun) {
						const requests = servers.map(({id}) =>
							requestOf(endpoints.awaitRcon, {serverId: id, command: lineFor(id), timeoutMs}),
						);
						return writeRequests(io, requests, options.json);
					}
					const targets = servers.map(nameOf);
					const isOne = targets.length === 1;
					await consent({
						verb: 'broadcast',
						act: `Say "${printableLine(text)}" on ${targets.join(', ')}`,
						friction: isOne ? frictionOf.broadcast : frictionOf.broadcastMany,
						word: isOne ? targets.join() : String(targets.length),
					});
					const send = awaited(api, timeoutMs, signal);
					const limit = createLimit(signal);
					const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
					const outcomes = await askAll(servers, ({id}) => limit(() => send(id, lineFor(id))), {
						signal,
						laneOf: nodeLane,
						settled: progress.settled,
					}).finally(progress.close);
					if (options.json) writeJson(io, {results: outcomes.map(answerOf)});
					for (const {server, error} of outcomes) {
						if (error) sayError(io, nameOf(server), error);
						else say(io, `${nameOf(server)}: said.`);
					}
					if (io.ending.aborted) say(io, interruptedText(outcomes));
					return codeOf(outcomes);
				},
				{sends: !options.dryRun},
			);
		}),
	);
}

/** What says a text depends on the game, which only the record has where the list does not name the server. */
const withGame = async ({api, signal}: Call, server: GameServer): Promise<GameServer> =>
	server.gameType === undefined ? api.getServer({serverId: server.id}, {signal}) : server;

/** Throws before anything is sent to any of them where a text cannot be said on one. */
function commandFor(server: GameServer, text: string): string {
	const problem = broadcastProblem(server, text);
	if (problem !== undefined)
		throw new UsageError(
			`${nameOf(server)}: ${renderMessage(problem, {...shellFrontEnd, keyLabel: () => 'rcondeck rcon'})}`,
		);
	return broadcastCommand(server, text) ?? text;
}

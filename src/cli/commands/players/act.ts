import {type Command, Option} from 'commander';
import {
	banPlayer,
	kickPlayer,
	messagePlayer,
	playerActionBlocked,
	unbanPlayer,
} from '../../../actions/players.ts';
import type {Plan} from '../../../actions/plan.ts';
import type {ActionRequest} from '../../../actions/request.ts';
import {commandQueueOf, type GameServer} from '../../../contract/models/server.ts';
import {UsageError} from '../../../lib/errors.ts';
import {printable, printableLine} from '../../../lib/text/text.ts';
import {playerActionMessages, playerCommandMessages as messages} from '../../../messages/players.ts';
import {renderMessage, shellSegments} from '../../../messages/text.ts';
import {createLimit, createSendLimit} from '../../output/fan-out.ts';
import type {ExitCode} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {onEachServer} from '../../output/on-each-server.ts';
import {type Outcome, sayError} from '../../output/outcomes.ts';
import {say, sayDone, writeJson} from '../../output/output.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Run} from '../../start/command-run.ts';
import {type Call, withService} from '../../start/session.ts';
import {actionContext} from '../actions/context.ts';
import {declareAction, readActionArguments, writeRequests} from '../actions/options.ts';
import {
	acceptedText,
	type ActionOptions,
	confirmPlan,
	plainRequests,
	planOf,
	requestsOf,
} from '../actions/run.ts';
import {nameOf} from '../find/find-servers.ts';
import {addSelector} from '../find/selectors.ts';
import {type Answer, answerOf, keepCutAnswer, sendCommand} from '../rcon-send.ts';
import {findPlayer, type PlayerOptions} from './find-player.ts';

const acts = [
	{verb: 'message', action: messagePlayer},
	{verb: 'kick', action: kickPlayer},
	{verb: 'ban', action: banPlayer, takesSeveral: true},
	{verb: 'unban', action: unbanPlayer, takesSeveral: true},
] as const;
type Act = (typeof acts)[number];

/** Collects the values of a repeated option: with several values, it would take the words that follow. */
export const serverOption = (): Option =>
	new Option('--server <server>', messages.serverHelp).argParser(
		(word: string, before: readonly string[] | undefined) => [...(before ?? []), word],
	);

export function addPlayerActions(parent: Command, run: Run): void {
	for (const act of acts) {
		const command = declareAction(parent, act.action).addOption(serverOption());
		if ('takesSeveral' in act) addSelector(command);
		command.addOption(jsonOption()).action(
			run((io, flags, options: ActionOptions & PlayerOptions, operands) => {
				const args = readActionArguments(io, act.action, options, operands);
				return withService(
					io,
					flags,
					async call => {
						const found = await findPlayer(io, call, act.verb, args.words[0] ?? '', options);
						const {subject, servers} = found;
						if (servers.length > 1 && !('takesSeveral' in act))
							throw new UsageError(messages.whichServer(servers.map(nameOf)));
						checkCut(act, servers, subject);
						const context = actionContext(call, found);
						const plan = planOf(call, act.action, context, args.typed);
						if (options.dryRun) return writeRequests(io, plainRequests(plan), options.json);
						await confirmPlan(call, act.action, context, plan);
						return send(io, call, servers, plan, {json: options.json, quiet: flags.quiet});
					},
					{sends: !options.dryRun},
				);
			}),
		);
	}
}

/** Throws if the id may be the beginning of another one, because the list was cut there. */
function checkCut(
	{verb}: Act,
	servers: readonly GameServer[],
	subject: {id: string; isCut?: boolean | undefined},
): void {
	const [server] = servers;
	if (!subject.isCut || !server) return;
	const blocked = playerActionBlocked(verb, server, {...subject, slot: '0'});
	if (blocked !== undefined) throw new UsageError(printableLine(renderMessage(blocked, shellSegments)));
}

/** Sends the command to each server once, and records and reports the action with its outcome. */
async function send(
	io: Io,
	call: Call,
	all: readonly GameServer[],
	plan: Plan,
	{json, quiet}: {json: true | undefined; quiet: boolean | undefined},
): Promise<ExitCode> {
	const {signal, api, record} = call;
	const servers = plan.actsOn ? all.filter(({id}) => plan.actsOn?.includes(id)) : all;
	const {requests} = (plan.renew && (await plan.renew(api, {signal}))) ?? plan;
	const requestOf = requestsOf(servers, {requests});
	const limit = createSendLimit(createLimit(signal));
	const sendOne = sendCommand(call);
	const {action, input} = plan;
	const recorded = (request: ActionRequest) =>
		keepCutAnswer(record({action, input, serverId: request.serverId}, {signal}, () => sendOne(request)));
	return onEachServer(io, servers, {
		signal,
		quiet,
		ask: server => limit(() => recorded(requestOf(server))),
		laneOf: commandQueueOf,
		write: outcomes => report(io, plan, outcomes, json),
	});
}

function report(io: Io, plan: Plan, outcomes: readonly Outcome<Answer>[], json: true | undefined): void {
	if (json) writeJson(io, {results: outcomes.map(answerOf)});
	for (const {server, error, result} of outcomes) {
		const name = nameOf(server);
		if (error) sayError(io, name, error);
		const said = printable(result?.response ?? '').trim();
		if (!json && said !== '') io.stdout.write(outcomes.length > 1 ? `${name}: ${said}\n` : `${said}\n`);
		if (!error) sayDone(io, acceptedText(plan, name), true);
	}
	const {duration} = plan.input;
	const isLater = plan.requests.some(({later}) => later);
	if (isLater && typeof duration === 'string' && outcomes.some(({error}) => !error))
		say(io, playerActionMessages.ban.liftedByService(duration));
}

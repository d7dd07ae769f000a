import type {Command} from 'commander';
import type {Plan} from '../../actions/plan.ts';
import {rcon} from '../../actions/rcon.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {contextOf} from '../actions/context.ts';
import {declareAction, readActionArguments} from '../actions/options.ts';
import {planOf, type ActionOptions} from '../actions/run.ts';
import {splitAtDashes} from '../dash-args.ts';
import type {ConsentRequest} from '../consent.ts';
import {writeRequests} from '../dry-run.ts';
import {nameOf} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {codeOf, interruptedText} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {openProgress} from '../progress.ts';
import {readLines} from '../rcon-lines.ts';
import {answerOf, sendAll, sendCommand} from '../rcon-send.ts';
import {printAnswers} from '../rcon-text.ts';
import {selects} from '../selectors.ts';
import {withService} from '../session.ts';
import {rconCommandMessages} from '../../messages/cli-rcon.ts';

type Options = ActionOptions & {file?: string; await?: boolean; group?: true; table?: true};

export function addRcon(program: Command, run: Run): void {
	declareAction(program, rcon)
		.option('-f, --file <file>', rconCommandMessages.fileHelp)
		.option('--group', rconCommandMessages.groupHelp)
		.option('--table', rconCommandMessages.tableHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: Options, words) => {
				const commands = await commandsOf(io, words, options);
				const args = readActionArguments(io, rcon, options, words, {command: commands[0] ?? ''});
				return withService(
					io,
					flags,
					async call => {
						const {context} = await contextOf(io, call, rcon, args, options);
						const {servers} = context;
						// Check all commands before sending the first.
						const plans = commands.map(command => planOf(call, rcon, context, {...args.typed, command}));
						const requests = new Map(
							servers.map((server, at) => [server, plans.flatMap(plan => plan.requests[at] ?? [])] as const),
						);
						const plain = [...requests.values()].flat().map(request => request.plain());
						if (options.dryRun) return writeRequests(io, plain, options.json);
						const asked = consentRequestFor(servers, plans, selects(options));
						if (asked) await call.consent(asked);
						const {signal} = call;
						const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
						const outcomes = await sendAll(servers, server => requests.get(server) ?? [], sendCommand(call), {
							signal,
							settled: progress.settled,
						}).finally(progress.close);
						if (options.json) {
							const results = outcomes.map(outcome => ({...answerOf(outcome), command: outcome.command}));
							writeJson(io, {results});
						}
						const {group = false, table = false} = options;
						const waits = options.await !== false;
						printAnswers(io, outcomes, {group, table, waits, answers: !options.json && waits});
						if (io.ending.aborted) say(io, interruptedText(outcomes));
						return codeOf(outcomes);
					},
					{sends: !options.dryRun, typed: true},
				);
			}),
		);
}

/** Returns what to confirm first: a command for several servers, or one that looks destructive. */
function consentRequestFor(
	servers: readonly GameServer[],
	plans: readonly Plan[],
	isSelected: boolean,
): ConsentRequest | undefined {
	const names = servers.map(nameOf);
	const isMany = names.length > 1;
	const commands = plans.map(({input}) => printableLine(String(input['command'])));
	const shared = {
		summary: rconCommandMessages.summary(commands.join('; '), names.length, names.join()),
		word: isMany ? {name: String(names.length)} : {name: names.join(), id: servers[0]?.id},
	};
	const destructive = plans.find(({warning}) => warning !== undefined);
	if (destructive) {
		const {warning = '', risk} = destructive;
		return {
			...shared,
			verb: rconCommandMessages.destructiveVerb,
			warning: rconCommandMessages.destructive(warning),
			risk,
		};
	}
	if (isSelected) return {...shared, verb: rconCommandMessages.selectedVerb, risk: 'hold'};
	return isMany ? {...shared, verb: rconCommandMessages.severalVerb, risk: 'review'} : undefined;
}

/** Returns the command after `--`, or the lines of the file. */
async function commandsOf(io: Io, words: readonly string[], options: Options): Promise<readonly string[]> {
	const {names, text} = splitAtDashes(io.argv, words, rconCommandMessages.writeCommand);
	const isMissing = (names.length === 0 && !selects(options)) || (text ?? options.file) === undefined;
	if (isMissing) throw new UsageError(rconCommandMessages.commandMissing(rconCommandMessages.example));
	if (options.file === undefined) return text === undefined ? [] : [text];
	if (text !== undefined) throw new UsageError(rconCommandMessages.fileAndCommand);
	return readLines(io, options.file);
}

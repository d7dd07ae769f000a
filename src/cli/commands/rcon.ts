import {hasSectionSigns, plainText} from '../../games/section-signs.ts';
import {withTerminalColors} from '../../lib/text/section-signs.ts';
import type {Command} from 'commander';
import {readInput} from './json-body.ts';
import {UsageError} from '../../lib/errors.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import type {Io} from '../output/io.ts';
import {rconAnswerMessages, rconCommandMessages, rconFileMessages} from '../../messages/rcon.ts';
import {nameOf} from './find/find-servers.ts';
import {codeOf, interruptedText, sayError} from '../output/outcomes.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import {answerOf, type CommandOutcome, sendAll, sendCommand} from './rcon-send.ts';
import type {Plan} from '../../actions/plan.ts';
import {rcon} from '../../actions/rcon.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {contextOf} from './actions/context.ts';
import {hasReview, readPending, sayPending} from './actions/pending.ts';
import {declareAction, readActionArguments, writeRequests} from './actions/options.ts';
import {type ActionOptions, planOf} from './actions/run.ts';
import {splitAtDashes} from '../start/dash-args.ts';
import type {ConsentRequest} from '../output/consent.ts';
import type {Grouping} from '../../actions/compared-text.ts';
import {patternProblemText} from '../../messages/server-list.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Globals, Run} from '../start/command-run.ts';
import type {ExitCode} from '../output/exit-codes.ts';
import {addressMessages} from '../../messages/address.ts';
import {addAddressOptions, type AddressOptions, readAddressed} from './address.ts';
import {openProgress} from '../output/progress.ts';
import {selects} from './find/selectors.ts';
import {withService} from '../start/session.ts';

/**
Reads the commands of a file, or of stdin for `-`: one per line, without blank lines and lines that start with
`#`.
*/
export async function readLines(io: Io, file: string): Promise<string[]> {
	const content = await readInput(io, file);
	const lines = content.replace(/^\ufeff/, '').split(/\r?\n/);
	const commands = lines.filter(line => line.trim() !== '' && !line.trim().startsWith('#'));
	if (commands.length === 0) throw new UsageError(rconFileMessages.noCommand(printableLine(file)));
	return commands;
}

/** `isPart`: only a part of each answer is compared, and printed. */
type AnswerGroups = {keyOf: (outcome: CommandOutcome) => string; isPart: boolean};

type PrintOptions = {
	/** undefined: answers are not grouped. */
	group: AnswerGroups | undefined;
	waits: boolean;
	answers: boolean;
	/** Returns lists of players and the like in columns, and undefined for other answers. */
	inColumns: ((io: Io, outcome: CommandOutcome) => string | undefined) | undefined;
};

/** Prints answers to stdout, under the server's name if there are several; failures to stderr. */
export function printAnswers(
	io: Io,
	outcomes: readonly CommandOutcome[],
	{group, waits, answers, inColumns}: PrintOptions,
): void {
	for (const {server, error, result} of outcomes) {
		if (error) sayError(io, nameOf(server), error);
		else if (waits && result?.response === undefined)
			say(io, `${nameOf(server)}: ${rconAnswerMessages.unsaid}.`);
		else if (!waits) sayDone(io, rconAnswerMessages.sent(nameOf(server)));
		else if (result?.endedBySilence) say(io, rconAnswerMessages.endedBySilence(nameOf(server)));
	}
	if (!answers) return;
	const answered = outcomes.filter(({result}) => result?.response !== undefined);
	const isOne = outcomes.length === 1;
	for (const alike of group ? groupAnswers(answered, group) : answered.map(outcome => [outcome])) {
		const [first] = alike;
		const response = first && group ? group.keyOf(first) : (first?.result?.response ?? '');
		if (!isOne) io.stdout.write(headOf(alike, outcomes));
		if (response === '') continue;
		const rows = first && !group?.isPart ? inColumns?.(io, first) : undefined;
		if (rows !== undefined) {
			io.stdout.write(rows);
			continue;
		}
		const text = response.replace(/\n?$/, '\n');
		// Piped output is the original answer.
		io.stdout.write(io.stdout.isTTY ? readableText(io, first?.server.gameType, text) : text);
	}
}

/** The text for a terminal, in the colors of its game if the terminal has them. */
const readableText = ({colors = false}: Io, gameType: string | undefined, text: string): string =>
	colors && hasSectionSigns(gameType)
		? withTerminalColors(printable(text))
		: plainText(gameType, printable(text));

/** Returns the heading of an answer: the server names, and the command if there are several. */
function headOf(alike: readonly CommandOutcome[], all: readonly CommandOutcome[]): string {
	const names = alike.map(({server}) => nameOf(server)).join(', ');
	const hasSeveral = all.some(({command}) => command !== all[0]?.command);
	const command = hasSeveral ? ` > ${printableLine(alike[0]?.command ?? '')}` : '';
	return `== ${names}${alike.length > 1 ? ` (${alike.length})` : ''}${command} ==\n`;
}

/** Groups equal answers to the same command, most frequent first. */
function groupAnswers(outcomes: readonly CommandOutcome[], {keyOf}: AnswerGroups): CommandOutcome[][] {
	const groups = Map.groupBy(outcomes, outcome => `${outcome.command}\n${keyOf(outcome)}`);
	return [...groups.values()].sort((a, b) => b.length - a.length);
}

export type RconOptions = ActionOptions &
	AddressOptions & {
		file?: string;
		await?: boolean;
		group?: true;
		by?: string;
		mask?: true;
		table?: true;
	};

/** Returns the grouping, if any. */
async function groupsOf({group, by, mask}: RconOptions): Promise<AnswerGroups | undefined> {
	if (by === undefined && !mask) return group && {keyOf: ({result}) => result?.response ?? '', isPart: false};
	const {comparedText} = await import('../../actions/compared-text.ts');
	const grouping = {...(by !== undefined && (await partOf(by))), isMasked: mask === true};
	return {
		keyOf: ({server, command, result}) => comparedText(result?.response ?? '', grouping, server, command),
		isPart: true,
	};
}

/** Returns the value of `--by`: columns as a list of numbers, otherwise a pattern of lines. */
async function partOf(by: string): Promise<Pick<Grouping, 'columns' | 'matcher'>> {
	if (/^[1-9]\d*(?:,[1-9]\d*)*$/.test(by)) return {columns: by.split(',').map(Number)};
	const {linearPattern} = await import('../../lib/text/linear-pattern.ts');
	const matcher = linearPattern(by);
	if ('problem' in matcher) throw new UsageError(rconCommandMessages.invalidBy(patternProblemText(matcher)));
	return {matcher};
}

export function addRcon(program: Command, run: Run): void {
	const command = declareAction(program, rcon)
		.option('-f, --file <file>', rconCommandMessages.fileHelp)
		.option('--group', rconCommandMessages.groupHelp)
		.option('--by <regex>', rconCommandMessages.byHelp)
		.option('--mask', rconCommandMessages.maskHelp)
		.option('--table', rconCommandMessages.tableHelp);
	addAddressOptions(command).addOption(jsonOption()).action(run(runRcon));
}

/** Runs the commands of a command line or a file on its servers. */
export async function runRcon(
	io: Io,
	flags: Globals,
	{game, ...others}: RconOptions,
	words: string[],
): Promise<ExitCode> {
	const isAddressed = others.address !== undefined;
	// With an address, it is the game of that server and selects none.
	const options: RconOptions = {...others, ...(!isAddressed && game !== undefined && {game})};
	const group = await groupsOf(options);
	const commands = await commandsOf(io, words, options);
	const read = readActionArguments(io, rcon, options, words, {command: commands[0] ?? ''});
	const addressed = await readAddressed(
		io,
		{...others, ...(game !== undefined && {game})},
		{asksPassword: options.dryRun !== true},
	);
	const args = addressed ? {...read, words: [addressed.displayName]} : read;
	return withService(
		io,
		{...flags, addressed},
		async call => {
			const {context} = await contextOf(io, call, rcon, args, options);
			const {servers} = context;
			// Check all commands before sending the first.
			const plans = commands.map(command => planOf(call, rcon, context, {...args.typed, command}));
			const requests = new Map(
				servers.map((server, at) => [server, plans.flatMap(plan => plan.requests[at] ?? [])] as const),
			);
			if (plans.some(({warning}) => warning !== undefined) && hasReview(io, flags, options)) {
				const pendingOn = await readPending(io, call, servers, context.now);
				sayPending(io, {...context, known: {...context.known, pendingOn}});
			}
			const plain = [...requests.values()].flat().map(request => request.plain());
			if (options.dryRun) return writeRequests(io, plain, options.json);
			const asked = consentRequestFor(servers, plans, selects(options));
			if (asked) await call.consent(asked);
			const {signal} = call;
			const progress = await openProgress(io, {total: servers.length, quiet: flags.quiet});
			const outcomes = await sendAll(servers, server => requests.get(server) ?? [], sendCommand(call), {
				signal,
				config: call.config,
				settled: progress.settled,
			}).finally(progress.close);
			await writeOutcomes(io, outcomes, options, group);
			return codeOf(outcomes);
		},
		{sends: !options.dryRun, typed: true},
	);
}

async function writeOutcomes(
	io: Io,
	outcomes: readonly CommandOutcome[],
	{json, table, await: awaits}: RconOptions,
	group: AnswerGroups | undefined,
): Promise<void> {
	if (json) {
		const results = outcomes.map(outcome => ({...answerOf(outcome), command: outcome.command}));
		writeJson(io, {results});
	}
	const waits = awaits !== false;
	const inColumns = table ? (await import('./rcon-table.ts')).answerInColumns : undefined;
	printAnswers(io, outcomes, {group, inColumns, waits, answers: !json && waits});
	if (io.ending.aborted) say(io, interruptedText(outcomes));
}

/** Returns the reason for a confirmation: several servers, or a command that looks destructive. */
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
async function commandsOf(
	io: Io,
	words: readonly string[],
	options: RconOptions,
): Promise<readonly string[]> {
	const {names, text} = splitAtDashes(io.argv, words, rconCommandMessages.writeCommand);
	if (options.address !== undefined && (names.length > 0 || selects(options)))
		throw new UsageError(addressMessages.nameOrAddress);
	const isUnnamed = names.length === 0 && !selects(options) && options.address === undefined;
	const isMissing = isUnnamed || (text ?? options.file) === undefined;
	if (isMissing) throw new UsageError(rconCommandMessages.commandMissing(rconCommandMessages.example));
	if (options.file === undefined) return text === undefined ? [] : [text];
	if (text !== undefined) throw new UsageError(rconCommandMessages.fileAndCommand);
	return readLines(io, options.file);
}

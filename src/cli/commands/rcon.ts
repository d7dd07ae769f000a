import type {Command} from 'commander';
import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {behindDashes} from '../behind-dashes.ts';
import {consent} from '../consent.ts';
import {checkedRequest, writeRequests} from '../dry-run.ts';
import {serverHelp, serversFor} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {codeOf, interruptedText, resultOf} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {openProgress} from '../progress.ts';
import {readLines} from '../rcon-lines.ts';
import {awaited, plain, sendAll} from '../rcon-send.ts';
import {tellAnswers} from '../rcon-text.ts';
import {addSelector, chosenServers, selects, type Selector} from '../selectors.ts';
import {withService} from '../session.ts';

type Options = Selector & {
	file?: string;
	await?: boolean;
	timeout: string;
	group?: true;
	table?: true;
	dryRun?: true;
	json?: true;
};

export function addRcon(program: Command, run: Run): void {
	const command = program
		.command('rcon')
		.description('Run an RCON command on one or more servers, and wait for the answers')
		.usage('[options] SERVER... -- COMMAND')
		.argument('[server...]', `${serverHelp}; then -- and the command`)
		.option('-f, --file <file>', 'commands from this file, one a line; - reads stdin')
		.option('--no-await', 'send the command and do not wait for its answer')
		.option('--timeout <ms>', 'how long the service waits for the game', '5000')
		.option('--group', 'equal answers together')
		.option('--table', 'player lists and status in columns, where all of an answer can be read')
		.option('--dry-run', 'write the exact requests, and send nothing')
		.option('--json', 'write one JSON document');
	addSelector(command).action(
		run(async (io, flags, options: Options, words) => {
			const timeoutMs = readTimeout(options.timeout);
			const {names, commands} = await takeApart(io, words, options);
			return withService(
				io,
				flags,
				async call => {
					const {api, config, signal} = call;
					const servers = chosenServers(await serversFor(io, call, names), names, options);
					const waits = options.await !== false;
					if (options.dryRun) {
						const request = (serverId: string, command: string) =>
							checkedRequest(() =>
								waits
									? requestOf(endpoints.awaitRcon, {serverId, command, timeoutMs})
									: requestOf(endpoints.sendRcon, {serverId, command}),
							);
						const requests = servers.flatMap(({id}) => commands.map(command => request(id, command)));
						return writeRequests(io, requests, options.json);
					}
					if (selects(options)) {
						const act = `Send ${commands.map(printableLine).join('; ')} to ${servers.length} servers`;
						await consent(io, config, {verb: 'rcon to selected servers', act, yes: flags.yes});
					}
					const send = waits ? awaited(api, timeoutMs, signal) : plain(api, signal);
					const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
					const {settled} = progress;
					const outcomes = await sendAll(servers, commands, send, {signal, settled}).finally(progress.close);
					if (options.json) {
						const results = outcomes.map(outcome => ({...resultOf(outcome), command: outcome.command}));
						writeJson(io, {results});
					}
					const {group = false, table = false} = options;
					tellAnswers(io, outcomes, {group, table, waits, answers: !options.json && waits});
					if (io.ending.aborted) say(io, interruptedText(outcomes));
					return codeOf(outcomes);
				},
				{sends: !options.dryRun, typed: true},
			);
		}),
	);
}

const example = 'rcondeck rcon NAME -- ListPlayers';

async function takeApart(
	io: Io,
	words: readonly string[],
	options: Options,
): Promise<{names: string[]; commands: string[]}> {
	const {names, text} = behindDashes(io.argv, words, 'write what the game should run');
	if (names.length === 0 && !selects(options)) {
		throw new UsageError(`Write the servers, then --, then the command: ${example}.`);
	}
	if (options.file === undefined) {
		if (text === undefined) throw new UsageError(`Write the servers, then --, then the command: ${example}.`);
		return {names, commands: [text]};
	}
	if (text !== undefined) throw new UsageError('Give the commands with -f or behind --, not both.');
	return {names, commands: await readLines(io, options.file)};
}

function readTimeout(text: string): number {
	const timeoutMs = Number(text);
	if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 25_000) {
		throw new UsageError('--timeout takes whole milliseconds from 1 to 25000, such as 5000.');
	}
	return timeoutMs;
}

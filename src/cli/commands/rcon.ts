import type {Command} from 'commander';
import {endpoints} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {requestOf} from '../../contract/request.ts';
import {dangerInAny} from '../../actions/danger.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {splitAtDashes} from '../dash-args.ts';
import type {Asked} from '../consent.ts';
import {writeRequests} from '../dry-run.ts';
import {nameOf, serversFor} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {codeOf, interruptedText} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../command-run.ts';
import {openProgress} from '../progress.ts';
import {readLines} from '../rcon-lines.ts';
import {answerOf, awaitedCommand, plain, sendAll} from '../rcon-send.ts';
import {printAnswers} from '../rcon-text.ts';
import {addSelector, chosenServers, selects, type Selector} from '../selectors.ts';
import {withService} from '../session.ts';
import {rconCommandMessages} from '../../messages/cli-rcon.ts';
import {cliOptionMessages, findMessages} from '../../messages/cli-options.ts';

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
		.description(rconCommandMessages.description)
		.usage(rconCommandMessages.usage)
		.argument('[server...]', rconCommandMessages.serverHelp(findMessages.serverHelp))
		.option('-f, --file <file>', rconCommandMessages.fileHelp)
		.option('--no-await', rconCommandMessages.noWaitHelp)
		.option('--timeout <ms>', rconCommandMessages.timeoutHelp, '5000')
		.option('--group', rconCommandMessages.groupHelp)
		.option('--table', rconCommandMessages.tableHelp)
		.option('--dry-run', cliOptionMessages.dryRun)
		.option('--json', cliOptionMessages.json);
	addSelector(command).action(
		run(async (io, flags, options: Options, words) => {
			const timeoutMs = readTimeout(options.timeout);
			const {names, commands} = await takeApart(io, words, options);
			return withService(
				io,
				flags,
				async call => {
					const {api, config, signal, consent} = call;
					const servers = chosenServers(await serversFor(io, call, names), names, options);
					const waits = options.await !== false;
					const request = (serverId: string, command: string) =>
						waits
							? requestOf(endpoints.awaitRcon, {serverId, command, timeoutMs})
							: requestOf(endpoints.sendRcon, {serverId, command});
					// All of them are checked before the first is sent.
					const requests = servers.flatMap(({id}) => commands.map(command => request(id, command)));
					if (options.dryRun) return writeRequests(io, requests, options.json);
					const asked = askedFor(servers, commands, {
						isSelected: selects(options),
						dangerous: config.dangerous,
					});
					if (asked) await consent(asked);
					const send = waits ? awaitedCommand(api, timeoutMs, signal) : plain(api, signal);
					const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
					const {settled} = progress;
					const outcomes = await sendAll(servers, commands, send, {signal, settled}).finally(progress.close);
					if (options.json) {
						const results = outcomes.map(outcome => ({...answerOf(outcome), command: outcome.command}));
						writeJson(io, {results});
					}
					const {group = false, table = false} = options;
					printAnswers(io, outcomes, {group, table, waits, answers: !options.json && waits});
					if (io.ending.aborted) say(io, interruptedText(outcomes));
					return codeOf(outcomes);
				},
				{sends: !options.dryRun, typed: true},
			);
		}),
	);
}

type SendContext = {isSelected: boolean; dangerous: readonly string[]};

/** What must be agreed to first: that a command goes to several servers, or that it looks destructive. */
function askedFor(
	servers: readonly GameServer[],
	commands: readonly string[],
	{isSelected, dangerous}: SendContext,
): Asked | undefined {
	const danger = dangerInAny(
		commands,
		servers.map(({gameType}) => gameType),
		dangerous,
	);
	const names = servers.map(nameOf);
	const isMany = names.length > 1;
	const shared = {
		act: rconCommandMessages.act(
			commands.map(printableLine).join('; '),
			isMany ? rconCommandMessages.servers(names.length) : names.join(),
		),
		word: isMany ? String(names.length) : names.join(),
	};
	if (danger !== undefined) {
		const verb = rconCommandMessages.destructiveVerb;
		const warning = rconCommandMessages.destructive(danger);
		return {...shared, verb, warning, risk: isMany ? 'type' : 'hold'};
	}
	if (isSelected) return {...shared, verb: rconCommandMessages.selectedVerb, risk: 'hold'};
	return isMany
		? {...shared, verb: rconCommandMessages.severalVerb, risk: 'review', isHarmless: true}
		: undefined;
}

async function takeApart(
	io: Io,
	words: readonly string[],
	options: Options,
): Promise<{names: string[]; commands: string[]}> {
	const {names, text} = splitAtDashes(io.argv, words, rconCommandMessages.writeCommand);
	if (names.length === 0 && !selects(options)) {
		throw new UsageError(rconCommandMessages.commandMissing(rconCommandMessages.example));
	}
	if (options.file === undefined) {
		if (text === undefined)
			throw new UsageError(rconCommandMessages.commandMissing(rconCommandMessages.example));
		return {names, commands: [text]};
	}
	if (text !== undefined) throw new UsageError(rconCommandMessages.fileAndCommand);
	return {names, commands: await readLines(io, options.file)};
}

function readTimeout(text: string): number {
	const timeoutMs = Number(text);
	if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 25_000) {
		throw new UsageError(rconCommandMessages.wrongTimeout);
	}
	return timeoutMs;
}

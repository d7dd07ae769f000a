import type {Command} from 'commander';
import type {Api} from '../../contract/endpoints/index.ts';
import {printable} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import {findServer, nameOf} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {askAll, codeOf, resultOf, type Outcome} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {withService} from '../session.ts';

type Options = {await?: boolean; timeout: string; json?: true};
/** `response` undefined: the game could not be reached, or the command was sent without waiting. */
type Result = {response?: string | undefined; commandId?: string | undefined};

export function addRcon(program: Command, run: Run): void {
	program
		.command('rcon')
		.description('Run an RCON command on one or more servers, and wait for the answers')
		.usage('[options] SERVER... -- COMMAND')
		.argument('<server...>', 'id, display name, or a unique part of it; then -- and the command')
		.option('--no-await', 'send the command and do not wait for its answer')
		.option('--timeout <ms>', 'how long the service waits for the game', '5000')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, options: Options, words) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const {names, command} = takeApart(io.argv, words);
					const timeoutMs = readTimeout(options.timeout);
					const {items} = await api.listServers({teamId: await teamId()}, {signal});
					const servers = new Set(names.map(name => findServer(items, name)));
					const send = options.await === false ? plain(api, signal) : awaited(api, timeoutMs, signal);
					const outcomes = await askAll(servers, ({id}) => send(id, command));
					if (options.json) {
						const results = outcomes.map(outcome => ({...resultOf(outcome), command}));
						writeJson(io, {results});
					}
					tell(io, outcomes, options);
					return codeOf(outcomes);
				}),
			),
		);
}

/** What stands behind the first `--` is the command; the shell has taken its words apart, spaces join them. */
function takeApart(argv: readonly string[], words: readonly string[]): {names: string[]; command: string} {
	const dashes = argv.indexOf('--');
	const behind = dashes === -1 ? 0 : argv.length - dashes - 1;
	const names = words.slice(0, words.length - behind);
	if (dashes === -1 || names.length === 0) {
		throw new UsageError('Write the servers, then --, then the command: rcondeck rcon NAME -- ListPlayers.');
	}
	const command = words.slice(names.length).join(' ').trim();
	if (command === '') throw new UsageError('The command behind -- is blank: write what the game should run.');
	return {names, command};
}

function readTimeout(text: string): number {
	const timeoutMs = Number(text);
	if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 25_000) {
		throw new UsageError('--timeout takes whole milliseconds from 1 to 25000, such as 5000.');
	}
	return timeoutMs;
}

type Send = (serverId: string, command: string) => Promise<{result: Result; code: ExitCode}>;

const awaited =
	(api: Api, timeoutMs: number, signal: AbortSignal): Send =>
	async (serverId, command) => {
		const {response, commandId} = (await api.awaitRcon({serverId, command, timeoutMs}, {signal})).command;
		return {
			result: {response, commandId},
			code: response === undefined ? exitCodes.failed : exitCodes.done,
		};
	};

const plain =
	(api: Api, signal: AbortSignal): Send =>
	async (serverId, command) => {
		await api.sendRcon({serverId, command}, {signal});
		return {result: {}, code: exitCodes.done};
	};

/** Answers on stdout, under the server's name where there are several; failures on stderr. */
function tell(io: Io, outcomes: readonly Outcome<Result>[], {json, await: waits}: Options): void {
	const clean = (text: string) => (io.stdout.isTTY ? printable(text) : text);
	for (const {server, result, error} of outcomes) {
		const response = result?.response;
		if (error) say(io, `${nameOf(server)}: ${error.message}`);
		else if (waits === false) say(io, `${nameOf(server)}: sent; the answer comes by the feed.`);
		else if (response === undefined) say(io, `${nameOf(server)}: The game could not be reached.`);
		else if (!json) {
			const head = outcomes.length > 1 ? `== ${nameOf(server)} ==\n` : '';
			io.stdout.write(head + (response === '' ? '' : clean(response.replace(/\n?$/, '\n'))));
		}
	}
}

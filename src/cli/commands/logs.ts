import type {Command} from 'commander';
import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text/text.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {findMessages} from '../../messages/cli.ts';
import {logsMessages as messages} from '../../messages/own-servers.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say, serverFields, writeJsonLine} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {wholeNumber} from '../start/service-folder.ts';
import {type Call, withService} from '../start/session.ts';
import {describe} from './describe.ts';
import {findServer, nameOf, serversFor} from './find/find-servers.ts';

type Options = {follow?: true; limit: string; json?: true};

export function addLogs(program: Command, run: Run): void {
	describe(program.command('logs'), messages)
		.argument('<server>', findMessages.serverHelp)
		.option('--follow', messages.followHelp)
		.option('--limit <n>', messages.limitHelp, '100')
		.addOption(jsonOption(messages.jsonHelp))
		.action(
			run((io, flags, options: Options, [word = '']) => {
				const limit = wholeNumber(options.limit, '--limit', 1, maxLines);
				return withService(
					io,
					flags,
					async call => {
						const server = findServer(await serversFor(io, call, [word]), word);
						const write = (lines: readonly string[]) => writeLines(io, server, lines, options);
						return options.follow
							? follow(io, call, server, limit, write)
							: printOnce(io, call, server, limit, write);
					},
					{follows: options.follow === true},
				);
			}),
		);
}

/** The maximum that the service keeps. */
const maxLines = 500;
/** How often the output is read with `--follow`, ms. */
const readEveryMs = 1000;

type Write = (lines: readonly string[]) => void;

/** If the service does not keep the output, prints the end of it that a failed action has reported. */
async function printOnce(
	io: Io,
	call: Call,
	server: GameServer,
	limit: number,
	write: Write,
): Promise<ExitCode> {
	const {api, signal} = call;
	try {
		const {lines} = await api.getServerOutput({serverId: server.id}, {signal});
		write(lines.slice(-limit));
		if (lines.length === 0) say(io, messages.none(nameOf(server)));
	} catch (error) {
		if (!(error instanceof ApiError) || error.reason !== 'refused' || error.status === 401) throw error;
		const {report} = await api.getServer({serverId: server.id}, {signal});
		if (report === undefined || report.log.length === 0) throw error;
		write(report.log.slice(-limit));
		say(io, messages.ofReport(nameOf(server)));
	}
	return exitCodes.done;
}

/** Prints new lines each second. Failures are temporary: the server continues to write. */
async function follow(
	io: Io,
	{api, signal}: Call,
	server: GameServer,
	limit: number,
	write: Write,
): Promise<ExitCode> {
	let before: readonly string[] | undefined;
	let problem = '';
	while (!signal.aborted) {
		try {
			const {lines} = await api.getServerOutput(
				{serverId: server.id},
				{signal, background: before !== undefined},
			);
			const fresh = before && newLines(before, lines);
			if (before && fresh === undefined) say(io, messages.missed(nameOf(server)));
			write(before ? (fresh ?? lines) : lines.slice(-limit));
			before = lines;
			problem = '';
		} catch (error) {
			if (before === undefined || !(error instanceof ApiError) || signal.aborted) throw error;
			if (error.message !== problem) say(io, error.message);
			problem = error.message;
		}
		await pause(systemClock, readEveryMs, signal).catch(() => {});
	}
	return exitCodes.interrupted;
}

/**
Returns the lines that follow the ones read before; undefined if none of those is left, so that lines may be missing. The last
line read before may have been unfinished.
*/
export function newLines(before: readonly string[], now: readonly string[]): readonly string[] | undefined {
	for (let gone = 0; gone < before.length; gone++) {
		const kept = before.length - gone;
		const last = kept - 1;
		if (kept > now.length) continue;
		const isSame = before.every(
			(line, at) =>
				at < gone || line === now[at - gone] || (at - gone === last && now[last]?.startsWith(line)),
		);
		if (isSame) return now.slice(now[last] === before.at(-1) ? kept : last);
	}
	return before.length === 0 ? now : undefined;
}

function writeLines(io: Io, server: GameServer, lines: readonly string[], {json}: Options): void {
	for (const text of lines) {
		if (json) writeJsonLine(io, {...serverFields(server), text});
		else io.stdout.write(`${printableLine(text)}\n`);
	}
}

import {Option, type Command} from 'commander';
import {createPollDelay} from '../../app/servers/poll-servers.ts';
import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {isDown, isUp, knownPlayers} from '../../contract/states.ts';
import {UsageError} from '../../lib/errors.ts';
import {printableLine} from '../../lib/text/text.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {writeDuration} from '../../lib/time/duration.ts';
import {findMessages} from '../../messages/cli.ts';
import {waitCommandMessages as messages} from '../../messages/server-list.ts';
import {type ExitCode, exitCodes, failureText} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {jsonOption} from '../output/output-options.ts';
import {say, sayDone, writeJsonLine} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {durationOption} from '../start/deadline.ts';
import {type Call, withService} from '../start/session.ts';
import {describe} from './describe.ts';
import {findServer, nameOf, serversFor} from './find/find-servers.ts';

type Options = {for: string; timeout: string; json?: true};

/** Whether a server meets a condition; false while it is not known. */
type Condition = (server: GameServer) => boolean;

const comparisons = new Map<string, (players: number, limit: number) => boolean>([
	['<', (players, limit) => players < limit],
	['<=', (players, limit) => players <= limit],
	['>', (players, limit) => players > limit],
	['>=', (players, limit) => players >= limit],
]);

/** Reads `up`, `down`, `empty` or `players<5`. Throws `UsageError`. */
function conditionOf(text: string): Condition {
	if (text === 'up') return isUp;
	if (text === 'down') return isDown;
	if (text === 'empty') return server => knownPlayers(server) === 0;
	const [, sign = '', limit = ''] = /^players\s*([<>]=?)\s*(\d{1,6})$/.exec(text) ?? [];
	const compare = comparisons.get(sign);
	if (!compare) throw new UsageError(messages.wrongCondition(printableLine(text)));
	return server => {
		const players = knownPlayers(server);
		return players !== undefined && compare(players, Number(limit));
	};
}

export function addWait(program: Command, run: Run): void {
	describe(program.command('wait'), messages)
		.argument('<server>', findMessages.serverHelp)
		.addOption(new Option('--for <condition>', messages.forHelp).makeOptionMandatory())
		.option('--timeout <duration>', messages.timeoutHelp, '10m')
		.addOption(jsonOption(messages.jsonHelp))
		.action(
			run((io, flags, options: Options, [word = '']) => {
				const isMet = conditionOf(options.for);
				const withinMs = durationOption('--timeout', options.timeout);
				return withService(io, flags, call => waitFor(io, call, word, {...options, isMet, withinMs}), {
					follows: true,
				});
			}),
		);
}

type Wait = Options & {isMet: Condition; withinMs: number};

/** Polls the server until it meets the condition, and prints each change of its state and players meanwhile. */
async function waitFor(io: Io, call: Call, word: string, wait: Wait): Promise<ExitCode> {
	const {api, signal, config} = call;
	const {id: serverId} = findServer(await serversFor(io, call, [word]), word);
	const until = systemClock.monotonic() + wait.withinMs;
	const delayAfter = createPollDelay(Math.min(1000 * config.settings.poll_seconds, maxPollMs), Math.random);
	let shown = '';
	for (let isFirst = true; !signal.aborted; isFirst = false) {
		let delayMs: number;
		try {
			const server = await api.getServer({serverId}, {signal, background: !isFirst});
			const isMet = wait.isMet(server);
			const name = nameOf(server);
			const line = messages.now(name, server.state, knownPlayers(server));
			if (wait.json && (isMet || line !== shown)) writeJsonLine(io, recordOf(server, name, isMet));
			if (isMet) {
				sayDone(io, line);
				return exitCodes.done;
			}
			if (!wait.json && line !== shown) say(io, messages.waiting(line, wait.for));
			shown = line;
			delayMs = delayAfter({result: 'ok'});
		} catch (error) {
			if (isFirst || !(error instanceof ApiError) || signal.aborted) throw error;
			const result = error.status === 401 ? 'refused' : 'failed';
			delayMs = delayAfter({result, retryAfterMs: error.retryAfterMs});
			say(io, failureText(error));
		}
		const leftMs = until - systemClock.monotonic();
		if (leftMs <= 0) {
			say(io, messages.over(writeDuration(wait.withinMs), wait.for, shown));
			return exitCodes.failed;
		}
		await pause(systemClock, Math.min(delayMs, leftMs), signal).catch(() => {});
	}
	return exitCodes.interrupted;
}

/** The list is read as often as on screen, but a script does not wait longer than this for a change. */
const maxPollMs = 2000;

const recordOf = (
	{id: serverId, state, onlinePlayers}: GameServer,
	serverName: string,
	reached: boolean,
) => ({
	at: Date.now(),
	serverId,
	serverName,
	state: state ?? null,
	players: onlinePlayers ?? null,
	reached,
});

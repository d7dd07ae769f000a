import type {Unreadable} from '../contract/models/listed.ts';
import type {GameServer} from '../contract/models/server.ts';
import {ApiError} from '../contract/errors.ts';
import {createPollDelay} from '../app/servers/poll.ts';
import {formatDuration} from '../lib/ago.ts';
import {deepEqual} from '../lib/deep-equal.ts';
import {pause, systemClock, type Clock} from '../lib/clock.ts';
import {printableLine} from '../lib/text.ts';
import {endOfStream} from './deadline.ts';
import type {ExitCode} from './exit-codes.ts';
import {failureText} from './failure-text.ts';
import {nameOf} from './find-servers.ts';
import type {Io} from './io.ts';
import {sayUnreadable} from './listing.ts';
import {secondsText} from './moments.ts';
import {say, serverRecord, writeJsonLine} from './output.ts';
import {filterOf, type Filters} from './selectors.ts';
import {savedView, viewTest} from './saved-view.ts';
import type {Call} from './session.ts';
import {watchServersMessages} from '../messages/cli-servers.ts';

/** Prints every server once, then again on each change, until interrupted. */
export async function watchServers(
	io: Io,
	{api, config, signal, teamId}: Call,
	options: Filters & {view?: string; json?: true; commands?: true},
	clock: Clock = systemClock,
): Promise<ExitCode> {
	const view = savedView(config, options.view) ?? {};
	const id = await teamId();
	let before = new Map<string, GameServer>();
	let isFirst = true;
	let known: readonly Unreadable[] = [];
	const delayAfter = createPollDelay(config.pollMs, Math.random);
	let matches: ((server: GameServer) => boolean) | undefined;
	while (!signal.aborted) {
		let delayMs: number;
		try {
			const asked = {signal, background: !isFirst, ...(options.json && {asSent: true})};
			const {items, unreadable} = await api.listServers({teamId: id}, asked);
			// Keep the meaning of a filter while servers come and go.
			if (!matches) {
				const [passes, isInView] = [filterOf(items, options), viewTest(items, view)];
				matches = server => passes(server) && isInView(server);
			}
			if (!deepEqual(unreadable, known)) sayUnreadable(io, unreadable);
			known = unreadable;
			const now = new Map(items.filter(matches).map(one => [one.id, one]));
			for (const server of now.values()) {
				if (lineOf(before.get(server.id)) !== lineOf(server)) printChange(io, server, 'changed', options);
			}
			for (const server of before.values()) {
				if (!now.has(server.id)) printChange(io, server, 'gone', options);
			}
			// The next poll may change polled records in place, unless they are kept as sent.
			before = options.json ? now : new Map(now.values().map(server => [server.id, {...server}]));
			isFirst = false;
			delayMs = delayAfter({result: 'ok'});
		} catch (error) {
			// Credentials that were rejected from the start stay invalid; a later rejection may be temporary.
			if (isFirst || !(error instanceof ApiError)) throw error;
			const result = error.status === 401 ? 'refused' : 'failed';
			delayMs = delayAfter({result, retryAfterMs: error.retryAfterMs});
			if (!signal.aborted) say(io, watchServersMessages.nextTry(failureText(error), formatDuration(delayMs)));
		}
		await pause(clock, delayMs, signal).catch(() => {});
	}
	return endOfStream(io);
}

/** Returns the text whose changes are printed. */
function lineOf(server: GameServer | undefined): string | undefined {
	if (!server) return undefined;
	const {state, onlinePlayers, map, nodeName, nodeId, problem, report} = server;
	const parts = [nameOf(server), state ?? '-', onlinePlayers ?? '-', map ?? '-', nodeName ?? nodeId ?? '-'];
	// For real servers: why it is not up, and what the service did about it.
	return [...parts, ...[problem, report?.message].filter(text => text !== undefined)].join('  ');
}

function printChange(
	io: Io,
	server: GameServer,
	change: 'changed' | 'gone',
	{json, commands}: {json?: true; commands?: true},
): void {
	const at = Date.now();
	if (json) writeJsonLine(io, {at, change, server: serverRecord(io, commands)(server)});
	else {
		const line = change === 'gone' ? watchServersMessages.gone(nameOf(server)) : (lineOf(server) ?? '');
		io.stdout.write(`${secondsText(at)}  ${printableLine(line)}\n`);
	}
}

import {isoTime} from '../../lib/time/ago.ts';
import type {SentOutput} from '../../contract/packets.ts';
import type {Clock} from '../../lib/time/clock.ts';
import type {ConsoleLine} from '../console/connection.ts';

/** Unsolicited game output on the team feed. */
export type OutputPacket = {serverId: string; output: SentOutput};

type Options = {clock: Clock; publish: (packet: OutputPacket) => void};

/** Lines are sent together: after this time, or as soon as there are this many lines or characters. */
const batch = {ms: 200, lines: 50, characters: 16_384};
/** The limits for one server within this time. The rest is omitted and counted: a feed is not a log file. */
const budget = {ms: 1000, lines: 200, characters: 65_536};
/** A longer line is cut. */
const maxLineLength = 1000;

/** The lines of one server that were not sent yet, and the amount that it has sent since `since`. */
type Backlog = {
	since: number;
	lines: number;
	characters: number;
	waiting: ConsoleLine[];
	waitingCharacters: number;
	/** The time of the first waiting or omitted line. */
	at: number;
	omitted: number;
	cancelTimer: () => void;
};

/** Collects unsolicited game output into packets of limited size and number. */
export function createOutputFeed({clock, publish}: Options) {
	const backlogs = new Map<string, Backlog>();

	const send = (serverId: string, backlog: Backlog) => {
		backlog.cancelTimer();
		const {waiting: lines, omitted, at} = backlog;
		Object.assign(backlog, {waiting: [], waitingCharacters: 0, omitted: 0});
		if (lines.length > 0 || omitted > 0)
			publish({serverId, output: {timestamp: isoTime(at), lines, omitted}});
		backlog.cancelTimer = clock.after(budget.ms, () => void backlogs.delete(serverId));
	};
	const backlogOf = (serverId: string): Backlog => {
		const known = backlogs.get(serverId);
		const now = clock.monotonic();
		if (known && now - known.since < budget.ms) return known;
		// Omitted lines come before the lines that follow.
		if (known && known.omitted > 0) send(serverId, known);
		const fresh = {since: now, lines: 0, characters: 0};
		const backlog: Backlog = known
			? Object.assign(known, fresh)
			: {...fresh, waiting: [], waitingCharacters: 0, at: 0, omitted: 0, cancelTimer: () => {}};
		backlogs.set(serverId, backlog);
		return backlog;
	};
	const sendIn = (ms: number, serverId: string, backlog: Backlog) => {
		backlog.cancelTimer();
		backlog.cancelTimer = clock.after(ms, () => send(serverId, backlog));
	};
	return {
		add: (serverId: string, {kind, text: whole}: ConsoleLine) => {
			const backlog = backlogOf(serverId);
			const text = shorten(whole);
			if (backlog.waiting.length === 0 && backlog.omitted === 0) backlog.at = clock.now();
			const isTooMuch =
				backlog.omitted > 0 ||
				backlog.lines >= budget.lines ||
				backlog.characters + text.length > budget.characters;
			if (isTooMuch) {
				// Reported once per budget, together with the last lines that it allowed.
				if (backlog.omitted++ === 0)
					sendIn(Math.max(1, budget.ms - (clock.monotonic() - backlog.since)), serverId, backlog);
				return;
			}
			backlog.lines++;
			backlog.characters += text.length;
			backlog.waiting.push({kind, text});
			backlog.waitingCharacters += text.length;
			const isFull = backlog.waiting.length >= batch.lines || backlog.waitingCharacters >= batch.characters;
			if (isFull) send(serverId, backlog);
			else if (backlog.waiting.length === 1) sendIn(batch.ms, serverId, backlog);
		},
		close: () => {
			for (const {cancelTimer} of backlogs.values()) cancelTimer();
			backlogs.clear();
		},
	};
}

/** Cuts a line that is too long, but not in the middle of a character. */
function shorten(text: string): string {
	if (text.length <= maxLineLength) return text;
	return `${text.slice(0, maxLineLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

import type {Memorable} from '../../actions/memorable.ts';
import {knownGames} from '../../games/games.ts';
import {
	type JournalChanges,
	noShift,
	noTeamJournal,
	type PastEntry,
	type PlayerHistory,
	type SessionJournal,
	type ShiftRecords,
	type TeamJournal,
} from '../../app/kernel/state/journal.ts';
import type {JournalLine} from '../../journal/entry.ts';
import type {Journal, Unread} from '../../journal/journal.ts';
import type {Mentions} from '../../journal/read.ts';
import type {JournalChanges as StoredChanges} from '../../journal/changes-since.ts';
import {type Clock, pause, systemClock} from '../../lib/time/clock.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {journalFileMessages} from '../../messages/journal.ts';

export type LazyJournal = SessionJournal & {
	/** Writes pending entries. */
	close: () => Promise<void>;
};

/** Higher than the journal's own limit. */
const maxQueued = 100_000;
/** How long commands, and the end of the program, wait for the journal to open, ms. */
const [flushWithinMs, closeWithinMs] = [500, 2000];

/**
Returns a journal immediately and opens its file in the background; entries are queued until then. `onProblem` learns that it
cannot be opened, and how many entries were lost.
*/
export function lazyJournal(
	open: () => Promise<Journal>,
	onProblem: (words: string) => void,
	clock: Clock = systemClock,
): LazyJournal {
	let journal: Journal | undefined;
	let waiting: Memorable[] = [];
	let lost = 0;
	let hasFailed = false;
	const openedAt = clock.now();
	const opening = open().then(
		opened => {
			journal = opened;
			opened.remember(waiting);
			waiting = [];
			return opened;
		},
		() => {
			hasFailed = true;
			lost += waiting.length;
			waiting = [];
			onProblem(journalFileMessages.cannotBeOpened);
			return undefined;
		},
	);
	const opensWithin = async (ms: number) => {
		const over = new AbortController();
		await Promise.race([opening, pause(clock, ms, over.signal).catch(() => {})]);
		over.abort();
	};
	const ask = async <Result>(from: (journal: Journal) => Result, otherwise: Result): Promise<Result> => {
		const opened = await opening;
		return opened ? from(opened) : otherwise;
	};
	return {
		keep: entries => {
			if (journal) journal.remember(entries);
			else if (!hasFailed && waiting.length < maxQueued) pushAll(waiting, entries);
			else lost += entries.length;
		},
		flush: () => {
			if (!journal)
				return hasFailed ? undefined : opensWithin(flushWithinMs).then(() => journal?.rememberNow([]));
			journal.rememberNow([]);
			return undefined;
		},
		sent: (serverId, gameType) => ask(opened => opened.history(serverId, gameType), {server: [], game: []}),
		readUpTo: serverId => ask(opened => opened.readUpTo(serverId), undefined),
		markRead: (serverId, at) => void ask(opened => opened.markRead(serverId, at), undefined),
		lastChanges: () => ask(opened => opened.lastChanges(), []),
		acknowledged: () => ask(opened => opened.acknowledged(), []),
		playerHistory: playerId =>
			ask(opened => historyOf(opened.mentions(playerId, listCommands())), {sightings: [], acts: []}),
		flagged: () => ask(opened => opened.flagged(), []),
		bans: () => ask(opened => opened.bans().flatMap(banAct), []),
		changes: () => ask(opened => changesOf(opened.changes(), openedAt), undefined),
		setTeam: teamId => void ask(opened => opened.setTeam(teamId), undefined),
		past: limit => ask(opened => opened.past(limit).flatMap(pastEntry), []),
		unread: () => ask<Unread | undefined>(opened => opened.unread(), undefined),
		shift: since => ask<ShiftRecords>(opened => opened.shift(since), noShift),
		samples: (from, to) => ask(opened => opened.samples(from, to), []),
		samplesOf: server => ask(opened => opened.samplesOf(server), []),
		teamJournal: () => ask<TeamJournal>(opened => opened.teamJournal(), noTeamJournal),
		cutJobs: () => ask(opened => opened.cutJobs(), []),
		takeJobRequests: () => ask(opened => opened.takeJobRequests(), []),
		close: async () => {
			await opensWithin(closeWithinMs);
			journal?.close();
			if (lost + waiting.length > 0) onProblem(journalFileMessages.lost(lost + waiting.length));
		},
	};
}

/** The list commands of all games. */
const listCommands = (): string[] => [
	...new Set(knownGames().flatMap(({players}) => players?.list.toLowerCase() ?? [])),
];

const historyOf = ({answers, acts}: Mentions): PlayerHistory => ({
	sightings: answers,
	acts: acts.flatMap(({at, server, activity}) => (activity ? [{at, server, activity}] : [])),
});

const banAct = ({at, serverId, activity}: JournalLine) =>
	activity && serverId !== undefined ? [{at, serverId, activity}] : [];

function changesOf(changes: StoredChanges | undefined, openedAt: number): JournalChanges | undefined {
	return (
		changes && {
			...changes,
			acted: changes.acted.flatMap(({id, at, kind, serverId, server, activity, source}) =>
				activity && kind !== 'state'
					? {id: String(id), at, serverId, server, activity, source, isOld: at < openedAt}
					: [],
			),
		}
	);
}

/** Skips commands: the service returns them itself. */
function pastEntry({id, at, kind, serverId, server, text = '', to, activity}: JournalLine): PastEntry[] {
	const entry = {id: String(id), at, serverId, server};
	if (activity) return [{...entry, kind: 'note', activity}];
	if (kind === 'mark') return [{...entry, kind: 'bookmark', text}];
	return kind === 'gap' ? [{...entry, kind, to}] : [];
}

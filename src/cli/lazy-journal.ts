import type {Memorable} from '../actions/memorable.ts';
import {knownGames} from '../games/games.ts';
import type {SessionJournal, JournalChanges, PastEntry, PlayerHistory} from '../app/kernel/journal.ts';
import type {JournalLine} from '../journal/entry.ts';
import type {Journal} from '../journal/journal.ts';
import type {Mentions} from '../journal/read.ts';
import type {JournalChanges as StoredChanges} from '../journal/changes-since.ts';
import {pushAll} from '../lib/long-lists.ts';

export type LazyJournal = SessionJournal & {
	/** Writes pending entries. */
	close: () => Promise<void>;
};

/** Higher than the journal's own limit. */
const maxQueued = 100_000;

/** Returns a journal immediately and opens its file in the background; entries are queued until then. */
export function lazyJournal(open: () => Promise<Journal>): LazyJournal {
	let journal: Journal | undefined;
	let waiting: Memorable[] = [];
	const openedAt = Date.now();
	const opening = open().then(opened => {
		journal = opened;
		opened.remember(waiting);
		waiting = [];
		return opened;
	});
	return {
		keep: entries => {
			if (journal) journal.remember(entries);
			else if (waiting.length < maxQueued) pushAll(waiting, entries);
		},
		flush: async () => (await opening).rememberNow([]),
		sent: async (serverId, gameType) => (await opening).history(serverId, gameType),
		readUpTo: async serverId => (await opening).readUpTo(serverId),
		markRead: (serverId, at) => void opening.then(opened => opened.markRead(serverId, at)),
		lastChanges: async () => (await opening).lastChanges(),
		acknowledged: async () => (await opening).acknowledged(),
		playerHistory: async playerId => historyOf((await opening).mentions(playerId, listCommands())),
		changes: async () => changesOf((await opening).changes(), openedAt),
		setTeam: teamId => void opening.then(opened => opened.setTeam(teamId)),
		past: async limit => (await opening).past(limit).flatMap(pastEntry),
		unread: async () => (await opening).unread(),
		shift: async since => (await opening).shift(since),
		samples: async (from, to) => (await opening).samples(from, to),
		cutJobs: async () => (await opening).cutJobs(),
		close: async () => (await opening).close(),
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

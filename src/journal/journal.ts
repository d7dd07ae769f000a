import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/clock.ts';
import {hasSecret} from '../lib/secrets.ts';
import {thisProcess} from '../lib/this-process.ts';
import type {Memorable} from '../actions/memorable.ts';
import {shellPrefix, type JournalLine} from './entry.ts';
import {createChangesSince, type JournalChanges} from './changes-since.ts';
import {defaultLimits, type Limits} from './prune.ts';
import {
	readAcknowledged,
	readFeedProof,
	readLastChanges,
	readLines,
	readNotes,
	readSent,
	type AcknowledgedState,
	type FeedProof,
	type LastChange,
} from './read.ts';
import {everyScope, showScope, type Scope} from './scope.ts';
import {openStorage} from './storage.ts';

export type Journal = {
	/** Takes entries in; they are written a moment later, and never here. */
	remember: (entries: readonly Memorable[]) => void;
	/** The same, and they are in the file when it returns, unless it cannot be written: then they wait. */
	rememberNow: (entries: readonly Memorable[]) => void;
	/** Lines that were typed and sent, oldest first, each once: to a server, and to all of its game. */
	history: (serverId: string, gameType: string | undefined) => {server: string[]; game: string[]};
	/** The newest lines, oldest first. */
	recent: (limit: number, serverId?: string) => JournalLine[];
	/** The newest change of state of each server. */
	lastChanges: () => LastChange[];
	/** Whose trouble was acknowledged, in which state and when; what was taken back is not there. */
	acknowledged: () => AcknowledgedState[];
	/** What the last session found of the feed: answers in a row that it did not deliver; undefined where none judged it. */
	feedProof: () => FeedProof | undefined;
	/** What others have written since this was asked before; undefined where nothing was. */
	changes: () => JournalChanges | undefined;
	/** The newest changes of state, acts and gaps from before the journal was opened, oldest first. */
	past: (limit: number) => JournalLine[];
	/** Up to where the console of a server has been read, epoch ms. */
	readUpTo: (serverId: string) => number | undefined;
	markRead: (serverId: string, at: number) => void;
	/** The team whose servers these are, once the service has named it: part of what is written and read from then on. */
	setTeam: (teamId: string) => void;
	/** Writes what is still to be written. */
	close: () => void;
	/** The same, quicker, for a process that ends now. */
	leave: () => void;
};

export type JournalOptions = {
	path: string;
	clock: Clock;
	/** Said once for each kind of trouble, as a sentence. Nothing is ever thrown. */
	onProblem: (words: string) => void;
	limits?: Partial<Limits>;
	/** `shell`: what is told was sent by a one-shot command. */
	source?: 'shell';
	/** Whose work is written; reads see only this and what earlier versions wrote. Every entry where it is not given. */
	scope?: Omit<Scope, 'team'>;
};

const maxSentCommands = 2000;

/**
Opens the journal, or what can be had of it: a broken file is moved aside, and what cannot be written is kept only
while the program runs.
*/
export function openJournal({
	path,
	clock,
	onProblem,
	limits,
	source,
	scope: given = everyScope,
}: JournalOptions): Journal {
	const session = source === 'shell' ? `${shellPrefix}${thisProcess}` : crypto.randomUUID();
	const scope: Scope = {...given, team: ''};
	const {service} = scope;
	const storage = openStorage({
		path,
		clock,
		onProblem,
		limits: {...defaultLimits, ...limits},
		isShort: source === 'shell',
		session,
		scope,
	});
	const openedAt = clock.now();
	const changes = createChangesSince(session, service);
	const kept = (entries: readonly Memorable[]) =>
		entries.filter(entry => entry.kind !== 'typed' || !hasSecret(entry.text));
	return {
		remember: entries => storage.write(kept(entries)),
		rememberNow: entries => storage.writeNow(kept(entries)),
		history: (serverId, gameType) =>
			storage.read(database => readSent(database, serverId, gameType, maxSentCommands, service), {
				server: [],
				game: [],
			}),
		recent: (limit, serverId) => storage.read(database => readLines(database, {limit, serverId}), []),
		lastChanges: () => storage.read(readLastChanges, []),
		acknowledged: () =>
			storage.read(database => {
				changes.begin(database);
				return readAcknowledged(database, service);
			}, []),
		feedProof: () => storage.read(database => readFeedProof(database, service), undefined),
		changes: () => storage.readSettled(changes.look, undefined),
		past: limit => storage.read(database => readNotes(database, openedAt, limit), []),
		readUpTo: serverId => storage.read(database => readMark(database, serverId, service), undefined),
		markRead: (serverId, at) => storage.mark(serverId, at),
		setTeam: teamId => {
			if (scope.team === teamId) return;
			scope.team = teamId;
			storage.read(database => showScope(database, scope), undefined);
		},
		close: storage.close,
		leave: storage.leave,
	};
}

function readMark(database: DatabaseSync, serverId: string, service: string): number | undefined {
	const row = database
		.prepare("SELECT max(at) AS at FROM read_mark WHERE server_id = ? AND service IN ('', ?)")
		.get(serverId, service);
	return typeof row?.['at'] === 'number' ? row['at'] : undefined;
}

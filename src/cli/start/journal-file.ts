import {createHash} from 'node:crypto';
import path from 'node:path';
import {type Config, isDemo} from '../../config/load.ts';
import type {JournalLine} from '../../journal/entry.ts';
import type {Query, Shift} from '../../journal/read.ts';
import type {Scope} from '../../journal/scope.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import {journalFileMessages} from '../../messages/journal.ts';

export const journalPath = (stateDir: string): string => path.join(stateDir, 'journal.db');

/** Names the service in files that have data of several services. Empty for the demo. */
export const serviceNameOf = ({service, baseUrl}: Pick<Config, 'service' | 'baseUrl'>): string =>
	baseUrl ?? (service === 'local' || service === 'address' ? service : '');

/** The file of a journal, and the scope of its entries. */
export type JournalPlace = {path: string; scope: Scope};

/**
Returns the file and scope of a session's journal, still without a team. The demo has a separate file so that it
never mixes with real work.
*/
export function journalOf(
	config: Pick<Config, 'service' | 'baseUrl' | 'profileName' | 'stateDir' | 'credentials'>,
): JournalPlace {
	const {profileName, stateDir, credentials} = config;
	return {
		path: isDemo(config) ? path.join(stateDir, 'demo-journal.db') : journalPath(stateDir),
		scope: {
			profile: profileName,
			service: serviceNameOf(config),
			team: '',
			account: accountOf(credentials),
		},
	};
}

/** Tells credentials from others without revealing them. */
function accountOf(credentials: Config['credentials']): string | undefined {
	if (!credentials) return undefined;
	if (credentials.kind === 'application') return credentials.id;
	return createHash('sha256').update(credentials.token.reveal()).digest('hex').slice(0, 32);
}

type Source = {path: string; scope?: Scope};

/**
Reads lines of the journal, of one service and team or, without a scope, of all. Returns undefined if there is no
journal; this is reported, and none is created. Throws a `CommandError` if it cannot be read.
*/
export async function readJournal(io: Io, source: Source, query: Query): Promise<JournalLine[] | undefined> {
	const {readJournalFile} = await import('../../journal/reader.ts');
	return read(io, source, () => readJournalFile(source.path, source.scope, query));
}

/** Reads everything since a time, for a report; otherwise like `readJournal`. */
export async function readShift(io: Io, source: Required<Source>, since: number): Promise<Shift | undefined> {
	const {readShiftFile} = await import('../../journal/reader.ts');
	return read(io, source, () => readShiftFile(source.path, source.scope, since));
}

/** Reads the ids of flagged players; none if the journal cannot be read, because a list of players is of use without them. */
export async function readFlagged({path: file, scope}: JournalPlace): Promise<ReadonlySet<string>> {
	const {readFlaggedFile} = await import('../../journal/reader.ts');
	return new Set(await readIfReadable(() => readFlaggedFile(file, scope)));
}

/** Reads bans and unbans, oldest first; none if the journal cannot be read, because the lists of the games are of use without them. */
export async function readBanActs({path: file, scope}: JournalPlace): Promise<readonly JournalLine[]> {
	const {readBanActsFile} = await import('../../journal/reader.ts');
	return readIfReadable(() => readBanActsFile(file, scope));
}

async function readIfReadable<Item>(from: () => readonly Item[]): Promise<readonly Item[]> {
	const {JournalUnreadable} = await import('../../journal/reader.ts');
	try {
		return from();
	} catch (error) {
		if (error instanceof JournalUnreadable) return [];
		throw error;
	}
}

async function read<Result>(
	io: Io,
	{path: file}: Source,
	from: () => Result | undefined,
): Promise<Result | undefined> {
	const {JournalUnreadable} = await import('../../journal/reader.ts');
	try {
		const result = from();
		if (result !== undefined) return result;
	} catch (error) {
		if (error instanceof JournalUnreadable) throw new CommandError(error.message, exitCodes.failed);
		throw error;
	}
	say(io, journalFileMessages.noJournal(file));
	return undefined;
}

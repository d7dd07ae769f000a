import path from 'node:path';
import type {Config} from '../config/load.ts';
import type {JournalLine} from '../journal/entry.ts';
import type {Query} from '../journal/read.ts';
import type {Scope} from '../journal/scope.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {journalFileMessages} from '../messages/cli-journal-file.ts';

export const journalPath = (stateDir: string): string => path.join(stateDir, 'journal.db');

/**
Returns the file and scope of a session's journal, still without a team. The demo has a separate file so that it
never mixes with real work.
*/
export function journalOf({
	baseUrl,
	profileName,
	stateDir,
}: Pick<Config, 'baseUrl' | 'profileName' | 'stateDir'>): {path: string; scope: Scope} {
	const isDemo = baseUrl === undefined;
	return {
		path: isDemo ? path.join(stateDir, 'demo-journal.db') : journalPath(stateDir),
		scope: {profile: profileName, service: baseUrl ?? '', team: ''},
	};
}

/**
Reads lines of the journal, of one service and team or, without a scope, of all. Returns undefined if there is no
journal; this is reported, and none is created. Throws a `CommandError` if it cannot be read.
*/
export async function readJournal(
	io: Io,
	{path: file, scope}: {path: string; scope?: Scope},
	query: Query,
): Promise<JournalLine[] | undefined> {
	const {JournalUnreadable, readJournalFile} = await import('../journal/reader.ts');
	try {
		const lines = readJournalFile(file, scope, query);
		if (lines) return lines;
	} catch (error) {
		if (error instanceof JournalUnreadable) throw new CommandError(error.message, exitCodes.failed);
		throw error;
	}
	say(io, journalFileMessages.noJournal(file));
	return undefined;
}

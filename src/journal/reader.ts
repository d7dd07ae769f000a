import type {Job} from '../contract/models/job.ts';
import type {LastChange} from '../actions/last-change.ts';
import {statSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {journalMessages} from '../messages/journal.ts';
import type {Sample} from '../actions/sample.ts';
import type {JournalLine} from './entry.ts';
import {openDatabase} from './file.ts';
import {readJobs} from './jobs.ts';
import {createAnswerMatch} from './match-answers.ts';
import {
	readBanActs,
	readFlagged,
	readLastChanges,
	readLines,
	readShift,
	type Query,
	type Shift,
} from './read.ts';
import {readSamplesOf, type SamplesOf} from './samples.ts';
import {everyScope, showScope, type Scope} from './scope.ts';
import {problemOf} from './problems.ts';
import {noTeamState, readTeamState, type TeamState} from './team.ts';

/** The message is a sentence for the user. */
export class JournalUnreadable extends Error {
	override name = 'JournalUnreadable';
}

/** Short, because the screen freezes during the wait. */
const busyMs = 1000;

/** Throws if the file system cannot tell, for example because the file's folder is a file. */
function fileExists(file: string): boolean {
	try {
		statSync(file);
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
		throw error;
	}
}

/**
Reads lines, oldest first, for a process that uses the journal for nothing else; undefined if there is no file. Throws
`JournalUnreadable`. Unlike `openJournal`, never moves a damaged file and never continues without one.
*/
export function readJournalFile(
	file: string,
	scope: Scope = everyScope,
	query: Query = {},
): JournalLine[] | undefined {
	return readFrom(file, scope, database => readLines(database, query));
}

/** Reads everything since a time, for a report; otherwise like `readJournalFile`. */
export const readShiftFile = (file: string, scope: Scope, since: number): Shift | undefined =>
	readFrom(file, scope, database => readShift(database, scope, since));

/** Reads the samples of a server in a stretch of time, oldest first; otherwise like `readJournalFile`. */
export const readSamplesFile = (file: string, scope: Scope, server: SamplesOf): Sample[] | undefined =>
	readFrom(file, scope, database => readSamplesOf(database, scope.service, server));

/** Reads the newest state change of each server, and what may have caused it; otherwise like `readJournalFile`. */
export const readChangesFile = (file: string, scope: Scope): LastChange[] =>
	readFrom(file, scope, readLastChanges) ?? [];

/** Reads bans and unbans that may have run, oldest first; otherwise like `readJournalFile`. */
export const readBanActsFile = (file: string, scope: Scope): JournalLine[] =>
	readFrom(file, scope, readBanActs) ?? [];

/** Reads the ids of flagged players; otherwise like `readJournalFile`. */
export const readFlaggedFile = (file: string, scope: Scope): string[] =>
	readFrom(file, scope, readFlagged) ?? [];

/** Reads the jobs that started after `since` and still run, oldest first; otherwise like `readJournalFile`. */
export const readRunningJobsFile = (file: string, scope: Scope, since: number): Job[] =>
	readFrom(file, scope, database => readJobs(database, scope.service, since))?.flatMap(({job, isRunning}) =>
		isRunning ? [job] : [],
	) ?? [];

/** Reads how far the team's journal has been read; otherwise like `readJournalFile`. */
export const readTeamFile = (file: string, scope: Scope): TeamState =>
	readFrom(file, scope, database => readTeamState(database, scope, Date.now())) ?? noTeamState;

/** The rest of the journal can be read without it, for example from a full disk. */
function matchOrphans(database: DatabaseSync, {service}: Scope): void {
	try {
		createAnswerMatch(database, service, Date.now).matchOrphans();
	} catch (error) {
		if (problemOf(error) === 'broken') throw error;
	}
}

function readFrom<Result>(
	file: string,
	scope: Scope,
	read: (database: DatabaseSync) => Result,
): Result | undefined {
	try {
		if (!fileExists(file)) return undefined;
		const database = openDatabase(file, busyMs);
		try {
			matchOrphans(database, scope);
			showScope(database, scope);
			return read(database);
		} finally {
			database.close();
		}
	} catch (error) {
		const problem = problemOf(error);
		const words =
			problem === 'closed'
				? journalMessages.notOpened(file, error)
				: journalMessages.unreadable(file, journalMessages.reasons[problem]);
		throw new JournalUnreadable(words, {cause: error});
	}
}

import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/time/clock.ts';
import {journalMessages} from '../messages/journal.ts';
import {moveAside, openFile, openInMemory} from './file.ts';
import {showScope, type Scope} from './scope.ts';
import {problemOf, type JournalProblem} from './problems.ts';
import {createAnswerMatch, type AnswerMatch} from './match-answers.ts';
import {createWrite, type Write} from './write.ts';

export type Opened = {
	database: DatabaseSync;
	write: Write;
	answers: AnswerMatch;
	/** Prepares the view that reads use. Most one-shot commands only write. */
	prepareReads: () => void;
};

/**
`later`: try again after this many ms. `reopened`: another database was opened, try again immediately. `never`: give up.
*/
export type Attempt = {result: 'done' | 'reopened' | 'never'} | {result: 'later'; delayMs: number};

export type Holder = {
	/** Runs `work` with the file, opening it if necessary. Never throws. */
	attempt: (work: (opened: Opened) => void) => Attempt;
	/** Another process held the file at the last attempt. */
	isBusy: () => boolean;
	close: () => void;
};

type Options = {
	path: string;
	clock: Clock;
	onProblem: (words: string) => void;
	session: string;
	scope: Scope;
};

const busyAgainMs = 200;
const fullAgainMs = 15_000;
/** How long another process may hold the file before it is reported. */
const reportBusyAfterMs = 10_000;

/** Keeps the file open, falls back to memory if it cannot be used, and reports each problem once. */
export function createHolder({path, clock, onProblem, session, scope}: Options): Holder {
	let opened: Opened | undefined;
	let inMemory = false;
	let givenUp = false;
	let busySince: number | undefined;
	const reported = new Set<JournalProblem>();
	const report = createReporter(path, reported, onProblem);
	const writable = (database: DatabaseSync): Opened => {
		const answers = createAnswerMatch(database, scope.service, clock.now);
		const write = createWrite(database, {session, scope, answers});
		return {database, answers, write, prepareReads: createPrepareReads(database, scope)};
	};

	const open = (): Opened => {
		const {database, movedTo} = openFile(path, clock.now());
		if (movedTo !== undefined) report('broken', undefined, movedTo);
		return writable(database);
	};

	const shut = () => {
		try {
			opened?.database.close();
		} catch {
			// It is no longer used, and its problem has been reported.
		}
		opened = undefined;
	};

	const continueInMemory = (problem: JournalProblem, cause?: unknown): Attempt => {
		shut();
		report(problem, cause);
		const database = inMemory ? undefined : openInMemory();
		inMemory = true;
		if (!database) {
			givenUp = true;
			return {result: 'never'};
		}
		opened = writable(database);
		return {result: 'reopened'};
	};

	const recover = (error: unknown): Attempt => {
		const problem = problemOf(error);
		if (inMemory) return continueInMemory('failed');
		if (problem === 'busy') {
			busySince ??= clock.monotonic();
			if (clock.monotonic() - busySince > reportBusyAfterMs) report('busy');
			return {result: 'later', delayMs: busyAgainMs};
		}
		if (problem === 'full') {
			report('full');
			return {result: 'later', delayMs: fullAgainMs};
		}
		// Handles a file that broke while open; one that was already damaged was moved when it was opened.
		if (problem !== 'broken' || !opened || reported.has('broken')) return continueInMemory(problem, error);
		shut();
		try {
			report('broken', undefined, moveAside(path, clock.now()));
			return {result: 'reopened'};
		} catch (cause) {
			return continueInMemory('closed', cause);
		}
	};

	return {
		attempt: work => {
			if (givenUp) return {result: 'never'};
			try {
				opened ??= open();
				work(opened);
				busySince = undefined;
				return {result: 'done'};
			} catch (error) {
				return recover(error);
			}
		},
		isBusy: () => busySince !== undefined,
		close: shut,
	};
}

function createPrepareReads(database: DatabaseSync, scope: Scope): () => void {
	let shownTeam: string | undefined;
	return () => {
		if (shownTeam !== scope.team) showScope(database, scope);
		shownTeam = scope.team;
	};
}

/** Reports each problem once, with the reason or the place that follows it. */
const createReporter =
	(path: string, reported: Set<JournalProblem>, onProblem: (words: string) => void) =>
	(problem: JournalProblem, cause?: unknown, movedTo?: string) => {
		if (reported.has(problem)) return;
		reported.add(problem);
		const reason = problem === 'closed' ? journalMessages.reason(path, cause) : '';
		const place = movedTo === undefined ? '' : journalMessages.moved(movedTo);
		onProblem(journalMessages.problems[problem] + reason + place);
	};

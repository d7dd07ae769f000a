import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/clock.ts';
import {journalMessages} from '../messages/journal.ts';
import {moveAside, openFile, openInMemory} from './file.ts';
import {showScope, type Scope} from './scope.ts';
import {problemOf, type JournalProblem} from './problems.ts';
import {createWrite, type Write} from './write.ts';

export type Opened = {database: DatabaseSync; write: Write};

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
	const report = createReporter(reported, onProblem);
	const writable = (database: DatabaseSync): Opened => {
		showScope(database, scope);
		return {database, write: createWrite(database, session, scope)};
	};
	const reportMoved = (target: string) => report('broken', journalMessages.moved(target));

	const open = (): Opened => {
		const {database, movedTo} = openFile(path, clock.now());
		if (movedTo !== undefined) reportMoved(movedTo);
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

	const continueInMemory = (problem: JournalProblem): Attempt => {
		shut();
		report(problem);
		const database = inMemory ? undefined : openInMemory();
		inMemory = true;
		if (!database) {
			givenUp = true;
			return {result: 'never'};
		}
		opened = writable(database);
		return {result: 'reopened'};
	};

	const recover = (problem: JournalProblem): Attempt => {
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
		if (problem !== 'broken' || !opened || reported.has('broken')) return continueInMemory(problem);
		shut();
		try {
			reportMoved(moveAside(path, clock.now()));
			return {result: 'reopened'};
		} catch {
			return continueInMemory('closed');
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
				return recover(problemOf(error));
			}
		},
		isBusy: () => busySince !== undefined,
		close: shut,
	};
}

/** Reports each problem once. */
const createReporter =
	(reported: Set<JournalProblem>, onProblem: (words: string) => void) =>
	(problem: JournalProblem, more = '') => {
		if (reported.has(problem)) return;
		reported.add(problem);
		onProblem(journalMessages.problems[problem] + more);
	};

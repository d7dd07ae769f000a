import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {lazyJournal} from '../../src/cli/start/lazy-journal.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {Clock} from '../../src/lib/time/clock.ts';

/** Creates a folder for a journal file that several sessions of a test share. */
export function journalFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** Opens the journal in this folder as a session does. */
export function sessionJournal(folder: string, clock: Clock) {
	return lazyJournal(
		async () =>
			openJournal({
				path: path.join(folder, 'journal.db'),
				clock,
				onProblem: words => expect.fail(words),
			}),
		words => expect.fail(words),
		clock,
	);
}

import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {openJournal, type Journal, type JournalOptions} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt} from './entries.ts';

/** Returns the path of a journal that does not exist yet. */
export const newFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');

/** Opens a journal until the end of the test, which fails if the journal reports a problem. */
export function open(file: string, over: Partial<JournalOptions> = {}): Journal {
	const onProblem = (words: string) => expect.fail(words);
	const journal = openJournal({path: file, clock: manualClock(startAt), onProblem, ...over});
	onTestFinished(() => journal.close());
	return journal;
}

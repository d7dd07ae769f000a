import {existsSync} from 'node:fs';
import path from 'node:path';
import type {Journal} from '../journal/journal.ts';
import {systemClock} from '../lib/clock.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';

export const journalPath = (stateDir: string): string => path.join(stateDir, 'journal.db');

/** Reads what was remembered; a journal that is not there is not made. */
export async function readJournal<Result>(
	io: Io,
	stateDir: string,
	read: (journal: Journal) => Result,
): Promise<Result | undefined> {
	const file = journalPath(stateDir);
	if (!existsSync(file)) {
		say(
			io,
			`Nothing is remembered yet: ${file} comes with the first session of the deck, or with the first command that is sent.`,
		);
		return undefined;
	}
	const {openJournal} = await import('../journal/journal.ts');
	const journal = openJournal({path: file, clock: systemClock, onTrouble: words => say(io, words)});
	try {
		return read(journal);
	} finally {
		journal.close();
	}
}

import {existsSync} from 'node:fs';
import path from 'node:path';
import type {Config} from '../config/load.ts';
import type {Journal, JournalOptions} from '../journal/journal.ts';
import {systemClock} from '../lib/clock.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';

export const journalPath = (stateDir: string): string => path.join(stateDir, 'journal.db');

/** Where a session writes, and as whose work. The demo has a file of its own: it never mixes with real work. */
export function journalOf({
	baseUrl,
	profileName,
	stateDir,
}: Pick<Config, 'baseUrl' | 'profileName' | 'stateDir'>): Required<Pick<JournalOptions, 'path' | 'scope'>> {
	const isDemo = baseUrl === undefined;
	return {
		path: isDemo ? path.join(stateDir, 'demo-journal.db') : journalPath(stateDir),
		scope: {profile: profileName, service: baseUrl ?? ''},
	};
}

/** Reads what was remembered of a service and team, or of all without a scope; a journal that is not there is not made. */
export async function readJournal<Result>(
	io: Io,
	{path: file, scope}: Pick<JournalOptions, 'path' | 'scope'>,
	read: (journal: Journal) => Result,
): Promise<Result | undefined> {
	if (!existsSync(file)) {
		say(
			io,
			`Nothing is remembered yet: ${file} comes with the first session of the deck, or with the first command that is sent.`,
		);
		return undefined;
	}
	const {openJournal} = await import('../journal/journal.ts');
	const journal = openJournal({
		path: file,
		clock: systemClock,
		onTrouble: words => say(io, words),
		...(scope && {scope}),
	});
	try {
		return read(journal);
	} finally {
		journal.close();
	}
}

import {copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {textOf as lineText} from '../../../src/cli/output/journal-text.ts';
import {openJournal} from '../../../src/journal/journal.ts';
import {JournalUnreadable, readJournalFile, readShiftFile} from '../../../src/journal/reader.ts';
import {everyScope} from '../../../src/journal/scope.ts';
import {anAction, aNodeChange, stateChange} from '../../helpers/activities.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {commandEntry, typed} from '../../journal/entries.ts';
import {newFolder, remove} from './files.ts';
import {bytesOf, inputOf, pick, promise, textOf, type Target} from './target.ts';

/** A journal as this version writes it. */
function writeJournal(file: string): void {
	const journal = openJournal({
		path: file,
		clock: manualClock(),
		onProblem: problem => promise(false, problem),
	});
	const at = Date.UTC(2026, 10, 21, 3);
	journal.remember([
		commandEntry(1),
		commandEntry(2),
		typed('status', 3),
		...[stateChange('ONLINE', 'OFFLINE'), aNodeChange(), anAction('restart', {input: {delayMinutes: 5}})].map(
			activity => ({
				kind: 'note' as const,
				id: crypto.randomUUID(),
				at,
				serverId: 's1',
				server: 'isl-1',
				activity,
			}),
		),
	]);
	journal.close();
}

/** Reads everything that a program reads from a journal. */
function readAll(file: string): void {
	try {
		for (const line of readJournalFile(file) ?? []) lineText(line);
		for (const line of readShiftFile(file, everyScope, 0)?.records ?? []) lineText(line);
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
	}
	const journal = openJournal({path: file, clock: manualClock(), onProblem: () => {}});
	journal.recent(100);
	journal.history('s1', 'CS2');
	journal.lastChanges();
	journal.remember([commandEntry(99)]);
	promise(
		journal.recent(100).some(line => line.response === 'ok 99'),
		'a journal forgets what it was given',
	);
	journal.close();
}

const journalFile: Target = {
	name: 'journal file',
	pace: 'slow',
	open: () => {
		const folder = newFolder();
		const file = path.join(folder, 'journal.db');
		writeJournal(file);
		const bytes = readFileSync(file);
		let turn = 0;
		return {
			maxBytes: 2 * bytes.length,
			sample: () => [bytes],
			feed: input => {
				const place = path.join(folder, String(turn++));
				mkdirSync(place);
				writeFileSync(path.join(place, 'journal.db'), bytesOf(input));
				readAll(path.join(place, 'journal.db'));
				remove(place);
			},
			close: () => remove(folder),
		};
	},
};

/** Rows as another version may write them: `table column value`, one a line. */
const journalRows: Target = {
	name: 'journal rows',
	pace: 'slow',
	open: () => {
		const folder = newFolder();
		const original = path.join(folder, 'journal.db');
		writeJournal(original);
		const database = new DatabaseSync(original);
		const tables = database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
			.all();
		const columns = tables
			.map(({name}) => String(name))
			.filter(name => !/^(sqlite_|entry_words)/.test(name))
			.flatMap(table =>
				database
					.prepare(`PRAGMA table_info(${table})`)
					.all()
					.map(({name}) => `${table} ${String(name)}`),
			);
		database.close();
		let turn = 0;
		const values = [
			'null',
			'0',
			'-1',
			'1e300',
			'act',
			'state',
			'node',
			'failure',
			'command',
			'{"a":[1]}',
			'[',
			'restart',
			'answered',
			'',
		];
		return {
			words: columns,
			maxBytes: 4000,
			sample: random =>
				inputOf(...Array.from({length: 3}, () => `${pick(random, columns)} ${pick(random, values)}\n`)),
			feed: input => {
				const file = path.join(folder, `${turn++}.db`);
				copyFileSync(original, file);
				const changed = new DatabaseSync(file);
				for (const line of textOf(input).split('\n').slice(0, 20)) {
					const [, place, value = ''] = /^(\w+ \w+) (.*)$/s.exec(line) ?? [];
					const [table, column] = columns.includes(place ?? '') ? (place ?? '').split(' ') : [];
					if (table === undefined || column === undefined) continue;
					const given =
						value === 'null' ? null : value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
					try {
						changed
							.prepare(`UPDATE ${table} SET ${column} = ?`)
							.run(value.startsWith('\ud83d') ? Buffer.from(value) : given);
					} catch {
						// The table does not accept it.
					}
				}
				changed.close();
				readAll(file);
				for (const left of readdirSync(folder))
					if (left.startsWith(`${turn - 1}.db`)) remove(path.join(folder, left));
			},
			close: () => remove(folder),
		};
	},
};

export const journals: readonly Target[] = [journalFile, journalRows];

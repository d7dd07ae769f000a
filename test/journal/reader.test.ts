import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeEach, expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, told} from './entries.ts';

let file = '';
beforeEach(() => {
	const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	file = path.join(folder, 'journal.db');
});

const read = () => readJournalFile(file);

/** A whole journal, with enough in it to fill several pages. */
function write() {
	const clock = manualClock(startAt);
	const journal = openJournal({path: file, clock, onTrouble: words => expect.fail(words)});
	journal.rememberNow(Array.from({length: 300}, (_, n) => told(n)));
	journal.close();
}

test('lines are read from the file, oldest first; a file that is not there has none and is not made', () => {
	expect(read()).toBeUndefined();
	expect(readdirSync(path.dirname(file))).toEqual([]);
	write();
	expect(readJournalFile(file, undefined, {limit: 2})).toMatchObject([{text: 'say 298'}, {text: 'say 299'}]);
});

test.each<[string, prepare: () => void, problem: string]>([
	['is no journal', () => writeFileSync(file, 'no tables\n'.repeat(1000)), 'it is damaged'],
	[
		'was overwritten from its second page on',
		() => {
			write();
			const whole = readFileSync(file);
			whole.fill(0x55, 4096);
			writeFileSync(file, whole);
		},
		'it is damaged',
	],
	['is a folder', () => mkdirSync(file), 'it cannot be opened'],
	['is a link to itself', () => symlinkSync(file, file), 'it cannot be opened'],
	[
		'was written by a later version',
		() => {
			write();
			const later = new DatabaseSync(file);
			later.exec('PRAGMA user_version = 99');
			later.close();
		},
		'a newer rcondeck wrote it',
	],
	[
		'is locked',
		() => {
			write();
			const other = new DatabaseSync(file);
			onTestFinished(() => other.close());
			other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
		},
		'another program has locked it',
	],
])('a file that %s is an error, and stays as it is', (_, prepare, problem) => {
	prepare();
	const before = readdirSync(path.dirname(file));
	expect(read).toThrow(`The journal ${file} cannot be read: ${problem}.`);
	expect(readdirSync(path.dirname(file))).toEqual(before);
});

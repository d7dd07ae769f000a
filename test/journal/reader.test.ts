import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeEach, expect, onTestFinished, test} from 'vitest';
import type {Memorable} from '../../src/actions/memorable.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {Query} from '../../src/journal/read.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, commandEntry} from './entries.ts';

let file = '';
beforeEach(() => {
	const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	file = path.join(folder, 'journal.db');
});

const read = () => readJournalFile(file);

/** Writes a journal, by default with enough entries for several pages. */
function write(entries: readonly Memorable[] = Array.from({length: 300}, (_, n) => commandEntry(n))) {
	const clock = manualClock(startAt);
	const journal = openJournal({path: file, clock, onProblem: words => expect.fail(words)});
	journal.rememberNow(entries);
	journal.close();
}

const texts = (query: Query) => readJournalFile(file, undefined, query)?.map(({text}) => text);

test('reads lines oldest first; a missing file has none and is not created', () => {
	expect(read()).toBeUndefined();
	expect(readdirSync(path.dirname(file))).toEqual([]);
	write();
	expect(readJournalFile(file, undefined, {limit: 2})).toMatchObject([{text: 'say 298'}, {text: 'say 299'}]);
});

test('rejects a file whose parent is not a folder', () => {
	writeFileSync(file, '');
	const inside = path.join(file, 'journal.db');
	expect(() => readJournalFile(inside)).toThrow(
		`The journal ${inside} cannot be read: a part of the path is not a directory.`,
	);
});

test('finds words and prefixes in commands, answers and names', () => {
	write([
		commandEntry(1, {}, {command: 'ListPlayers', response: '0. Big Bob, 0002abc'}),
		commandEntry(2, {server: 'ragnarok-2'}, {command: 'mp_restartgame 1', response: ''}),
	]);
	expect(texts({words: 'bob'})).toEqual(['ListPlayers']);
	expect(texts({words: 'listp big'})).toEqual(['ListPlayers']);
	expect(texts({words: 'ragna'})).toEqual(['mp_restartgame 1']);
	expect(texts({words: 'mp_rest'})).toEqual(['mp_restartgame 1']);
	expect(texts({words: '"; OR * NEAR('})).toEqual([]);
	expect(texts({words: 'bob', since: startAt + 2})).toEqual([]);
});

test('returns lines since a moment oldest first, for all servers or one', () => {
	write([commandEntry(3, {serverId: 's2'}), commandEntry(1), commandEntry(2)]);
	expect(texts({since: startAt + 2})).toEqual(['say 2', 'say 3']);
	expect(texts({since: 0, serverId: 's1'})).toEqual(['say 1', 'say 2']);
	expect(texts({limit: 1})).toEqual(['say 3']);
});

test.each<[string, prepare: () => void, problem: string]>([
	['is not a journal', () => writeFileSync(file, 'no tables\n'.repeat(1000)), 'it is damaged'],
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
	['is a folder', () => mkdirSync(file), 'it is a directory'],
	['is a link to itself', () => symlinkSync(file, file), 'too many levels of symbolic links'],
	[
		'was written by a later version',
		() => {
			write();
			const later = new DatabaseSync(file);
			later.exec('PRAGMA user_version = 99');
			later.close();
		},
		'a newer rcondeck wrote it; update this one',
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
])('a file that %s is an error and stays unchanged', (_, prepare, problem) => {
	prepare();
	const before = readdirSync(path.dirname(file));
	expect(read).toThrow(`The journal ${file} cannot be read: ${problem}.`);
	expect(readdirSync(path.dirname(file))).toEqual(before);
});

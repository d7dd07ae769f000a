import {copyFileSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {openDatabase} from '../../src/journal/file.ts';
import {migrate, migrations, NewerFile} from '../../src/journal/schema.ts';
import {commandEntry} from './entries.ts';
import {newFile, open} from './open-journal.ts';

const next = [...migrations, 'CREATE TABLE later (a TEXT) STRICT;'];

/** A journal of this version with two commands. */
function usedFile(): string {
	const file = newFile();
	const journal = open(file);
	journal.rememberNow([commandEntry(1), commandEntry(2)]);
	journal.close();
	return file;
}

/** Opens a file as the next version of the program does. */
const openNext = (file: string) => openDatabase(file, undefined, next);

function read(file: string, query: string) {
	const database = new DatabaseSync(file, {readOnly: true});
	try {
		return database.prepare(query).all();
	} finally {
		database.close();
	}
}
const versionOf = (file: string) => read(file, 'PRAGMA user_version')[0]?.['user_version'];
const laterIn = (file: string) => read(file, "SELECT name FROM sqlite_schema WHERE name = 'later'");

const backupsOf = (file: string): string[] =>
	readdirSync(path.dirname(file))
		.filter(name => name.startsWith(`${path.basename(file)}.v`))
		.map(name => path.join(path.dirname(file), name));

test('the next version migrates a file and keeps its entries, with a private copy beside it that opens as well', () => {
	const file = usedFile();
	openNext(file).close();
	expect(versionOf(file)).toBe(next.length);
	expect(laterIn(file)).toHaveLength(1);
	expect(read(file, 'SELECT text FROM entry ORDER BY at')).toEqual([{text: 'say 1'}, {text: 'say 2'}]);
	const [backup = '', ...others] = backupsOf(file);
	expect(others).toEqual([]);
	expect(path.basename(backup)).toMatch(/^journal\.db\.v1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(statSync(backup).mode & 0o777).toBe(0o600);
	expect(versionOf(backup)).toBe(migrations.length);
	const restored = newFile();
	copyFileSync(backup, restored);
	expect(
		open(restored)
			.recent(10)
			.map(({text}) => text),
	).toEqual(['say 1', 'say 2']);
	// Nothing changes anymore, so nothing is copied.
	openNext(file).close();
	expect(backupsOf(file)).toEqual([backup]);
});

test('this version refuses a file of the next one', () => {
	const file = usedFile();
	openNext(file).close();
	expect(() => openDatabase(file)).toThrow(NewerFile);
	expect(versionOf(file)).toBe(next.length);
});

test('a copy contains the entries that a killed process left in the write-ahead log', () => {
	const file = usedFile();
	const killed = new DatabaseSync(file);
	onTestFinished(() => killed.close());
	killed.exec("UPDATE entry SET response = 'last words' WHERE text = 'say 2'");
	openNext(file).close();
	expect(read(backupsOf(file)[0] ?? '', "SELECT response FROM entry WHERE text = 'say 2'")).toEqual([
		{response: 'last words'},
	]);
});

test('keeps the three newest copies, and no other file', () => {
	const file = usedFile();
	const old = ['v10-2026-01-01T00-00-00Z', 'v7-2026-02-01T00-00-00Z', 'v8-2026-03-01T00-00-00Z'];
	for (const name of [...old, 'v-notes.txt']) writeFileSync(`${file}.${name}`, '');
	openNext(file).close();
	expect(
		backupsOf(file)
			.map(name => path.basename(name))
			.toSorted(),
	).toEqual([
		'journal.db.v-notes.txt',
		expect.stringMatching(/^journal\.db\.v1-/),
		'journal.db.v7-2026-02-01T00-00-00Z',
		'journal.db.v8-2026-03-01T00-00-00Z',
	]);
});

test('changes nothing if the copy or a statement fails', () => {
	const file = usedFile();
	const database = new DatabaseSync(file);
	onTestFinished(() => database.close());
	const full = new Error('full');
	const backUp = () => {
		throw full;
	};
	expect(() => migrate(database, backUp, next)).toThrow(full);
	expect(() => migrate(database, undefined, [...next, 'CREATE TABLE entry (a)'])).toThrow('already exists');
	expect(versionOf(file)).toBe(migrations.length);
	expect(laterIn(file)).toEqual([]);
});

test('a new journal has no copy', () => {
	const file = newFile();
	openNext(file).close();
	expect(versionOf(file)).toBe(next.length);
	expect(backupsOf(file)).toEqual([]);
});

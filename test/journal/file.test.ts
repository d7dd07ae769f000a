import {statSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openDatabase} from '../../src/journal/file.ts';
import {tempFolder} from '../cli/temp-folder.ts';

const autoVacuumOf = (file: string) => {
	const database = openDatabase(file);
	const {auto_vacuum: mode} = database.prepare('PRAGMA auto_vacuum').get() ?? {};
	database.close();
	return mode;
};

test('a file returns the space of removed entries, and opening it again writes nothing', () => {
	const file = path.join(tempFolder(), 'journal.db');
	const incremental = 2;
	expect(autoVacuumOf(file)).toBe(incremental);
	// Stays open, so that closing another one does not write the log to the file.
	const first = openDatabase(file);
	const before = statSync(`${file}-wal`).size;
	expect(autoVacuumOf(file)).toBe(incremental);
	expect(statSync(`${file}-wal`).size).toBe(before);
	first.close();
});

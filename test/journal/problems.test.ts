import {mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, told, typed} from './entries.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'journal-'));

function open(file: string) {
	const troubles: string[] = [];
	const clock = manualClock(startAt);
	const journal = openJournal({path: file, clock, onProblem: words => troubles.push(words)});
	onTestFinished(() => journal.close());
	return {journal, troubles, clock};
}

test('a file that is no journal is moved aside whole, and said once', () => {
	const file = path.join(folder(), 'journal.db');
	writeFileSync(file, 'these are no tables\n'.repeat(1000));
	const {journal, troubles} = open(file);
	journal.remember([told(1)]);
	expect(journal.recent(10)).toHaveLength(1);
	expect(troubles).toHaveLength(1);
	const aside = readdirSync(path.dirname(file)).find(name => name.includes('broken')) ?? '';
	expect(troubles[0]).toContain(aside);
	expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toContain('these are no tables');
});

test('a file that breaks while it is used is moved aside, and what is waiting is kept', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, troubles, clock} = open(file);
	for (let n = 0; n < 300; n++) journal.remember([told(n)]);
	await clock.advance(1000);
	journal.close();
	const whole = readFileSync(file);
	whole.fill(0x55, 4096, whole.length);
	writeFileSync(file, whole);
	const again = open(file);
	again.journal.remember([told(1000)]);
	await again.clock.advance(1000);
	expect(again.journal.recent(1000)).toMatchObject([{text: 'say 1000'}]);
	expect(again.troubles).toHaveLength(1);
	expect(troubles).toEqual([]);
});

test.each([
	['the folder cannot be made', (file: string) => writeFileSync(path.dirname(file), '')],
	['a folder stands in its place', (file: string) => void mkdirSync(file, {recursive: true})],
])('where %s, the session goes on without a file, and that is said once', async (_, prepare) => {
	const file = path.join(folder(), 'state', 'journal.db');
	prepare(file);
	const {journal, troubles, clock} = open(file);
	journal.remember([told(1), typed('status', 1)]);
	await clock.advance(1000);
	journal.remember([told(2)]);
	await clock.advance(1000);
	expect(journal.recent(10)).toHaveLength(2);
	expect(journal.history('s1', 'CS2').server).toEqual(['status']);
	expect(troubles).toEqual(['The journal cannot be opened. New events are not saved.']);
});

test('a folder in which nothing can be written is said once, and the session goes on', async () => {
	// Nobody may make files there, not even root; where no such folder, it cannot be made.
	const {journal, troubles, clock} = open('/sys/kernel/journal.db');
	for (let n = 0; n < 3; n++) {
		journal.remember([told(n)]);
		await clock.advance(1000);
	}
	expect(journal.recent(10)).toHaveLength(3);
	expect(troubles).toEqual(['The journal cannot be opened. New events are not saved.']);
});

test('a locked file makes nothing wait for long; what was given is written when it is free', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, troubles, clock} = open(file);
	journal.remember([told(1)]);
	await clock.advance(500);
	const other = new DatabaseSync(file);
	other.exec('BEGIN IMMEDIATE');
	journal.remember([told(2)]);
	await clock.advance(3000);
	expect(journal.recent(10)).toHaveLength(1);
	expect(troubles).toEqual([]);
	other.exec('COMMIT');
	other.close();
	await clock.advance(500);
	expect(journal.recent(10)).toHaveLength(2);
});

test('a lock that stays is said', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, troubles, clock} = open(file);
	journal.remember([told(1)]);
	await clock.advance(500);
	const other = new DatabaseSync(file);
	onTestFinished(() => other.close());
	other.exec('BEGIN IMMEDIATE');
	journal.remember([told(2)]);
	for (let turn = 0; turn < 15; turn++) await clock.advance(1000);
	expect(troubles).toHaveLength(1);
	other.exec('COMMIT');
});

test('what a lock that stays keeps out of the file for good is listed at the end', () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, troubles} = open(file);
	journal.rememberNow([told(1)]);
	const other = new DatabaseSync(file);
	onTestFinished(() => other.close());
	other.exec('BEGIN IMMEDIATE');
	journal.remember([told(2)]);
	journal.close();
	expect(troubles).toEqual(['Another program has locked the journal. The last entries are not in it.']);
	other.exec('COMMIT');
});

test('a file of a newer version is left as it is', async () => {
	const file = path.join(folder(), 'journal.db');
	const newer = new DatabaseSync(file);
	newer.exec('CREATE TABLE later (a); PRAGMA user_version = 99');
	newer.close();
	const {journal, troubles, clock} = open(file);
	journal.remember([told(1)]);
	await clock.advance(500);
	expect(journal.recent(10)).toHaveLength(1);
	expect(troubles[0]).toContain('newer rcondeck');
	const after = new DatabaseSync(file);
	onTestFinished(() => after.close());
	expect(after.prepare('PRAGMA user_version').get()).toEqual({user_version: 99});
});

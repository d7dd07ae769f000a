import {mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {journalMessages} from '../../src/messages/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, commandEntry, typed} from './entries.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'journal-'));

function open(file: string) {
	const problems: string[] = [];
	const clock = manualClock(startAt);
	const journal = openJournal({path: file, clock, onProblem: words => problems.push(words)});
	onTestFinished(() => journal.close());
	return {journal, problems, clock};
}

test('moves aside a file that is not a journal, and reports it once', () => {
	const file = path.join(folder(), 'journal.db');
	writeFileSync(file, 'these are no tables\n'.repeat(1000));
	const {journal, problems} = open(file);
	journal.remember([commandEntry(1)]);
	expect(journal.recent(10)).toHaveLength(1);
	expect(problems).toHaveLength(1);
	const aside = readdirSync(path.dirname(file)).find(name => name.includes('broken')) ?? '';
	expect(problems[0]).toContain(aside);
	expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toContain('these are no tables');
});

test('moves aside a file that becomes corrupt during use, and keeps the queue', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, problems, clock} = open(file);
	for (let n = 0; n < 300; n++) journal.remember([commandEntry(n)]);
	await clock.advance(1000);
	journal.close();
	const whole = readFileSync(file);
	whole.fill(0x55, 4096, whole.length);
	writeFileSync(file, whole);
	const again = open(file);
	again.journal.remember([commandEntry(1000)]);
	await again.clock.advance(1000);
	expect(again.journal.recent(1000)).toMatchObject([{text: 'say 1000'}]);
	expect(again.problems).toHaveLength(1);
	expect(problems).toEqual([]);
});

test.each([
	['the folder cannot be created', (file: string) => writeFileSync(path.dirname(file), '')],
	['a folder has its name', (file: string) => void mkdirSync(file, {recursive: true})],
])('where %s, the session continues without a file and reports it once', async (_, prepare) => {
	const file = path.join(folder(), 'state', 'journal.db');
	prepare(file);
	const {journal, problems, clock} = open(file);
	journal.remember([commandEntry(1), typed('status', 1)]);
	await clock.advance(1000);
	journal.remember([commandEntry(2)]);
	await clock.advance(1000);
	expect(journal.recent(10)).toHaveLength(2);
	expect(journal.history('s1', 'CS2').server).toEqual(['status']);
	expect(problems).toEqual([
		expect.stringMatching(
			/^The journal cannot be opened\. New events are not saved\. \S+ cannot be written: .*\. Fix this and restart rcondeck\.$/,
		),
	]);
});

test('reports a read-only folder once, and the session continues', async () => {
	// Nobody can create files there, not even root; where that folder is missing, it cannot be created.
	const {journal, problems, clock} = open('/sys/kernel/journal.db');
	for (let n = 0; n < 3; n++) {
		journal.remember([commandEntry(n)]);
		await clock.advance(1000);
	}
	expect(journal.recent(10)).toHaveLength(3);
	expect(problems).toEqual([
		expect.stringMatching(
			/^The journal cannot be opened\. New events are not saved\. \S+ cannot be written: .*\. Fix this and restart rcondeck\.$/,
		),
	]);
});

test('a locked file blocks only briefly, and the queue is written when it is free', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, problems, clock} = open(file);
	journal.remember([commandEntry(1)]);
	await clock.advance(500);
	const other = new DatabaseSync(file);
	other.exec('BEGIN IMMEDIATE');
	journal.remember([commandEntry(2)]);
	await clock.advance(3000);
	expect(journal.recent(10)).toHaveLength(1);
	expect(problems).toEqual([]);
	other.exec('COMMIT');
	other.close();
	await clock.advance(500);
	expect(journal.recent(10)).toHaveLength(2);
});

test('reports a lock that persists', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, problems, clock} = open(file);
	journal.remember([commandEntry(1)]);
	await clock.advance(500);
	const other = new DatabaseSync(file);
	onTestFinished(() => other.close());
	other.exec('BEGIN IMMEDIATE');
	journal.remember([commandEntry(2)]);
	for (let turn = 0; turn < 15; turn++) await clock.advance(1000);
	expect(problems).toHaveLength(1);
	other.exec('COMMIT');
});

test('lists the entries that a persistent lock kept from being written', () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, problems} = open(file);
	journal.rememberNow([commandEntry(1)]);
	const other = new DatabaseSync(file);
	onTestFinished(() => other.close());
	other.exec('BEGIN IMMEDIATE');
	journal.remember([commandEntry(2)]);
	journal.close();
	expect(problems).toEqual(['Another program has locked the journal. 1 entry is missing from it.']);
	other.exec('COMMIT');
});

test('leaves a file of a newer version unchanged', async () => {
	const file = path.join(folder(), 'journal.db');
	const newer = new DatabaseSync(file);
	newer.exec('CREATE TABLE later (a); PRAGMA user_version = 99');
	newer.close();
	const {journal, problems, clock} = open(file);
	journal.remember([commandEntry(1)]);
	await clock.advance(500);
	expect(journal.recent(10)).toHaveLength(1);
	expect(problems[0]).toContain('newer rcondeck');
	const after = new DatabaseSync(file);
	onTestFinished(() => after.close());
	expect(after.prepare('PRAGMA user_version').get()).toEqual({user_version: 99});
});

test('an event with values that the file does not accept is reported once, and the others are saved', async () => {
	const file = path.join(folder(), 'journal.db');
	const {journal, problems, clock} = open(file);
	// No type allows a line without a server: a bug would have to make one.
	const wrong = {...typed('status', 2), serverId: null as never};
	journal.remember([commandEntry(1), wrong, commandEntry(3), wrong]);
	await clock.advance(1000);
	journal.remember([commandEntry(5)]);
	await clock.advance(1000);
	journal.close();
	const again = open(file);
	expect(again.journal.recent(10)).toMatchObject([{text: 'say 1'}, {text: 'say 3'}, {text: 'say 5'}]);
	expect(problems).toEqual([journalMessages.refused]);
});

import {mkdtempSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {plainText} from '../../src/cli/output/journal-text.ts';
import {openJournal, type Journal, type JournalOptions} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, texts, commandEntry, typed} from './entries.ts';
import {anAction} from '../helpers/activities.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'journal-'));
const clock = manualClock(startAt);

function open(
	file = path.join(folder(), 'state', 'journal.db'),
	over: Partial<JournalOptions> = {},
): Journal {
	const onProblem = (words: string) => expect.fail(words);
	const journal = openJournal({path: file, clock, onProblem, ...over});
	onTestFinished(() => journal.close());
	return journal;
}

test('entries are available in the next session', () => {
	const file = path.join(folder(), 'state', 'journal.db');
	const first = open(file);
	first.remember([commandEntry(1), typed('status', 1)]);
	first.close();
	const second = open(file);
	expect(second.recent(10)).toMatchObject([
		{at: startAt + 1, kind: 'command', server: 'isl-1', origin: 'other', text: 'say 1', response: 'ok 1'},
	]);
	expect(second.history('s1', 'CS2')).toEqual({server: ['status'], game: ['status']});
});

test('stores a bookmark with its note once, finds it by its words, and reports it as one line', () => {
	const file = path.join(folder(), 'journal.db');
	const mark = {kind: 'mark', at: startAt + 5, id: 'm-1', text: 'players report lag'} as const;
	open(file).rememberNow([mark, mark]);
	const lines = readJournalFile(file, undefined, {words: 'lag'}) ?? [];
	expect(lines).toMatchObject([
		{at: startAt + 5, kind: 'mark', serverId: undefined, text: 'players report lag'},
	]);
	expect(lines.map(line => plainText(line))[0]).toMatch(/Z {2}== bookmark players report lag$/);
});

test('stores one commandId with two answers as two entries, and adds output that arrives later', () => {
	const journal = open();
	const same = (response: string | undefined, n: number) =>
		commandEntry(n, {}, {commandId: 'c', command: 'say', response});
	journal.remember([same(undefined, 1), same('one', 1), same('two', 2), same('one', 1), same('two', 2)]);
	expect(journal.recent(10).map(({response}) => response)).toEqual(['one', 'two']);
});

test('stores two commands with one commandId and the same output as two entries', () => {
	const journal = open();
	const same = (command: string, n: number, origin: 'me' | 'other' = 'me') =>
		commandEntry(
			n,
			{origin, localId: origin === 'me' ? String(n) : undefined},
			{commandId: '0', command, response: ''},
		);
	journal.remember([same('save', 1), same('kick Bob', 2), same('save', 1), same('kick  Bob', 2, 'other')]);
	expect(journal.recent(10).map(({text}) => text)).toEqual(['save', 'kick Bob']);
});

test('writes soon after a key was handled, not while handling it', async () => {
	const file = path.join(folder(), 'journal.db');
	const journal = open(file);
	journal.remember([commandEntry(1)]);
	expect(() => statSync(file)).toThrow('ENOENT');
	await clock.advance(300);
	expect(statSync(file).size).toBeGreaterThan(0);
});

test('only the owner can read the file, its companion files and its folder', async () => {
	const file = path.join(folder(), 'state', 'journal.db');
	open(file).remember([commandEntry(1)]);
	await clock.advance(300);
	const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);
	expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(['600', '600', '600']);
	expect(mode(path.dirname(file))).toBe('700');
});

test('stores a command once, however often it is reported', () => {
	const journal = open();
	journal.remember([
		commandEntry(1),
		commandEntry(1),
		commandEntry(1, {}, {commandId: undefined}),
		commandEntry(2, {}, {commandId: undefined}),
	]);
	journal.remember([commandEntry(2), commandEntry(2)]);
	expect(texts(journal.recent(10))).toEqual(['say 1', 'say 2']);
});

test('stores two commands with the same text at the same moment as two entries', () => {
	const journal = open();
	journal.remember([commandEntry(1, {}, {commandId: 'x'}), commandEntry(1, {}, {commandId: 'y'})]);
	expect(journal.recent(10)).toHaveLength(2);
});

test('stores an action without a server', () => {
	const journal = open();
	journal.remember([
		{
			kind: 'note',
			at: startAt,
			id: 'n',
			serverId: undefined,
			server: undefined,
			activity: anAction('invite'),
		},
	]);
	expect(journal.recent(10)).toMatchObject([
		{kind: 'act', serverId: undefined, activity: anAction('invite')},
	]);
});

test('stores an own command as one entry from sending to answer', () => {
	const journal = open();
	const own = {origin: 'me', localId: 'l1'} as const;
	const unanswered = {response: undefined, commandId: undefined, timestamp: undefined};
	journal.remember([commandEntry(1, {...own, status: 'waiting'}, unanswered)]);
	expect(journal.recent(10)).toMatchObject([{status: 'waiting', response: undefined}]);
	journal.remember([commandEntry(1, {...own, status: 'answered'})]);
	expect(journal.recent(10)).toMatchObject([{status: 'answered', response: 'ok 1', origin: 'me'}]);
});

test('replaces an own command that timed out with its late answer, even if that arrived earlier', () => {
	const journal = open();
	const mine = {origin: 'me', localId: 'l1'} as const;
	const open1 = commandEntry(
		1,
		{...mine, status: 'timeout'},
		{commandId: undefined, timestamp: undefined, response: undefined},
	);
	journal.remember([open1]);
	expect(journal.recent(10)).toMatchObject([{status: 'timeout', response: undefined}]);
	journal.remember([commandEntry(1), commandEntry(1, {...mine, status: 'late'})]);
	expect(journal.recent(10)).toMatchObject([{status: 'late', origin: 'me', response: 'ok 1'}]);
});

test("a command that another session recorded as someone else's becomes mine when I claim it", () => {
	const journal = open();
	journal.remember([commandEntry(1), commandEntry(1, {origin: 'me', localId: 'l'}), commandEntry(1)]);
	expect(journal.recent(10)).toMatchObject([{origin: 'me'}]);
});

test('the history contains each line once, at its latest use, per server and per game', () => {
	const journal = open();
	journal.remember([
		typed('a', 1),
		typed('b', 2),
		typed('a', 3),
		typed('c', 4, 's2'),
		typed('x', 5, 's3', 'ARK'),
	]);
	expect(journal.history('s1', 'CS2')).toEqual({server: ['b', 'a'], game: ['b', 'a', 'c']});
});

test('writes no secrets', () => {
	const journal = open();
	journal.remember([
		typed('rcon_password hunter2', 1),
		commandEntry(1, {}, {command: 'rcon_password hunter2', response: '"sv_password" = "hunter2"'}),
	]);
	expect(journal.history('s1', 'CS2').server).toEqual([]);
	expect(JSON.stringify(journal.recent(10))).not.toContain('hunter2');
});

test('read positions only advance', () => {
	const journal = open();
	journal.markRead('s1', 20);
	expect(journal.readUpTo('s1')).toBe(20);
	journal.markRead('s1', 10);
	expect(journal.readUpTo('s1')).toBe(20);
	expect(journal.readUpTo('s2')).toBeUndefined();
});

test('stores the details of an action with its line', () => {
	const file = path.join(folder(), 'journal.db');
	const journal = open(file);
	const about = {kind: 'note', at: startAt, serverId: 's1', server: 'isl-1'} as const;
	journal.rememberNow([
		{...about, id: 'a', activity: anAction('stop', {outcome: 'pending'})},
		{...about, id: 'b', activity: anAction('start')},
		{...about, id: 'a', activity: anAction('stop', {input: {message: 'rcon_password hunter2'}})},
	]);
	expect(journal.recent(10)).toMatchObject([
		{kind: 'act', activity: {action: 'stop', outcome: 'accepted', input: {message: 'rcon_password ***'}}},
		{kind: 'act', activity: {action: 'start'}},
	]);
	const database = new DatabaseSync(file);
	database.exec("DELETE FROM entry WHERE identity = 'note a'");
	expect(database.prepare('SELECT action FROM activity').all()).toEqual([{action: 'start'}]);
	database.close();
});

import {readFileSync, statSync} from 'node:fs';
import {expect, test} from 'vitest';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, commandEntry} from './entries.ts';
import {newFile, open} from './open-journal.ts';

const none = {response: undefined, commandId: undefined, timestamp: undefined};
const mine = {origin: 'me', localId: '0'} as const;
const waiting = commandEntry(1, {...mine, status: 'waiting'}, none);
const answeredEntry = commandEntry(2, {...mine, status: 'answered'}, {command: 'say 1'});
const receivedEntry = commandEntry(2, {}, {command: 'say 1'});

test.each([
	['before the shell has its response', [receivedEntry], []],
	['after that', [], [receivedEntry]],
])('a command from the shell that is received %s is stored once', (_when, before, after) => {
	const file = newFile();
	const shell = open(file, {source: 'shell'});
	const session = open(file);
	shell.rememberNow([waiting]);
	session.rememberNow(before);
	shell.rememberNow([answeredEntry]);
	session.rememberNow(after);
	expect(session.recent(9)).toMatchObject([
		{text: 'say 1', response: 'ok 2', origin: 'me', source: 'shell', status: 'answered'},
	]);
});

test.each([
	['sent', 'answered'],
	['timeout', 'late'],
	['abandoned', 'late'],
] as const)('an answer that is received after the shell exits belongs to its command: %s', (status, then) => {
	const file = newFile();
	const shell = open(file, {source: 'shell'});
	shell.rememberNow([waiting]);
	shell.rememberNow([commandEntry(1, {...mine, status}, none)]);
	const session = open(file);
	session.rememberNow([commandEntry(40_000, {}, {command: 'say 1'})]);
	expect(session.recent(9)).toMatchObject([
		{text: 'say 1', response: 'ok 40000', origin: 'me', source: 'shell', status: then},
	]);
});

test('an answer from before the send, or to another text, belongs to someone else', () => {
	const file = newFile();
	open(file, {source: 'shell'}).rememberNow([commandEntry(100_000, {...mine, status: 'timeout'}, none)]);
	const session = open(file);
	session.rememberNow([commandEntry(1, {}, {command: 'say 100000'}), commandEntry(100_001)]);
	expect(session.recent(9).map(({origin}) => origin)).toEqual(['other', 'me', 'other']);
});

test('an immediate write is visible to other sessions at once, even without closing the file', () => {
	const file = newFile();
	const shell = open(file, {source: 'shell'});
	shell.rememberNow([waiting]);
	shell.leave();
	expect(open(file).recent(9)).toMatchObject([{text: 'say 1', status: 'waiting'}]);
});

test('a secret in a command without an ID does not reach the file under another name', () => {
	const file = newFile();
	const journal = open(file);
	journal.rememberNow([commandEntry(1, {}, {command: 'rcon_password hunter2', commandId: undefined})]);
	journal.close();
	expect(readFileSync(file).includes('hunter2')).toBe(false);
});

test('one-shot commands alone also keep the file bounded', () => {
	const file = newFile();
	const old = open(file);
	old.rememberNow(Array.from({length: 499}, (_, n) => commandEntry(n)));
	old.close();
	const late = manualClock(startAt + 3_600_000);
	const shell = open(file, {source: 'shell', clock: late, limits: {ageMs: 60_000}});
	shell.rememberNow([commandEntry(3_600_000)]);
	shell.leave();
	expect(open(file).recent(1000)).toHaveLength(1);
});

test('one-shot commands keep the write-ahead log short', () => {
	const file = newFile();
	const response = 'x'.repeat(60_000);
	for (let n = 0; n < 30; n++) {
		const shell = open(file, {source: 'shell'});
		shell.rememberNow([commandEntry(n, mine, {command: `say ${n}`, response})]);
		shell.leave();
	}
	expect(statSync(`${file}-wal`).size).toBeLessThan(1_300_000);
	expect(open(file).recent(100)).toHaveLength(30);
});

import {mkdtempSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {plainText} from '../../src/cli/journal-text.ts';
import {openJournal, type Journal, type JournalOptions} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, told, typed} from './entries.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'journal-'));
const clock = manualClock(startAt);

function open(
	file = path.join(folder(), 'state', 'journal.db'),
	over: Partial<JournalOptions> = {},
): Journal {
	const onTrouble = (words: string) => expect.fail(words);
	const journal = openJournal({path: file, clock, onTrouble, ...over});
	onTestFinished(() => journal.close());
	return journal;
}

const texts = (lines: {text: string}[]) => lines.map(({text}) => text);

test('what was remembered is there in the next session', () => {
	const file = path.join(folder(), 'state', 'journal.db');
	const first = open(file);
	first.remember([told(1), typed('status', 1)]);
	first.close();
	const second = open(file);
	expect(second.recent(10)).toMatchObject([
		{at: startAt + 1, kind: 'command', server: 'isl-1', origin: 'other', text: 'say 1', response: 'ok 1'},
	]);
	expect(second.history('s1', 'CS2')).toEqual({server: ['status'], game: ['status']});
});

test('a mark is kept with its note, once, found by its words, and told as one line', () => {
	const journal = open();
	const mark = {kind: 'mark', at: startAt + 5, id: 'm-1', text: 'players report lag'} as const;
	journal.remember([mark, mark]);
	const lines = journal.search('lag');
	expect(lines).toMatchObject([
		{at: startAt + 5, kind: 'mark', serverId: undefined, text: 'players report lag'},
	]);
	expect(lines.map(plainText)[0]).toMatch(/Z {2}== mark players report lag$/);
});

test('nothing is written while keys are handled, and soon after', async () => {
	const file = path.join(folder(), 'journal.db');
	const journal = open(file);
	journal.remember([told(1)]);
	expect(() => statSync(file)).toThrow('ENOENT');
	await clock.advance(300);
	expect(statSync(file).size).toBeGreaterThan(0);
});

test('only the owner may read the file, its companions and its folder', async () => {
	const file = path.join(folder(), 'state', 'journal.db');
	open(file).remember([told(1)]);
	await clock.advance(300);
	const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);
	expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(['600', '600', '600']);
	expect(mode(path.dirname(file))).toBe('700');
});

test('a stored command is one entry, however often it is told', () => {
	const journal = open();
	journal.remember([
		told(1),
		told(1),
		told(1, {}, {commandId: undefined}),
		told(2, {}, {commandId: undefined}),
	]);
	journal.remember([told(2), told(2)]);
	expect(texts(journal.recent(10))).toEqual(['say 1', 'say 2']);
});

test('two commands with the same text in the same moment are two entries', () => {
	const journal = open();
	journal.remember([told(1, {}, {commandId: 'x'}), told(1, {}, {commandId: 'y'})]);
	expect(journal.recent(10)).toHaveLength(2);
});

test('an act that is about no server is kept as well', () => {
	const journal = open();
	journal.remember([
		{
			kind: 'note',
			at: startAt,
			id: 'n',
			serverId: undefined,
			server: undefined,
			tone: 'act',
			text: 'Invited.',
		},
	]);
	expect(journal.recent(10)).toMatchObject([{kind: 'act', serverId: undefined, text: 'Invited.'}]);
});

test('an own command is one entry from its sending to its answer', () => {
	const journal = open();
	const own = {origin: 'me', localId: 'l1'} as const;
	const unanswered = {response: undefined, commandId: undefined, timestamp: undefined};
	journal.remember([told(1, {...own, status: 'waiting'}, unanswered)]);
	expect(journal.recent(10)).toMatchObject([{status: 'waiting', response: undefined}]);
	journal.remember([told(1, {...own, status: 'answered'})]);
	expect(journal.recent(10)).toMatchObject([{status: 'answered', response: 'ok 1', origin: 'me'}]);
});

test('an own command that timed out becomes its late answer, also when that was heard before', () => {
	const journal = open();
	const mine = {origin: 'me', localId: 'l1'} as const;
	const open1 = told(
		1,
		{...mine, status: 'timeout'},
		{commandId: undefined, timestamp: undefined, response: undefined},
	);
	journal.remember([open1]);
	expect(journal.recent(10)).toMatchObject([{status: 'timeout', response: undefined}]);
	journal.remember([told(1), told(1, {...mine, status: 'late'})]);
	expect(journal.recent(10)).toMatchObject([{status: 'late', origin: 'me', response: 'ok 1'}]);
});

test('what another deck heard as somebody else’s is mine as soon as I say so', () => {
	const journal = open();
	journal.remember([told(1), told(1, {origin: 'me', localId: 'l'}), told(1)]);
	expect(journal.recent(10)).toMatchObject([{origin: 'me'}]);
});

test('a change of state that two decks saw is one entry, a flapping server is not', () => {
	const file = path.join(folder(), 'journal.db');
	const change = (at: number, text: string, id: string) =>
		({kind: 'note', at: startAt + at, id, serverId: 's1', server: 'isl-1', tone: 'state', text}) as const;
	const one = open(file);
	const other = open(file);
	one.remember([
		change(0, 'ONLINE -> OFFLINE (seen by feed)', 'a'),
		change(9, 'OFFLINE -> ONLINE (seen by feed)', 'b'),
	]);
	one.remember([change(20, 'ONLINE -> OFFLINE (seen by feed)', 'c')]);
	expect(one.recent(10)).toHaveLength(3);
	other.remember([change(3000, 'ONLINE -> OFFLINE (seen by poll)', 'd')]);
	expect(other.recent(10)).toHaveLength(3);
});

test('the same change again, after another one, is news, whichever deck saw it the first time', () => {
	const file = path.join(folder(), 'journal.db');
	const change = (at: number, text: string) =>
		({
			kind: 'note',
			at: startAt + at,
			id: `${at}`,
			serverId: 's1',
			server: 'isl-1',
			tone: 'state',
			text,
		}) as const;
	const one = open(file);
	one.remember([change(0, 'ONLINE -> OFFLINE (seen by feed)')]);
	one.close();
	const other = open(file);
	other.remember([
		change(2000, 'ONLINE -> OFFLINE (seen by poll)'),
		change(12_000, 'OFFLINE -> ONLINE (seen by feed)'),
		change(20_000, 'ONLINE -> OFFLINE (seen by feed)'),
	]);
	expect(other.recent(10).map(({at}) => at - startAt)).toEqual([0, 12_000, 20_000]);
	expect(other.lastChanges()).toMatchObject([{at: startAt + 20_000}]);
});

test('words are searched in commands, answers and names, also their beginnings', () => {
	const journal = open();
	journal.remember([
		told(1, {}, {command: 'ListPlayers', response: '0. Big Bob, 0002abc'}),
		told(2, {server: 'ragnarok-2'}, {command: 'mp_restartgame 1', response: ''}),
	]);
	expect(texts(journal.search('bob'))).toEqual(['ListPlayers']);
	expect(texts(journal.search('listp big'))).toEqual(['ListPlayers']);
	expect(texts(journal.search('ragna'))).toEqual(['mp_restartgame 1']);
	expect(texts(journal.search('mp_rest'))).toEqual(['mp_restartgame 1']);
	expect(journal.search('"; OR * NEAR(')).toEqual([]);
	expect(texts(journal.search('bob', {since: startAt + 2}))).toEqual([]);
});

test('lines since a moment come oldest first, for all servers or one', () => {
	const journal = open();
	journal.remember([told(3, {serverId: 's2'}), told(1), told(2)]);
	expect(texts(journal.since(startAt + 2))).toEqual(['say 2', 'say 3']);
	expect(texts(journal.since(0, {serverId: 's1'}))).toEqual(['say 1', 'say 2']);
	expect(texts(journal.recent(1))).toEqual(['say 3']);
});

test('the history has each line once, where it was said last, per server and per game', () => {
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

test('no secret is written', () => {
	const journal = open();
	journal.remember([
		typed('rcon_password hunter2', 1),
		told(1, {}, {command: 'rcon_password hunter2', response: '"sv_password" = "hunter2"'}),
	]);
	expect(journal.history('s1', 'CS2').server).toEqual([]);
	expect(JSON.stringify(journal.recent(10))).not.toContain('hunter2');
});

test('read marks only go on', () => {
	const journal = open();
	journal.markRead('s1', 20);
	expect(journal.readUpTo('s1')).toBe(20);
	journal.markRead('s1', 10);
	expect(journal.readUpTo('s1')).toBe(20);
	expect(journal.readUpTo('s2')).toBeUndefined();
});

test('the file itself stays bounded, however much passes through it', async () => {
	const bytes = 400_000;
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
	const journal = open(file, {limits: {bytes}});
	for (let round = 0; round < 4; round++) {
		for (let n = 0; n < 1500; n++) {
			journal.remember([told(round * 10_000 + n, {}, {response: `${n} ${'word '.repeat(80)}`})]);
		}
		await clock.advance(11 * 60_000);
	}
	expect(journal.recent(1).at(0)?.text).toBe('say 31499');
	journal.close();
	expect(statSync(file).size).toBeLessThan(2 * bytes);
});

test('what is too old or too much goes away, oldest first, and its words with it', async () => {
	const journal = open(undefined, {limits: {ageMs: 3_600_000, bytes: 400_000, sentPerGame: 2}});
	journal.remember([told(-7_200_000, {}, {command: 'ancient'})]);
	for (let n = 0; n < 2000; n++) journal.remember([told(n, {}, {response: 'x'.repeat(500)})]);
	journal.remember([typed('a', 1), typed('b', 2), typed('c', 3)]);
	await clock.advance(60_000);
	expect(journal.search('ancient')).toEqual([]);
	const left = journal.recent(5000);
	expect(left.length).toBeLessThan(700);
	expect(left.at(-1)?.text).toBe('say 1999');
	expect(journal.history('s1', 'CS2').server).toEqual(['b', 'c']);
});

test('trouble that was acknowledged is known to the next deck, until the latest word takes it back', () => {
	const file = path.join(folder(), 'journal.db');
	const word = (serverId: string, at: number, isKnown = true, state: string | undefined = 'OFFLINE') =>
		({kind: 'acknowledged', at: startAt + at, serverId, server: serverId, state, isKnown}) as const;
	const [here, there] = [open(file), open(file)];
	here.remember([word('a', 1), word('b', 2), {...word('c', 3), state: undefined}]);
	expect(there.acknowledged()).toEqual([]);
	here.close();
	expect(there.acknowledged()).toEqual([
		{serverId: 'a', state: 'OFFLINE', at: startAt + 1},
		{serverId: 'b', state: 'OFFLINE', at: startAt + 2},
		{serverId: 'c', state: undefined, at: startAt + 3},
	]);
	// Written in another order than said: what was said last holds.
	there.remember([word('a', 9, false), word('a', 5), word('b', 1, false), word('c', 3, false)]);
	expect(there.acknowledged()).toEqual([{serverId: 'b', state: 'OFFLINE', at: startAt + 2}]);
	expect(there.recent(10)).toEqual([]);
});

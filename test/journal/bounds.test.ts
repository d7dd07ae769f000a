import {statSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JournalOptions} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, commandEntry, typed} from './entries.ts';
import {newFile, open} from './open-journal.ts';

const clock = manualClock(startAt);

function openLimited(limits: NonNullable<JournalOptions['limits']>) {
	const file = newFile();
	return {journal: open(file, {clock, limits}), file};
}

test('the file stays within its size limit, whatever is written', async () => {
	const bytes = 400_000;
	const {journal, file} = openLimited({bytes});
	for (let round = 0; round < 4; round++) {
		for (let n = 0; n < 1500; n++) {
			journal.remember([commandEntry(round * 10_000 + n, {}, {response: `${n} ${'word '.repeat(80)}`})]);
		}
		await clock.advance(11 * 60_000);
	}
	expect(journal.recent(1).at(0)?.text).toBe('say 31499');
	journal.close();
	expect(statSync(file).size).toBeLessThan(2 * bytes);
});

test('a file that grows fast is pruned within minutes, long before the next check of ages', async () => {
	const bytes = 400_000;
	const {journal, file} = openLimited({bytes});
	await clock.advance(60_000);
	for (let n = 0; n < 1500; n++)
		journal.remember([commandEntry(n, {}, {response: `${n} ${'word '.repeat(80)}`})]);
	await clock.advance(90_000);
	journal.close();
	expect(statSync(file).size).toBeLessThan(1.5 * bytes);
});

test('removes entries that are too old or too many, oldest first, together with their index', async () => {
	const {journal, file} = openLimited({ageMs: 3_600_000, bytes: 400_000, sentPerGame: 2});
	journal.remember([commandEntry(-7_200_000, {}, {command: 'ancient'})]);
	for (let n = 0; n < 2000; n++) journal.remember([commandEntry(n, {}, {response: 'x'.repeat(500)})]);
	journal.remember([typed('a', 1), typed('b', 2), typed('c', 3)]);
	await clock.advance(60_000);
	expect(readJournalFile(file, undefined, {words: 'ancient'})).toEqual([]);
	const left = journal.recent(5000);
	expect(left.length).toBeLessThan(700);
	expect(left.at(-1)?.text).toBe('say 1999');
	expect(journal.history('s1', 'CS2').server).toEqual(['b', 'c']);
});

test('above the size limit, commands of others are removed before anything of the user', async () => {
	const {journal} = openLimited({bytes: 400_000});
	for (let n = 0; n < 200; n++) journal.remember([commandEntry(n, {origin: 'me'}, {command: `mine ${n}`})]);
	for (let n = 200; n < 3000; n++) {
		const from = {origin: n % 2 === 0 ? ('other' as const) : ('probe' as const), localId: undefined};
		journal.remember([commandEntry(n, from, {command: `theirs ${n}`, response: 'x'.repeat(500)})]);
	}
	await clock.advance(60_000);
	const left = journal.recent(5000).map(({text}) => text);
	expect(left.filter(text => text?.startsWith('mine'))).toHaveLength(200);
	expect(left.length).toBeLessThan(900);
	expect(left).toContain('theirs 2999');
	journal.close();
});

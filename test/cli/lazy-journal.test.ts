import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {lazyJournal} from '../../src/cli/start/lazy-journal.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';

test('stores events that happen before the journal is open', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
	const session = () => {
		const opened = Promise.withResolvers<void>();
		const memory = lazyJournal(
			async () => {
				await opened.promise;
				return openJournal({path: file, clock: manualClock(), onProblem: words => expect.fail(words)});
			},
			words => expect.fail(words),
		);
		return {memory, open: opened.resolve};
	};
	const first = session();
	first.memory.keep([{kind: 'typed', at: 1, serverId: 'a', gameType: 'CS2', text: 'status'}]);
	first.memory.markRead('a', 7);
	first.open();
	expect(await first.memory.sent('a', 'CS2')).toEqual({server: ['status'], game: ['status']});
	await first.memory.close();
	const second = session();
	second.open();
	expect(await second.memory.sent('b', 'CS2')).toEqual({server: [], game: ['status']});
	expect(await second.memory.readUpTo('a')).toBe(7);
	await second.memory.close();
});

const entry = {kind: 'typed', at: 1, serverId: 'a', gameType: 'CS2', text: 'status'} as const;

test('a journal that does not open in time delays nothing, and lost entries are counted at the end', async () => {
	const clock = manualClock();
	const problems: string[] = [];
	const journal = lazyJournal(
		() => new Promise(() => {}),
		words => problems.push(words),
		clock,
	);
	journal.keep([entry, entry]);
	const flushed = journal.flush();
	await clock.advance(500);
	await flushed;
	const closed = journal.close();
	await clock.advance(2000);
	await closed;
	expect(problems).toEqual(['2 entries could not be saved in the journal.']);
});

test('a session continues without a journal that cannot be opened, and says so', async () => {
	const problems: string[] = [];
	const journal = lazyJournal(
		() => Promise.reject(new Error('no such file')),
		words => problems.push(words),
	);
	journal.keep([entry]);
	journal.setTeam('team');
	journal.markRead('a', 7);
	await journal.flush();
	expect(journal.flush()).toBeUndefined();
	expect(await journal.sent('a', 'CS2')).toEqual({server: [], game: []});
	expect((await journal.shift(0)).records).toEqual([]);
	expect(await journal.changes()).toBeUndefined();
	journal.keep([entry]);
	await journal.close();
	expect(problems).toEqual([
		'The journal cannot be opened. Commands of this session are not recorded.',
		'2 entries could not be saved in the journal.',
	]);
});

import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {lazyJournal} from '../../src/cli/lazy-journal.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';

test('events before the journal is open are in it, and in the next session', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
	const session = () => {
		const opened = Promise.withResolvers<void>();
		const memory = lazyJournal(async () => {
			await opened.promise;
			return openJournal({path: file, clock: manualClock(), onProblem: words => expect.fail(words)});
		});
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

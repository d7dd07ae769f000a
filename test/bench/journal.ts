import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {openJournal} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {systemClock} from '../../src/lib/clock.ts';
import {commandEntry, typed} from '../journal/entries.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures the journal: records a team feed of many messages a second for 3 s, how long a key would have to wait
meanwhile, and how fast entries are found.
*/
const seconds = 3;

function later(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms));
}

/** Measures the delay of a 2 ms timer, which is how long a key would have to wait. */
function probe(): () => number[] {
	const waits: number[] = [];
	let expected = performance.now() + 2;
	const timer = setInterval(() => {
		const now = performance.now();
		waits.push(Math.max(0, now - expected));
		expected = now + 2;
	}, 2);
	return () => {
		clearInterval(timer);
		return waits;
	};
}

function timed(task: () => unknown): number {
	const from = performance.now();
	task();
	return performance.now() - from;
}

/** Without `isKept`, only the delays of the same loop. */
async function measure(rate: number, isKept: boolean) {
	const folder = mkdtempSync(path.join(tmpdir(), 'journal-bench-'));
	const file = path.join(folder, 'journal.db');
	const journal = openJournal({path: file, clock: systemClock, onProblem: words => console.log(words)});
	journal.recent(1);
	const stop = probe();
	const begunAt = performance.now();
	for (let n = 0; n < seconds * rate; await later(5)) {
		const due = Math.min(seconds * rate, Math.floor(((performance.now() - begunAt) / 1000) * rate));
		const batch = Array.from({length: due - n}, (_, index) => commandEntry(n + index));
		if (isKept) journal.remember(batch);
		n = due;
	}
	await later(1000);
	const waits = stop();
	const kept = isKept ? journal.recent(1_000_000).length : 0;
	journal.remember(Array.from({length: 2000}, (_, index) => typed(`say ${index}`, index)));
	journal.recent(1);
	const historyMs = timed(() => journal.history('s1', 'CS2'));
	const searchMs = timed(() => readJournalFile(file, undefined, {words: `say ${kept - 1}`}));
	journal.close();
	const bytes = statSync(file).size / (seconds * rate);
	rmSync(folder, {recursive: true});
	return {waits, unwritten: seconds * rate - kept, historyMs, searchMs, bytes};
}

export async function run(): Promise<readonly Row[]> {
	const table: Row[] = [];
	for (const rate of [1000, 10_000]) {
		const idle = await measure(rate, false);
		const {waits, unwritten, historyMs, searchMs, bytes} = await measure(rate, true);
		const load = `${rate.toLocaleString('en-US')} messages per second`;
		table.push(
			rowOf(`Delay of a key while the journal records ${load}, p99`, quantile(waits, 0.99), {
				unit: 'ms',
				most: 50,
				detail: `${quantile(idle.waits, 0.99).toFixed(1)} ms without the journal; ${unwritten} not written a second later, ${bytes.toFixed(0)} bytes each`,
			}),
			rowOf(`Search of these ${(seconds * rate).toLocaleString('en-US')} messages`, searchMs, {
				unit: 'ms',
				detail: `history of 2,000 commands ${historyMs.toFixed(1)} ms`,
			}),
		);
	}
	return table;
}

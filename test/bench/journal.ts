import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {openJournal} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {systemClock} from '../../src/lib/clock.ts';
import {commandEntry, typed} from '../journal/entries.ts';

/**
Measures the journal: `node test/bench/journal.ts`. Records a team feed of this many messages a second for 3 s; prints
how long a key would have to wait meanwhile, and how fast entries are found.
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
		return waits.sort((a, b) => a - b);
	};
}

function timed(task: () => unknown): string {
	const from = performance.now();
	task();
	return `${(performance.now() - from).toFixed(1)} ms`;
}

async function measure(rate: number, isKept: boolean): Promise<void> {
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
	const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
	console.log(
		`${isKept ? 'kept' : 'idle'} ${rate}/s: a key waits p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)} ms`,
	);
	if (isKept) {
		const count = journal.recent(1_000_000).length;
		journal.remember(Array.from({length: 2000}, (_, index) => typed(`say ${index}`, index)));
		journal.recent(1);
		console.log(
			`  ${count} of ${seconds * rate} written 1 s after the last; ` +
				`history of 2000 lines ${timed(() => journal.history('s1', 'CS2'))}, ` +
				`search ${timed(() => readJournalFile(file, undefined, {words: `say ${count - 1}`}))}, the last 1000 ${timed(() => journal.recent(1000))}`,
		);
	}
	journal.close();
	if (isKept) console.log(`  ${(statSync(file).size / (seconds * rate)).toFixed(0)} bytes an entry on disk`);
	rmSync(folder, {recursive: true});
}

for (const rate of [1000, 10_000]) {
	await measure(rate, false);
	await measure(rate, true);
}

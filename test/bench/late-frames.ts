import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {consoleExport} from '../../src/app/export/console-export.ts';
import {writeExport} from '../../src/app/export/write-export.ts';
import {openFiles} from '../../src/cli/output-files.ts';
import {openBenchTui, pause, type BenchTui} from './bench-tui.ts';
import {cpuMs} from './cpu-time.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures, in the complete program with 100,000 lines in one console, for how long a key or a frame may have to wait: the
longest step of the event loop while it searches, scrolls, resizes, filters the timeline and exports.
*/
const lines = 100_000;
/** No frame may be later than this. */
const latestMs = 50;
const typingMs = 30;

/**
Returns the longest step between two turns of the event loop: its CPU time, so that other processes do not count, or its
duration, as the system counts CPU time in steps of up to 4 ms.
*/
async function longestStep(task: () => Promise<void>): Promise<number> {
	let longestMs = 0;
	let isOver = false;
	let [cpu, at] = [cpuMs(), performance.now()];
	const step = () => {
		const [nextCpu, next] = [cpuMs(), performance.now()];
		longestMs = Math.max(longestMs, Math.min(nextCpu - cpu, next - at));
		[cpu, at] = [nextCpu, next];
		if (!isOver) setImmediate(step);
	};
	setImmediate(step);
	await task();
	isOver = true;
	return longestMs;
}

/** Resolves when nothing has been written for a while. */
async function settled({writes}: BenchTui): Promise<void> {
	for (let before = -1; before !== writes.length;) {
		before = writes.length;
		await pause(300);
	}
}

async function press(tui: BenchTui, keys: readonly string[]): Promise<void> {
	for (const key of keys) {
		tui.write(key);
		await pause(typingMs);
	}
	await settled(tui);
}

const searches = ['number 99999', 'not there', 'NUMBER 7', '/answer of .*9{3}/', '/.*x.*y.*z/'];

async function search(tui: BenchTui): Promise<void> {
	await press(tui, ['2']);
	for (const words of searches) {
		await press(tui, ['/', ...words, '\r']);
		await press(tui, [...'nnnNNN', '\x1b']);
	}
}

/** Alternates the widths, with and without a timeline, so that no visible row has been wrapped before. */
async function resize(tui: BenchTui): Promise<void> {
	for (let turn = 0; turn < 60; turn++) {
		tui.resize(([120, 100, 80, 200, 140, 90][turn % 6] ?? 80) + turn, 40 + (turn % 7));
		await pause(typingMs);
	}
	tui.resize(120, 40);
	await settled(tui);
}

async function exportAll(tui: BenchTui): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
	const files = openFiles({stateDir: folder, folder, secrets: ['a-credential-of-the-bench']});
	const services = {...tui.services, files};
	const state = services.store.getState();
	const wanted = {serverIds: ['s-0'], span: {}, range: 'all', now: Date.now(), hide: files.hide};
	for (const format of ['text', 'markdown', 'json'] as const) {
		await writeExport(services, format, consoleExport(state, services.settings, {...wanted, format}));
	}
	rmSync(folder, {recursive: true});
}

const scrolling = [
	'2',
	'g',
	'G',
	'\x1b[5~',
	'\x1b[5~',
	'\x1b[6~',
	'k',
	'j',
	...'ffffffff',
	'x',
	'x',
	'[',
	']',
];

const steps: Record<string, (tui: BenchTui) => Promise<void>> = {
	Search: search,
	Scrolling: tui => press(tui, scrolling),
	Resize: resize,
	Timeline: tui => press(tui, ['4', '/', ...'answer', '\r', '\x1b', ...'ffgG', '2']),
	Export: exportAll,
};

export async function run(): Promise<readonly Row[]> {
	const tui = await openBenchTui({columns: 120, rows: 40, servers: 1});
	for (let said = 0; said < lines; said += 500) {
		tui.deliver(500);
		await pause(5);
	}
	await settled(tui);
	const rows: Row[] = [];
	for (const [name, task] of Object.entries(steps)) {
		const longestMs = await longestStep(() => task(tui));
		rows.push(
			rowOf(`${name} with ${lines.toLocaleString('en-US')} lines, longest step`, longestMs, {
				unit: 'ms',
				most: latestMs,
			}),
		);
	}
	await tui.close();
	return rows;
}

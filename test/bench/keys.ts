import {openEmulator} from '../tui/terminal/emulator.ts';
import {openBenchTui, pause, type BenchTui} from './bench-tui.ts';
import {cpuMs} from './cpu-time.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures the time from a key to its paint, while no messages arrive and while many do: the CPU time of the program in
between, or the time on the clock if that is less.
*/
const [columns, rows] = [120, 40];
/** Letters that the input shows without scrolling. */
const perLine = 30;
const keyCount = 200;

type Moment = {at: number; cpu: number};

/** Replays the writes in an emulator, to find when each text was on screen. */
function paintedAt(tui: BenchTui, texts: readonly string[]): Moment[] {
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const times: Moment[] = [];
	for (const {at, cpu, text} of tui.writes) {
		emulator.write(text);
		const line = emulator.rows()[rows - 2] ?? '';
		while (times.length < texts.length && line.includes(texts[times.length] ?? '')) times.push({at, cpu});
	}
	return times;
}

/** Time from key to paint, ms, while this many feed messages a second arrive for the server on screen. */
async function keyTimes(perSecond: number): Promise<number[]> {
	const tui = await openBenchTui({columns, rows});
	tui.write('i');
	await pause(100);
	let due = 0;
	let last = performance.now();
	const flood = setInterval(() => {
		const now = performance.now();
		due += ((now - last) * perSecond) / 1000;
		last = now;
		tui.deliver(Math.floor(due), 1);
		due %= 1;
	}, 5);
	await pause(1000);
	const pressed: Moment[] = [];
	const texts: string[] = [];
	for (let count = 0; count < keyCount; count++) {
		if (count % perLine === 0) {
			tui.write('\x15');
			await pause(60);
		}
		const letter = 'abcdefghijklmnopqrstuvwxyz'[count % 26] ?? '';
		texts.push(count % perLine === 0 ? `> ${letter}` : `${texts.at(-1)}${letter}`);
		pressed.push({at: performance.now(), cpu: cpuMs()});
		tui.write(letter);
		await pause(17 + (count % 13));
	}
	await pause(200);
	clearInterval(flood);
	const painted = paintedAt(tui, texts);
	await tui.close();
	return painted.map(({at, cpu}, index) => {
		const since = pressed[index] ?? {at: 0, cpu: 0};
		return Math.min(at - since.at, cpu - since.cpu);
	});
}

export async function run(): Promise<readonly Row[]> {
	const idle = await keyTimes(0);
	const figures = [
		rowOf('Key to screen when idle, p99', quantile(idle, 0.99), {
			unit: 'ms',
			detail: `p50 ${quantile(idle, 0.5).toFixed(1)} ms`,
		}),
	];
	for (const perSecond of [1000, 10_000]) {
		const times = await keyTimes(perSecond);
		const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
		figures.push(
			rowOf(
				`The same with ${perSecond.toLocaleString('en-US')} messages per second, relative to idle`,
				p99 / quantile(idle, 0.99),
				{unit: '×', most: 1.5, detail: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`},
			),
		);
	}
	return figures;
}

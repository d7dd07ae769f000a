import {openEmulator} from '../tui/terminal/emulator.ts';
import {openBenchTui, pause, type BenchTui} from './bench-tui.ts';
import {cpuMs} from '../helpers/cpu-time.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures the time from a key to its paint, with few and with many servers, and while many messages arrive: the CPU time of
the program in between, or the time on the clock if that is less.
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
async function keyTimes(servers: number, perSecond: number): Promise<number[]> {
	const tui = await openBenchTui({columns, rows, servers});
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
	const figures: Row[] = [];
	for (const [how, servers, perSecond] of [
		['with ten servers', 10, 0],
		['with 1,000 servers', 1000, 0],
		['with 1,000 messages per second', 10, 1000],
	] as const) {
		const times = await keyTimes(servers, perSecond);
		for (const [name, share, most] of [
			['p50', 0.5, 10],
			['p99', 0.99, 30],
		] as const)
			figures.push(rowOf(`Key to screen ${how}, ${name}`, quantile(times, share), {unit: 'ms', most}));
	}
	return figures;
}

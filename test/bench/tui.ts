import {parseArgs} from 'node:util';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {openBenchTui, pause, type BenchTui} from './bench-tui.ts';
import {quantile} from './quantile.ts';

/**
Measures what a key, a flood, idling, memory and a large fleet cost the TUI, each as a ratio within one run: `npm run
bench:tui -- [--keys 200] [--idle SECONDS] [--only memory|keys|fleets|idle]`. The idle part lasts 20 s by default; a
complete run takes 600.
*/
const {values} = parseArgs({
	args: process.argv.slice(3),
	options: {
		keys: {type: 'string', default: '200'},
		idle: {type: 'string', default: '20'},
		only: {type: 'string', multiple: true, default: []},
	},
});
const wanted = (part: string) => values.only.length === 0 || values.only.includes(part);
const [columns, rows] = [120, 40];
/** Letters that the input shows without scrolling. */
const perLine = 30;

/** Replays the writes in an emulator, to find when each text was on screen. */
function paintedAt(tui: BenchTui, texts: readonly string[]): number[] {
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const times: number[] = [];
	for (const {at, text} of tui.writes) {
		emulator.write(text);
		const line = emulator.rows()[rows - 2] ?? '';
		while (times.length < texts.length && line.includes(texts[times.length] ?? '')) times.push(at);
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
	const pressed: number[] = [];
	const texts: string[] = [];
	for (let count = 0; count < Number(values.keys); count++) {
		if (count % perLine === 0) {
			tui.write('\x15');
			await pause(60);
		}
		const letter = 'abcdefghijklmnopqrstuvwxyz'[count % 26] ?? '';
		texts.push(count % perLine === 0 ? `> ${letter}` : `${texts.at(-1)}${letter}`);
		pressed.push(performance.now());
		tui.write(letter);
		await pause(17 + (count % 13));
	}
	await pause(200);
	clearInterval(flood);
	const painted = paintedAt(tui, texts);
	await tui.close();
	return painted.map((at, index) => at - (pressed[index] ?? 0));
}

async function keys(): Promise<void> {
	let idle = Number.NaN;
	for (const perSecond of [0, 1000, 10_000]) {
		const times = await keyTimes(perSecond);
		const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
		if (perSecond === 0) idle = p99;
		console.log(
			`key to paint, ${perSecond} messages/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / idle).toFixed(1)} times idle (${times.length} keys)`,
		);
	}
}

async function journal(): Promise<void> {
	const mb = () => {
		globalThis.gc?.();
		return process.memoryUsage.rss() / 1e6;
	};
	const tui = await openBenchTui({columns, rows});
	const before = mb();
	for (let batch = 0; batch < 200; batch++) {
		tui.deliver(500);
		await pause(40);
	}
	console.log(
		`resident memory: ${before.toFixed(0)} MB, after 100,000 lines on ten servers ${mb().toFixed(0)} MB, ${(mb() / before).toFixed(2)} times`,
	);
	await tui.close();
}

async function idleness(): Promise<void> {
	const tui = await openBenchTui({columns, rows});
	await pause(1000);
	tui.writes.length = 0;
	const cpu = process.cpuUsage();
	const seconds = Number(values.idle);
	await pause(seconds * 1000);
	const {user, system} = process.cpuUsage(cpu);
	const bytes = tui.writes.reduce((sum, {text}) => sum + Buffer.byteLength(text), 0);
	console.log(
		`idle for ${seconds} s: ${((user + system) / 1e6).toFixed(2)} s of CPU (${((user + system) / 1e4 / seconds).toFixed(1)} %), ${bytes} bytes in ${tui.writes.length} writes`,
	);
	await tui.close();
}

type Costs = Record<'key' | 'poll' | 'change', number>;

/** CPU time of a frame after a key that moves the cursor, and of polls without and with a change; ms. */
async function costs(servers: number): Promise<Costs> {
	const tui = await openBenchTui({columns, rows, servers, pollMs: 3_600_000});
	const turns = 60;
	const spent = async (task: () => void, prepare = () => {}): Promise<number> => {
		const samples: number[] = [];
		for (let turn = 0; turn < turns; turn++) {
			prepare();
			const startedAt = process.threadCpuUsage();
			task();
			await pause(40);
			const {user, system} = process.threadCpuUsage(startedAt);
			samples.push((user + system) / 1000);
		}
		return quantile(samples.slice(20), 0.5);
	};
	let turn = 0;
	const key = await spent(() => tui.write(turn++ % 2 === 0 ? 'j' : 'k'));
	const poll = await spent(() => tui.services.refreshers.pollNow());
	const change = await spent(() => tui.services.refreshers.pollNow(), tui.changeOne);
	await tui.close();
	return {key, poll, change};
}

/**
Includes reading the response to the list, which must be linear in its bytes: `bench:list` measures the two separately.
*/
async function fleets(): Promise<void> {
	const least = await costs(10);
	const text = (name: keyof Costs, {[name]: cost}: Costs) =>
		`${cost.toFixed(1)} ms of CPU, ${(cost / least[name]).toFixed(2)} times that of ten`;
	for (const servers of [10, 100, 1000, 5000]) {
		const its = servers === 10 ? least : await costs(servers);
		console.log(
			`${servers} servers: a key ${text('key', its)}; a poll with its answer ${text('poll', its)}; with one change ${text('change', its)}`,
		);
	}
}

const parts = {journal, keys, fleets, idle: idleness};
for (const [name, part] of Object.entries(parts)) if (wanted(name)) await part();
process.exit(0);

import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {Worker} from 'node:worker_threads';
import {encodeInput, fuzz} from '../fuzz/run-target.ts';
import {targets} from '../fuzz/targets.ts';
import type {Target} from '../fuzz/target.ts';
import type {Outcome, Trial} from '../run.ts';

/**
Inputs that hang a codec are printed by a thread of its own, which then ends the process: after so much CPU time, or after so
long on a machine that leaves us little of it.
*/
const [hangCpuMs, hangMs] = [30_000, 1_200_000];
/** How long a codec has its turn, in seconds. */
const turnSeconds = 5;

/** Memory that may be in use after a round beyond what was after the first, in MiB. */
const maxGrowth = 64;

type Total = {tried: number; cpuMs: number; bytes: number; nextSeed: number};

/**
Feeds random inputs to every codec in turn, or to the one that the fourth argument names (`npm run reliability fuzz 10 1
"source packets"`). Prints for each how many, and the CPU time; SIGINT ends it early.
*/
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const wanted = process.argv[5];
	const chosen = targets.filter(({name}) => wanted === undefined || name === wanted);
	if (chosen.length === 0) throw new Error(`Codecs: ${targets.map(({name}) => name).join(', ')}`);
	const watchdog = openWatchdog();
	const totals = new Map<string, Total>();
	const failures: string[] = [];
	const fail = (text: string) => {
		failures.push(text);
		print(`failure: ${text}`);
	};
	let isStopped = false;
	process.once('SIGINT', () => (isStopped = true));
	const endsAt = performance.now() + minutes * 60_000;
	const isOver = () => isStopped || performance.now() >= endsAt;
	const memory: number[] = [];
	do {
		for (const target of chosen) {
			if (isOver() && memory.length > 0) break;
			const total = totals.get(target.name) ?? {tried: 0, cpuMs: 0, bytes: 0, nextSeed: seed};
			totals.set(target.name, total);
			for (const failure of await takeTurn(target, total, watchdog)) fail(JSON.stringify(failure));
		}
		memory.push(memoryInUse());
		print(`round ${memory.length}: ${memory.at(-1)} MiB in use`);
		print([...totals].map(([name, total]) => `${name} ${total.tried}/${seconds(total)}s`).join(', '));
	} while (!isOver());
	watchdog.close();
	const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
	if (growth > maxGrowth) fail(`${growth} MiB more are in use than after the first round`);
	for (const [name, total] of totals) {
		const {tried, bytes} = total;
		const size = `${Math.round(bytes / 2 ** 20)} MiB`;
		print(`${name.padEnd(34)} ${String(tried).padStart(9)} inputs, ${size}, ${seconds(total)} s of CPU time`);
	}
	return {tried: totalOf(totals), codecs: chosen.length, 'more MiB in use': growth, failures};
}

const seconds = ({cpuMs}: Total) => Math.round(cpuMs / 1000);

const totalOf = (totals: ReadonlyMap<string, Total>) =>
	[...totals.values()].reduce((sum, {tried}) => sum + tried, 0);

async function takeTurn(target: Target, total: Total, watchdog: ReturnType<typeof openWatchdog>) {
	const turnEndsAt = performance.now() + turnSeconds * 1000;
	const {tried, cpuMs, bytes, failures} = await fuzz(target, {
		seed: total.nextSeed,
		goesOn: () => performance.now() < turnEndsAt,
		onTurn: (seed, inputs) => {
			total.nextSeed = seed + 1;
			watchdog.note(JSON.stringify({target: target.name, seed, inputs: inputs.map(encodeInput)}));
		},
	});
	// Lets signals arrive, for which nothing else waits.
	await new Promise(resolve => setImmediate(resolve));
	total.tried += tried;
	total.cpuMs += cpuMs;
	total.bytes += bytes;
	return failures;
}

/** What is reachable, in MiB. */
function memoryInUse(): number {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	const {heapUsed, external} = process.memoryUsage();
	return Math.round((heapUsed + external) / 2 ** 20);
}

/**
Prints the current input and ends the process if no new input follows for a while: a hanging thread cannot do that
itself.
*/
function openWatchdog() {
	const worker = new Worker(
		`const {parentPort, workerData} = require('node:worker_threads');
		const {writeSync} = require('node:fs');
		let noted; let at; let before;
		const begin = message => { noted = message; at = Date.now(); before = process.cpuUsage(); };
		parentPort.on('message', begin);
		setInterval(() => {
			if (noted === undefined) return;
			const {user, system} = process.cpuUsage(before);
			if ((user + system) / 1000 < workerData.hangCpuMs && Date.now() - at < workerData.hangMs) return;
			writeSync(1, 'failure: hangs: ' + noted + '\\n');
			process.kill(process.pid, 'SIGKILL');
		}, 1000);`,
		{eval: true, workerData: {hangCpuMs, hangMs}},
	);
	return {
		note: (text: string) => worker.postMessage(text, []),
		close: () => void worker.terminate(),
	};
}

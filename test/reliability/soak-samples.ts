import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

export const sampleMs = 20_000;
/** How long a program may take to answer; others on the machine may keep it from running. */
export const answerMs = 60_000;
/** How much a program may compute without a pause, for example to read a list of 100,000 servers. */
const maxTurnMs = 5000;
/** How much the heap may certainly grow: the slope minus twice its standard error, since it swings by some 5 MB. */
const maxSlopeMbPerHour = 30;
/** A sample this much above the median was taken while a fault sent a huge list. */
const hugeFactor = 1.3;
/** A slope over fewer minutes is meaningless. */
const slopeMinutes = 8;

export type ProcessSample = {
	minute: number;
	heapMb: number;
	rssMb: number;
	fds: number;
	threads: number;
	resources: number;
	cpuSeconds: number;
	/** The most CPU time between two timers since the last sample, if the second was late. */
	turnMs: number;
};

/** Writes what the program holds to a file, after a garbage collection, when it gets the signal. */
const hook = `
import {renameSync, writeFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
let [at, cpu, turnMs] = [performance.now(), process.cpuUsage(), 0];
const nextTurn = () => {
	const {user, system} = process.cpuUsage(cpu);
	const now = performance.now();
	if (now - at > 200) turnMs = Math.max(turnMs, (user + system) / 1000);
	[at, cpu] = [now, process.cpuUsage()];
};
setInterval(nextTurn, 100).unref();
process.on('SIGUSR2', () => {
	nextTurn();
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	const {heapUsed} = process.memoryUsage();
	writeFileSync(process.env.SAMPLE + '.part', JSON.stringify({heapUsed, turnMs, resources: process.getActiveResourcesInfo()}));
	renameSync(process.env.SAMPLE + '.part', process.env.SAMPLE);
	// Without the collection.
	[at, cpu, turnMs] = [performance.now(), process.cpuUsage(), 0];
});
`;

/** Prepares samples of a program that starts with the options of Node in `hook` and with `env`. */
export function openSampler(folder: string, name: string) {
	const [hookFile, file] = [path.join(folder, 'hook.mjs'), path.join(folder, `${name}.json`)];
	writeFileSync(hookFile, hook);
	return {
		hook: ['--import', hookFile],
		env: {SAMPLE: file},
		/** Resolves to undefined if the program has ended or does not answer in time. */
		take: async (pid: number, minute: number): Promise<ProcessSample | undefined> => {
			rmSync(file, {force: true});
			try {
				process.kill(pid, 'SIGUSR2');
				for (let tries = 0; tries < answerMs / 100; tries++) {
					await sleep(100);
					const text = readIfThere(file);
					if (text === undefined) continue;
					const {heapUsed, turnMs, resources} = JSON.parse(text) as {
						heapUsed: number;
						turnMs: number;
						resources: string[];
					};
					const status = readFileSync(`/proc/${pid}/status`, 'utf8');
					const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
					const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
					return {
						minute,
						turnMs,
						heapMb: heapUsed / 1e6,
						rssMb: field('VmRSS') / 1000,
						fds: readdirSync(`/proc/${pid}/fd`).length,
						threads: field('Threads'),
						resources: resources.length,
						cpuSeconds: (Number(times[11]) + Number(times[12])) / 100,
					};
				}
			} catch {
				// The process has ended.
			}
			return undefined;
		},
	};
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}

/** Compares the samples of a program that is warm. `figures` is one line. */
export function judgeSamples(samples: readonly ProcessSample[]): {failures: string[]; figures: string} {
	const [first, last] = [samples[0], samples.at(-1)];
	const median = samples.map(({heapMb}) => heapMb).sort((a, b) => a - b)[samples.length >>> 1] ?? 0;
	const usual = samples.filter(({heapMb}) => heapMb < hugeFactor * median);
	if (!first || !last || usual.length < 3) return {failures: [], figures: `${samples.length} samples`};
	const [slope, error] = [slopeOf(usual), slopeErrorOf(usual)];
	const isLong = last.minute - first.minute >= slopeMinutes;
	const failures: string[] = [];
	if (isLong && slope - 2 * error > maxSlopeMbPerHour)
		failures.push(`the heap grows by ${slope.toFixed(1)} MB/h`);
	if (last.fds > first.fds + 10) failures.push(`file descriptors grew from ${first.fds} to ${last.fds}`);
	if (last.resources > first.resources + 15) failures.push(`handles grew from ${first.resources}`);
	const turnMs = Math.max(...samples.map(sample => sample.turnMs));
	if (turnMs > maxTurnMs) failures.push(`it computed for ${(turnMs / 1000).toFixed(1)} s without a pause`);
	const cpu = (100 * (last.cpuSeconds - first.cpuSeconds)) / (last.minute - first.minute) / 60;
	const figures = [
		`${samples.length} samples from minute ${first.minute.toFixed(1)} to ${last.minute.toFixed(1)}`,
		`heap ${first.heapMb.toFixed(1)} to ${last.heapMb.toFixed(1)} MB`,
		`${slope.toFixed(1)} ± ${error.toFixed(1)} MB/h`,
		`resident ${first.rssMb.toFixed(0)} to ${last.rssMb.toFixed(0)} MB`,
		`descriptors ${first.fds} to ${last.fds}`,
		`threads ${first.threads} to ${last.threads}`,
		`handles ${first.resources} to ${last.resources}`,
		`CPU ${cpu.toFixed(1)} %`,
		`longest turn ${turnMs.toFixed(0)} ms of CPU`,
	];
	return {failures, figures: figures.join(', ')};
}

/** The slope of a straight line through the heap of these samples (least squares), MB per hour. */
export function slopeOf(samples: readonly Pick<ProcessSample, 'minute' | 'heapMb'>[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [x, y] = [mean(samples.map(({minute}) => minute)), mean(samples.map(({heapMb}) => heapMb))];
	const above = samples.reduce((sum, {minute, heapMb}) => sum + (minute - x) * (heapMb - y), 0);
	const below = samples.reduce((sum, {minute}) => sum + (minute - x) ** 2, 0);
	return (60 * above) / below;
}

/** The standard error of that slope. */
export function slopeErrorOf(samples: readonly Pick<ProcessSample, 'minute' | 'heapMb'>[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const slope = slopeOf(samples) / 60;
	const [x, y] = [mean(samples.map(({minute}) => minute)), mean(samples.map(({heapMb}) => heapMb))];
	const rest = samples.reduce((sum, {minute, heapMb}) => sum + (heapMb - y - slope * (minute - x)) ** 2, 0);
	const spread = samples.reduce((sum, {minute}) => sum + (minute - x) ** 2, 0);
	return 60 * Math.sqrt(rest / (samples.length - 2) / spread);
}

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {slopeErrorOf, slopeOf} from './compressed-soak.ts';

export const sampleMs = 20_000;
/** By then the consoles are full, also if faults kept back some messages, and all code is compiled. */
const warmMinutes = 11;
/** How much the heap may certainly grow: the slope minus twice its standard error, since it swings by some 5 MB. */
const maxSlopeMbPerHour = 30;
/** In fewer minutes a slope says nothing. */
const slopeMinutes = 8;

export type ProcessSample = {
	minute: number;
	heapMb: number;
	rssMb: number;
	fds: number;
	threads: number;
	resources: number;
	cpuSeconds: number;
};

/** Writes what the program holds to a file, after a garbage collection, when it gets the signal. */
const hook = `
import {renameSync, writeFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
process.on('SIGUSR2', () => {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	const {heapUsed, external} = process.memoryUsage();
	writeFileSync(process.env.SAMPLE + '.part', JSON.stringify({heapUsed, external, resources: process.getActiveResourcesInfo()}));
	renameSync(process.env.SAMPLE + '.part', process.env.SAMPLE);
});
`;

/** Prepares samples of a program that starts with the options of Node in `hook` and with `env`. */
export function openSampler(folder: string, name: string) {
	const [hookFile, file] = [path.join(folder, 'hook.mjs'), path.join(folder, `${name}.json`)];
	writeFileSync(hookFile, hook);
	return {
		hook: ['--import', hookFile],
		env: {SAMPLE: file},
		/** Resolves to undefined if the program has ended or does not answer for 10 seconds. */
		take: async (pid: number, minute: number): Promise<ProcessSample | undefined> => {
			rmSync(file, {force: true});
			try {
				process.kill(pid, 'SIGUSR2');
				for (let tries = 0; tries < 100; tries++) {
					await sleep(100);
					const text = readIfThere(file);
					if (text === undefined) continue;
					const {heapUsed, resources} = JSON.parse(text) as {heapUsed: number; resources: string[]};
					const status = readFileSync(`/proc/${pid}/status`, 'utf8');
					const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
					const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
					return {
						minute,
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

/** Compares the samples after warm-up. `figures` is one line. */
export function judgeSamples(samples: readonly ProcessSample[]): {failures: string[]; figures: string} {
	const end = samples.at(-1)?.minute ?? 0;
	const warm = samples.filter(({minute}) => minute > Math.min(warmMinutes, end / 2));
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last || warm.length < 3) return {failures: [], figures: `${samples.length} samples`};
	const [slope, error] = [slopeOf(warm), slopeErrorOf(warm)];
	const isLong = last.minute - first.minute >= slopeMinutes;
	const failures: string[] = [];
	if (isLong && slope - 2 * error > maxSlopeMbPerHour)
		failures.push(`the heap grows by ${slope.toFixed(1)} MB/h`);
	if (last.fds > first.fds + 10) failures.push(`file descriptors grew from ${first.fds} to ${last.fds}`);
	if (last.resources > first.resources + 15) failures.push(`handles grew from ${first.resources}`);
	const cpu = (100 * (last.cpuSeconds - first.cpuSeconds)) / (last.minute - first.minute) / 60;
	const figures = [
		`${samples.length} samples in ${last.minute.toFixed(1)} minutes`,
		`heap ${first.heapMb.toFixed(1)} to ${last.heapMb.toFixed(1)} MB`,
		`${slope.toFixed(1)} ± ${error.toFixed(1)} MB/h`,
		`resident ${first.rssMb.toFixed(0)} to ${last.rssMb.toFixed(0)} MB`,
		`descriptors ${first.fds} to ${last.fds}`,
		`threads ${first.threads} to ${last.threads}`,
		`handles ${first.resources} to ${last.resources}`,
		`CPU ${cpu.toFixed(1)} %`,
	];
	return {failures, figures: figures.join(', ')};
}

import type {Clock} from '../../lib/time/clock.ts';
import type {PowerStatus, Usage} from './power-driver.ts';

/** The resource usage of a server, with the average CPU usage between two samples. */
export type SampledUsage = Omit<Usage, 'cpuMs'>;

/** How often the use is sampled, because some drivers start a program for it. */
const sampledEveryMs = 15_000;

/** Samples the use of a server when its driver is asked for the status. */
export function createUsageMeter(clock: Clock) {
	let sampledAt = -Infinity;
	let cpuMs: number | undefined;
	let usage: SampledUsage = {};
	return {
		/** Whether to ask for a sample. A second one follows the first, because one CPU time alone says nothing. */
		isDue: () =>
			clock.monotonic() - sampledAt >= sampledEveryMs ||
			(cpuMs !== undefined && usage.cpuPercent === undefined),
		/**
		Reads a status, with a sample if one was requested. The usage of a server that is not running for certain is
		unknown.
		*/
		read: (status: PowerStatus | undefined, isSample: boolean) => {
			const isRunning = status?.kind === 'running';
			if (isRunning && !isSample) return;
			const {memoryBytes, ...sample} = (isRunning && status.usage) || {};
			const now = clock.monotonic();
			const spentMs = (sample.cpuMs ?? Number.NaN) - (cpuMs ?? Number.NaN);
			const average = (spentMs / (now - sampledAt)) * 100;
			// It is negative if the server has started again.
			const cpuPercent = sample.cpuPercent ?? (average >= 0 && average < Infinity ? average : undefined);
			usage = {
				cpuPercent: cpuPercent === undefined ? undefined : Math.round(cpuPercent),
				memoryBytes: memoryBytes === undefined ? undefined : rounded(memoryBytes),
			};
			[sampledAt, cpuMs] = [isRunning ? now : -Infinity, sample.cpuMs];
		},
		usage: () => usage,
	};
}

/** Rounds to within half a percent, so that a server at rest does not change with each sample. */
function rounded(bytes: number): number {
	const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, bytes))) - 7);
	return Math.round(bytes / step) * step;
}

/**
Returns a count that a program printed; undefined for words such as `[not set]`, and for the value that means
"unknown".
*/
export function countIn(text: string | undefined): number | undefined {
	const count = text !== undefined && /^\d{1,20}$/.test(text.trim()) ? Number(text) : undefined;
	return count !== undefined && count <= Number.MAX_SAFE_INTEGER ? count : undefined;
}

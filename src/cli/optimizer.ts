import {afterUnlessDone} from '../lib/clock.ts';

/** By then the first screen is painted, and all code that it needs is loaded. */
const startedMs = 5000;
const stepMs = 20_000;
/** The share of a core that a program at rest uses at most. */
const restShare = 0.01;

export type OptimizerAccess = {
	after: (delayMs: number, task: () => void) => void;
	/** CPU time of the process so far. */
	cpuMs: () => number;
	setOptimizing: (isOptimizing: boolean) => void;
};

/**
Optimizes no functions while the program uses hardly any CPU time: at rest, V8's compilers take a fifth of it and never
save as much. What is optimized already stays so.
*/
export function optimizeUnderLoad({after, cpuMs, setOptimizing}: OptimizerAccess = v8Optimizer): void {
	let before = cpuMs();
	const step = () => {
		const now = cpuMs();
		setOptimizing(now - before > restShare * stepMs);
		before = now;
		after(stepMs, step);
	};
	after(startedMs, step);
}

/** Must precede each use of cached code: V8 rejects code that was compiled under other flags. */
export function restoreCodeFlags(): void {
	// The start must not load the modules of the flags and of `performance`.
	if (process.uptime() * 1000 >= startedMs) setOptimizing(true);
}

function setOptimizing(isOptimizing: boolean): void {
	process.getBuiltinModule('node:v8').setFlagsFromString(isOptimizing ? '--opt' : '--no-opt');
}

const v8Optimizer: OptimizerAccess = {
	after: afterUnlessDone,
	cpuMs: () => {
		const {user, system} = process.cpuUsage();
		return (user + system) / 1000;
	},
	setOptimizing,
};

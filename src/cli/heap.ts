import {subscribe} from 'node:diagnostics_channel';
import {afterUnlessDone} from '../lib/clock.ts';
import {scriptChannel} from './script-channel.ts';

/** By then the young generation has grown to 16 MB, and the scripts of the first screen are loaded. */
const startedMs = 5000;

/**
What a long-running program does not need, each with V8's default: a young generation that grows up to 128 MB, and four
threads that collect it, which takes a third of the CPU time at rest.
*/
const heapFlags = [
	['--semi-space-growth-factor=1', '--semi-space-growth-factor=2'],
	['--no-parallel-scavenge', '--parallel-scavenge'],
] as const;

/**
Limits the young generation of a program that runs for long. V8 rejects code that was cached with other flags, so the
defaults apply again while a script is loaded, and at exit, before the code cache is stored.
*/
export function limitYoungHeap(): void {
	afterUnlessDone(startedMs, () => {
		const {setFlagsFromString} = process.getBuiltinModule('node:v8');
		const setOwn = () => heapFlags.forEach(([own]) => setFlagsFromString(own));
		const setDefaults = () => heapFlags.forEach(([, standard]) => setFlagsFromString(standard));
		setOwn();
		subscribe(scriptChannel, () => {
			setDefaults();
			setImmediate(setOwn);
		});
		process.prependOnceListener('exit', setDefaults);
	});
}

/**
The user is away after one step without input. Only the heap of the start is small enough to be collected in a short break. The
first step is never one: the terminal answers questions.
*/
const [startStepMs, idleStepMs] = [5000, 60_000];
/** Collecting is worth its pause when the heap has grown by at least this much and by a quarter. */
const [leastGrowth, growthFactor] = [8e6, 1.25];

export type HeapAccess = {
	after: (delayMs: number, task: () => void) => void;
	/** Bytes that V8 has reserved for objects. */
	size: () => number;
	collect: () => void;
};

/**
Returns memory to the system while nobody uses the program: after its start, and whenever the heap has grown. V8 does so
only when the heap is nearly full. Collecting takes 70 ms at rest and 300 ms with 100,000 console lines. `inputBytes`
counts the input so far.
*/
export function freeHeapWhenIdle(
	inputBytes: () => number,
	{after, size, collect}: HeapAccess = v8Heap,
): void {
	let kept = 0;
	let before = inputBytes();
	const step = () => {
		const bytes = inputBytes();
		const isIdle = bytes === before;
		before = bytes;
		if (isIdle && size() > Math.max(kept + leastGrowth, kept * growthFactor)) {
			collect();
			kept = size();
		}
		after(kept === 0 ? startStepMs : idleStepMs, step);
	};
	after(startStepMs, step);
}

const v8Heap: HeapAccess = {
	after: afterUnlessDone,
	size: () => process.getBuiltinModule('node:v8').getHeapStatistics().total_heap_size,
	collect: () => {
		const {setFlagsFromString} = process.getBuiltinModule('node:v8');
		// Only a new context has the function. The code of the start is kept for the code cache, which is stored at exit.
		setFlagsFromString('--expose-gc');
		setFlagsFromString('--no-flush-bytecode');
		const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as typeof gc;
		// The only flavor that also releases empty pages.
		void collect?.({type: 'major', flavor: 'last-resort'});
		// V8 rejects code that was cached with other flags.
		setFlagsFromString('--no-expose-gc');
		setFlagsFromString('--flush-bytecode');
	},
};

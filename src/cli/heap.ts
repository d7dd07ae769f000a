import {afterUnlessDone} from '../lib/clock.ts';

/** By then the first screen is painted. */
const startedMs = 5000;

/**
Collects the young generation of a program that runs for long in one thread: V8's four take a third more CPU time at rest. Its
growth is not limited: when it could not grow after an idle collection, a list of 3,000,000 records took 5 s instead of 1 s.
*/
export function collectInOneThread(): void {
	// The flag does not make V8 reject cached code.
	afterUnlessDone(startedMs, () =>
		process.getBuiltinModule('node:v8').setFlagsFromString('--no-parallel-scavenge'),
	);
}

/**
The user is away after one step without input. The heap of the start is small enough to be collected in a short break. The
first step is never one: the terminal answers questions.
*/
const [startStepMs, idleStepMs] = [5000, 20_000];
/** A heap below this size is collected sooner: its pause is hardly noticeable, and thousands of servers fill it fast. */
const [smallBytes, smallStepMs] = [64e6, 10_000];
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
		after(kept === 0 ? startStepMs : kept < smallBytes ? smallStepMs : idleStepMs, step);
	};
	after(startStepMs, step);
}

const v8Heap: HeapAccess = {
	after: afterUnlessDone,
	size: () => process.getBuiltinModule('node:v8').getHeapStatistics().total_heap_size,
	collect: () => {
		const {setFlagsFromString} = process.getBuiltinModule('node:v8');
		// Only a new context has the function. The code of the start is kept for the code cache, which is stored later.
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

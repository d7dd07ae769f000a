import {suspensionMessages} from '../../messages/watch.ts';
import {afterUnlessDone, systemClock} from '../../lib/time/clock.ts';
import {watchSuspensions} from '../../lib/time/suspension.ts';

/** Maximum number of concurrent requests of one command. */
const maxConcurrent = 16;

/**
An awaited command mostly waits for its game and occupies one slot on its node: the limit is the number of
connections.
*/
export const maxAwaited = 256;

/** The command ended, or the process was suspended, before the task started; the message says so in the second case. */
export class NeverSent extends Error {
	override name = 'NeverSent';
}

/** Runs a task when a slot is free. Throws `NeverSent` if the command ends first. */
export type Limit = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Returns a first-in, first-out limiter that runs at most `atOnce` tasks concurrently. */
export function createLimit(signal: AbortSignal, atOnce = maxConcurrent): Limit {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async task => {
		if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
		else running++;
		try {
			if (signal.aborted) throw new NeverSent();
			return await task();
		} finally {
			// Hand the slot over directly so that no later task takes it.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}

/**
The same for tasks that send something: throws `NeverSent` for each that starts after the process was suspended. What only
reads goes on: it is how a command learns what became of the rest.
*/
export function createSendLimit(limit: Limit): Limit {
	const suspendedMs = watchCommand();
	return task =>
		limit(async () => {
			const ms = suspendedMs();
			if (ms > 0) throw new NeverSent(suspensionMessages.notSent(ms));
			return task();
		});
}

/**
Runs lanes in parallel, and the tasks of a lane in order, as many at once as it may have now. Results keep the order of the
items.
*/
export async function inLanes<Item, Result>(
	items: readonly Item[],
	laneOf: (item: Item) => string,
	task: (item: Item) => Promise<Result>,
	atOnceIn: (lane: string) => number = () => 1,
): Promise<Result[]> {
	const results = new Map<Item, Result>();
	const lanes = Map.groupBy(items, laneOf);
	const run = async ([name, lane]: [string, readonly Item[]]) => {
		const running = new Set<Promise<unknown>>();
		for (const item of lane) {
			while (running.size >= atOnceIn(name)) await Promise.race(running);
			const one = task(item)
				.then(result => results.set(item, result))
				.finally(() => running.delete(one));
			// The first failure ends the lane; others are expected then.
			one.catch(() => {});
			running.add(one);
		}
		await Promise.all(running);
	};
	await Promise.all([...lanes].map(run));
	return items.flatMap(item => {
		const result = results.get(item);
		return result === undefined ? [] : [result];
	});
}

/** Returns a function that says for how long the process was suspended since then, ms; 0 if it was not. */
export function watchCommand(): () => number {
	let suspendedMs = 0;
	const clock = {...systemClock, after: afterUnlessDone};
	const {check} = watchSuspensions(clock, ms => (suspendedMs = ms));
	return () => {
		check();
		return suspendedMs;
	};
}

/** Maximum number of concurrent requests of one command. */
const maxConcurrent = 16;

/**
An awaited command mostly waits for its game and occupies one slot on its node: the limit is the number of
connections.
*/
export const maxAwaited = 256;

/** The command ended before the task started. */
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

/** Runs the tasks of a lane in sequence and lanes in parallel. Results keep the order of the items. */
export async function inLanes<Item, Result>(
	items: readonly Item[],
	laneOf: (item: Item) => string,
	task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results = new Map<Item, Result>();
	const lanes = Map.groupBy(items, laneOf);
	const run = async (lane: readonly Item[]) => {
		for (const item of lane) results.set(item, await task(item));
	};
	await Promise.all([...lanes.values()].map(run));
	return items.flatMap(item => {
		const result = results.get(item);
		return result === undefined ? [] : [result];
	});
}

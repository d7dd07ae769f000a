/** This many requests of one command are in progress at once. */
const maxConcurrent = 16;

/** An awaited command mostly waits for its game, and takes one place on its node: as many as there are connections. */
export const maxAwaited = 256;

/** The command was ended before there was room for a task. */
export class NeverSent extends Error {
	override name = 'NeverSent';
}

/** Runs a task when there is room for it; throws `NeverSent` where it came to an end before. */
export type Limit = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Tasks wait for their turn in the order in which they come, while `atOnce` others are in progress. */
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
			// The place is handed on, so that nobody who comes in between takes it.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}

/** Tasks of one lane go one after another, lanes side by side; the results are in the order of the items. */
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

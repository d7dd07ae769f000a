import {pause, type Clock} from '../../lib/clock.ts';

/** How long an answer is kept, so that health checks of several load balancers cost one query, and how long it may take. */
const [keptMs, limitMs] = [1000, 2000];

/**
Creates what a load balancer asks: whether the records can be reached. Only one check runs at a time, also if it hangs.
*/
export function createReadiness(clock: Clock, check: () => Promise<unknown>): () => Promise<boolean> {
	let checking: Promise<void> | undefined;
	let found: {at: number; isReachable: boolean} | undefined;
	const start = async () => {
		const isReachable = await check().then(
			() => true,
			() => false,
		);
		found = {at: clock.monotonic(), isReachable};
		checking = undefined;
	};
	return async () => {
		if (found && clock.monotonic() - found.at < keptMs) return found.isReachable;
		checking ??= start();
		const patience = new AbortController();
		const isInTime = await Promise.race([
			checking.then(() => true),
			pause(clock, limitMs, patience.signal).then(
				() => false,
				() => false,
			),
		]);
		patience.abort();
		return isInTime && (found?.isReachable ?? false);
	};
}

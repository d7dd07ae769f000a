import type {Clock} from '../../lib/clock.ts';
import type {BrokerFaults} from './faults.ts';

type Options = {clock: Clock; random: () => number; faults: BrokerFaults};

/** Packets within this time are one burst, whose order a broker may change. */
const burstMs = 20;

/** Opens the delivery from the broker to its sessions: immediate, delayed or reordered. */
export function openDelivery({clock, random, faults}: Options) {
	const pending = new Set<() => void>();
	let burst: (() => void)[] = [];
	const later = (delayMs: number, task: () => void) => {
		const cancelTimer = clock.after(delayMs, () => {
			pending.delete(cancelTimer);
			task();
		});
		pending.add(cancelTimer);
	};
	const flush = () => {
		const sends = burst;
		burst = [];
		for (const send of shuffle(sends, random)) send();
	};
	return {
		pass: (send: () => void) => {
			if (faults.reorder) {
				burst.push(send);
				if (burst.length === 1) later(faults.delayMs + burstMs, flush);
			} else if (faults.delayMs > 0) later(faults.delayMs, send);
			else send();
		},
		close: () => {
			for (const cancelTimer of pending) cancelTimer();
			pending.clear();
		},
	};
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
	return items
		.map(item => ({item, weight: random()}))
		.sort((a, b) => a.weight - b.weight)
		.map(({item}) => item);
}

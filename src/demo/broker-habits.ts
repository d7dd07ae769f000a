import {type Clock, repeat} from '../lib/time/clock.ts';
import type {Broker} from '../service/broker/broker.ts';
import type {BrokerHabitName} from './choices.ts';
import {createFeedFaults, type FeedFaults} from './faults.ts';

const secondMs = 1000;

type Habit = (faults: FeedFaults, clock: Clock) => (() => void) | void;

const brokerHabits: Record<BrokerHabitName, Habit> = {
	'no-receipts': faults => faults.feedQuirks({receipts: false}),
	introduces: faults => faults.feedQuirks({introduces: true}),
	'refuses-early': faults => faults.feedQuirks({refusesEarly: true}),
	'refuses-vaguely': faults => faults.feedQuirks({refuses: 'vaguely'}),
	'refuses-mutely': faults => faults.feedQuirks({refuses: 'mutely'}),
	'cuts-slow': faults => faults.feedQuirks({maxWaitingBytes: 16 * 1024, maxWaitingMs: 0}),
	'no-beats': faults => faults.muteBeats(true),
	reorders: faults => faults.reorderFeed(true),
	late: faults => faults.delayFeed(3 * secondMs),
	'hangs-up': (faults, clock) =>
		repeat(
			clock,
			() => 45 * secondMs,
			() => faults.dropFeed(1000),
		),
	// Longer than a client takes to notice, then long enough for it to reconnect.
	freezes: (faults, clock) => {
		let isFrozen = false;
		return repeat(
			clock,
			() => (isFrozen ? 40 : 30) * secondMs,
			() => {
				isFrozen = !isFrozen;
				faults.freezeFeed(isFrozen);
			},
		);
	},
};

/** Starts the broker's habits. The returned function stops the periodic ones. */
export function startBrokerHabits(
	names: readonly BrokerHabitName[],
	broker: Broker,
	clock: Clock,
): () => void {
	const faults = createFeedFaults(broker);
	const ends = [...new Set(names)].map(name => brokerHabits[name](faults, clock));
	return () => {
		for (const end of ends) end?.();
	};
}

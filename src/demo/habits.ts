import {repeat, type Clock} from '../lib/clock.ts';
import type {Faults} from './faults.ts';
import type {BrokerHabitName, RconQuirkName} from './habit-names.ts';
import type {RconQuirks} from './rcon/quirks.ts';

const secondMs = 1000;

type Habit = (faults: Faults, clock: Clock) => (() => void) | void;

const brokerHabits: Record<BrokerHabitName, Habit> = {
	receipts: faults => faults.feedManners({receipts: true}),
	introduces: faults => faults.feedManners({introduces: true}),
	'refuses-early': faults => faults.feedManners({refusesEarly: true}),
	'refuses-vaguely': faults => faults.feedManners({refuses: 'vaguely'}),
	'refuses-mutely': faults => faults.feedManners({refuses: 'mutely'}),
	'cuts-slow': faults => faults.feedManners({maxWaitingBytes: 16 * 1024}),
	'no-beats': faults => faults.muteBeats(true),
	reorders: faults => faults.reorderFeed(true),
	late: faults => faults.delayFeed(3 * secondMs),
	'hangs-up': (faults, clock) =>
		repeat(
			clock,
			() => 45 * secondMs,
			() => faults.dropFeed(1000),
		),
	// Longer than it takes to notice, then long enough to come back.
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

/** Begins them; the returned function ends those that go on by themselves. */
export function startHabits(names: readonly BrokerHabitName[], faults: Faults, clock: Clock): () => void {
	const ends = [...new Set(names)].map(name => brokerHabits[name](faults, clock));
	return () => {
		for (const end of ends) end?.();
	};
}

const quirks: Record<RconQuirkName, RconQuirks> = {
	'empty-first': {doubleReply: 'empty-first'},
	'empty-last': {doubleReply: 'empty-last'},
	'type-2': {answersAsType2: true},
	unsplit: {unsplit: true},
	'splits-characters': {splitsCharacters: true},
	'marker-ignored': {marker: 'ignored'},
	'marker-drops': {marker: 'drops-connection'},
	'empty-before-login': {emptyBeforeLogin: true},
	'closes-on-wrong-password': {wrongPassword: 'closes'},
	'not-ready': {notReady: {ms: 5 * secondMs, meanwhile: 'resets'}},
	cut: {cutEvery: 7, cutPauseMs: 1},
	slow: {slowMs: 2 * secondMs},
	drops: {dropEvery: 3},
	crashes: {crash: {every: 20, answer: 'half'}},
	hangs: {hangs: true},
};

/** All of them at once; of two that exclude each other the last one counts. */
export function quirksNamed(names: readonly RconQuirkName[]): RconQuirks {
	return Object.fromEntries(names.flatMap(name => Object.entries(quirks[name])));
}

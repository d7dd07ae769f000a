import type {RconQuirks} from '../rcon/quirks.ts';

/**
Practice incidents. `slow` answers after two seconds and saves more slowly than callers usually wait. `dropping` closes
every third connection without an answer. `hanging` never answers. `crashing` crashes soon after it is up.
*/
export type Behaviour = 'steady' | 'slow' | 'dropping' | 'hanging' | 'crashing';

const quirks: Record<Behaviour, RconQuirks> = {
	steady: {},
	slow: {slowMs: 2000, slowCommand: {name: 'saveworld', ms: 6500}},
	dropping: {dropEvery: 3},
	hanging: {hangs: true},
	crashing: {},
};

export function quirksOf(behaviour: Behaviour = 'steady'): RconQuirks {
	return quirks[behaviour];
}

/** Returns how long a crashing game stays up: 20 to 60 seconds, in milliseconds. */
export function crashDelay(random: () => number): number {
	return 20_000 + Math.floor(random() * 40_000);
}

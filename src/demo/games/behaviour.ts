import type {RconQuirks} from '../rcon/quirks.ts';

/**
 * Incidents to practise on. `slow` answers after two seconds, and saves later than
 * callers usually wait, `dropping` closes each third connection without an
 * answer, `hanging` takes commands and never answers, `crashing` dies by itself soon after it is up.
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

/** When a crashing game dies, in milliseconds after it is up: 20 to 60 seconds. */
export function crashDelay(random: () => number): number {
	return 20_000 + Math.floor(random() * 40_000);
}

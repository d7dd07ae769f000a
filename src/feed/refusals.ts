import type {RefusedDestination} from '../contract/packets.ts';
import type {Blame} from './subscribe.ts';

export type Refusals = {
	/** The destinations for the next connection, and how to request them: see `subscribeTo`. */
	plan: () => {destinations: readonly string[]; oneByOne: boolean; waitsForGrant: boolean};
	/** True if the next connection will request fewer destinations, or will show which one is refused. */
	learn: (blame: Blame, reason: string) => boolean;
	list: () => readonly RefusedDestination[];
	/** Makes the next connection request all destinations again. Returns whether all were refused. */
	forgive: () => boolean;
};

/** Tracks which destinations a broker refuses. `learn` returns true only finitely often between calls of `forgive`. */
export function createRefusals(destinations: readonly string[]): Refusals {
	const refused = new Map<string, string>();
	const hasOthers = destinations.length > 1;
	let oneByOne = false;
	return {
		plan: () => ({
			destinations: destinations.filter(destination => !refused.has(destination)),
			oneByOne,
			waitsForGrant: oneByOne || hasOthers,
		}),
		learn: ({destination}, reason) => {
			if (destination === undefined) {
				const isNews = !oneByOne;
				oneByOne = true;
				return isNews && hasOthers;
			}
			refused.set(destination, reason);
			return refused.size < destinations.length;
		},
		list: () => [...refused].map(([destination, reason]) => ({destination, reason})),
		forgive: () => {
			const wereAll = hasOthers && refused.size === destinations.length;
			refused.clear();
			return wereAll;
		},
	};
}

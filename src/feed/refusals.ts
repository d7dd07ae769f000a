import type {RefusedDestination} from '../contract/packets.ts';
import type {Blame} from './subscribe.ts';

export type Refusals = {
	/** What to ask the broker for, and how: see `subscribeTo`. */
	plan: () => {destinations: readonly string[]; oneByOne: boolean; waitsForGrant: boolean};
	/** True where the next dial asks for less, or in a way that shows which one is refused. */
	learn: (blame: Blame, reason: string) => boolean;
	list: () => readonly RefusedDestination[];
	/** The next dial asks for all of them again. Returns whether all had been refused. */
	forgive: () => boolean;
};

/** Which of several destinations a broker does not grant. It learns finitely often before it is told to forgive. */
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

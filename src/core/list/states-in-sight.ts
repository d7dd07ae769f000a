import type {GameServer} from '../../contract/models/server.ts';
import {isKnownState} from '../rules.ts';

/** The states that servers have, the most frequent first: `ONLINE (9), OFFLINE (1)`. */
export function statesInSight(servers: readonly GameServer[]): string {
	const counts = new Map<string, number>();
	for (const {state = 'no state'} of servers) counts.set(state, (counts.get(state) ?? 0) + 1);
	return [...counts]
		.sort(([, one], [, other]) => other - one)
		.map(([state, count]) => `${state} (${count})`)
		.join(', ');
}

/** Likely a slip: no server has this state, and it is none that we know. The service's own list of states is open. */
export function isStrangeState(servers: readonly GameServer[], word: string): boolean {
	const wanted = word.toLowerCase();
	return !isKnownState(word) && !servers.some(({state}) => state?.toLowerCase() === wanted);
}

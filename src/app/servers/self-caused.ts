import type {AlertTimes} from './acknowledged.ts';

type Times = Pick<AlertTimes, 'since'> & {actionTimes: ReadonlyMap<string, number>};

/** A state change this soon after an action of our own is attributed to it, ms. */
const ownMs = 300_000;

/**
Returns whether a change at `at` is likely the first one that an action of this session caused. What a server does after
that, such as crashing while it starts, is its own doing.
*/
export function isFirstOfAction({since, actionTimes}: Times, serverId: string, at: number): boolean {
	const actedAt = actionTimes.get(serverId);
	const enteredAt = since.get(serverId)?.at;
	if (actedAt === undefined || at < actedAt || at - actedAt > ownMs) return false;
	return enteredAt === undefined || enteredAt <= actedAt;
}

/** Returns whether the current state of a server was likely caused by this session. */
export function isSelfCaused({since, actionTimes}: Times, serverId: string): boolean {
	const changedAt = since.get(serverId)?.at;
	const actedAt = actionTimes.get(serverId);
	return (
		changedAt !== undefined && actedAt !== undefined && changedAt >= actedAt && changedAt - actedAt <= ownMs
	);
}

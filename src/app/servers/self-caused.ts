import type {FleetState} from './fleet.ts';

/** A state change this soon after an action of our own is attributed to it, ms. */
const ownMs = 300_000;

/** Returns whether the current state of a server was likely caused by this session. */
export function isSelfCaused(
	{since, actionTimes}: Pick<FleetState, 'since' | 'actionTimes'>,
	serverId: string,
): boolean {
	const changedAt = since.get(serverId)?.at;
	const actedAt = actionTimes.get(serverId);
	return (
		changedAt !== undefined && actedAt !== undefined && changedAt >= actedAt && changedAt - actedAt <= ownMs
	);
}

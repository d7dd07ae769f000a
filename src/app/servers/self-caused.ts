import type {FleetState} from './fleet.ts';

/** A change of state this soon after an action of our own is its doing, ms. */
const ownMs = 300_000;

/** The state that a server has now is likely what an action of this session made of it. */
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

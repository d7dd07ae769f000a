import type {PowerVerb} from '../../../contract/power.ts';
import {causedWithinMs} from '../../../actions/activity.ts';

/** What began the change to the present state: an order to stop, or one after which the server was to be up again. */
export type Cause = 'stop' | 'restart';

export const causeOf = {start: 'restart', stop: 'stop', restart: 'restart'} satisfies Record<
	PowerVerb,
	Cause
>;

/** `since`: when each server entered its state. `actionTimes`: after which time this session may cause a change. Epoch ms. */
export type OwnChanges = {
	since: ReadonlyMap<string, {at: number; from?: string | undefined; cause?: Cause | undefined}>;
	actionTimes: ReadonlyMap<string, number>;
};

/**
Returns whether a change at `at` is likely the first one that an action of this session caused. What a server does after
that, such as crashing while it starts, is its own doing.
*/
export function isFirstOfAction({since, actionTimes}: OwnChanges, serverId: string, at: number): boolean {
	const actedAt = actionTimes.get(serverId);
	const enteredAt = since.get(serverId)?.at;
	if (actedAt === undefined || at < actedAt || at - actedAt > causedWithinMs) return false;
	return enteredAt === undefined || enteredAt <= actedAt;
}

/** Returns whether the current state of a server was likely caused by this session. */
export function isSelfCaused({since, actionTimes}: OwnChanges, serverId: string): boolean {
	const changedAt = since.get(serverId)?.at;
	const actedAt = actionTimes.get(serverId);
	return (
		changedAt !== undefined &&
		actedAt !== undefined &&
		changedAt >= actedAt &&
		changedAt - actedAt <= causedWithinMs
	);
}

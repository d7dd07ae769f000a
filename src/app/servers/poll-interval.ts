import {receivesAll} from '../kernel/feed-state.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';

/** How many times longer than usual the interval is while the terminal does not have the focus. */
const unfocusedFactor = 3;

/**
Returns how many regular polls are skipped after each. Without the focus, the list is polled less often, but only if the
feed reports changes and this session sends no alerts, which would be late.
*/
export function skippedPolls(
	{view, feed}: Pick<State, 'view' | 'feed'>,
	{openAlerts}: Pick<Services, 'openAlerts'>,
): number {
	return !view.hasFocus && receivesAll(feed) && !openAlerts ? unfocusedFactor - 1 : 0;
}

/** Returns the interval of the polls, ms. */
export const pollIntervalMs = (
	state: Pick<State, 'view' | 'feed'>,
	services: Pick<Services, 'openAlerts' | 'settings'>,
): number => services.settings.pollMs * (1 + skippedPolls(state, services));

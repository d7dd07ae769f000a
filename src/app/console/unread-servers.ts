import {memoize} from '../../lib/memoize.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {UnreadState} from './unread.ts';
import type {State} from '../state.ts';
import {listRows} from '../servers/list-rows.ts';

const countPresent = memoize((unreadIds: UnreadState['servers'], servers: FleetState['servers']): number =>
	unreadIds.values().reduce((count, id) => count + (servers.get(id) ? 1 : 0), 0),
);

/** How many servers of the fleet have unread lines. */
export const unreadCount = ({unread, fleet}: Pick<State, 'unread' | 'fleet'>): number =>
	unread.servers.size === 0 ? 0 : countPresent(unread.servers, fleet.servers);

/** The next server of the list, after one and round, whose console got lines since it was on screen. */
export function nextUnread(
	state: Pick<State, 'unread' | 'fleet' | 'view'>,
	after: string | undefined,
): string | undefined {
	const {servers: unreadIds} = state.unread;
	if (unreadIds.size === 0) return undefined;
	const {ids, places} = listRows(state);
	const from = (places.get(after ?? '')?.at ?? -1) + 1;
	const isUnread = (id: string) => unreadIds.has(id);
	return ids.slice(from).find(isUnread) ?? ids.slice(0, from).find(isUnread);
}

/** Why there is no other; `found`: the one itself, where it has unread lines. */
export function noUnread(state: Pick<State, 'unread' | 'fleet'>, found: string | undefined): string {
	const hidden = unreadCount(state) - (found === undefined ? 0 : 1);
	return hidden > 0 ? serverListMessages.unreadHidden(hidden) : serverListMessages.noneUnread;
}

import {memoize} from '../../lib/memoize.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {UnreadState} from './unread.ts';
import type {State} from '../state.ts';
import {listRows} from '../servers/list-rows.ts';

const countPresent = memoize((unreadIds: UnreadState['servers'], servers: FleetState['servers']): number =>
	unreadIds.values().reduce((count, id) => count + (servers.get(id) ? 1 : 0), 0),
);

/** Returns the number of servers with unread entries. */
export const unreadCount = ({unread, fleet}: Pick<State, 'unread' | 'fleet'>): number =>
	unread.servers.size === 0 ? 0 : countPresent(unread.servers, fleet.servers);

/** Returns the next server in the list with unread entries, starting after `after` and wrapping around. */
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

/** Returns why there is no other. `found` is the current server, if it has unread entries. */
export function noUnread(state: Pick<State, 'unread' | 'fleet'>, found: string | undefined): string {
	const hidden = unreadCount(state) - (found === undefined ? 0 : 1);
	return hidden > 0 ? serverListMessages.unreadHidden(hidden) : serverListMessages.noneUnread;
}

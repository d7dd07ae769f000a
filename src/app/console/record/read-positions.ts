import {memoize} from '../../../lib/lists/memoize.ts';
import {serverListMessages} from '../../../messages/server-list.ts';
import type {FleetState} from '../../servers/fleet.ts';
import type {UnreadState} from './unread.ts';
import type {State} from '../../state.ts';
import {listRows} from '../../servers/list-rows.ts';
import {lineAt, noLines} from './lines.ts';
import {layoutOf} from '../../kernel/screens/layout.ts';
import type {Services} from '../../kernel/state/services.ts';

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

/** While a console is on screen, its read position is saved this often. */
const saveEveryMs = 5000;
/** A console shown for less time than this does not count as read. */
const minShownMs = 1000;

/**
Saves between sessions the position up to which each console was read: its newest entry while its end is on screen. The
unread rule marks newer entries, and stays in place until the user leaves the console and returns.
*/
export function persistReadPosition(services: Services): () => void {
	const {store, journal, clock} = services;
	/** The `order` up to which each console was read in this session. */
	const readUpTo = new Map<string, number>();
	const requested = new Set<string>();
	let shown: string | undefined;
	let shownAt = 0;
	let cancelUpdate: (() => void) | undefined;
	let cancelSave: (() => void) | undefined;
	const saved = new Map<string, number>();

	const save = () => {
		cancelSave = undefined;
		for (const [serverId, at] of readUpTo) {
			if (saved.get(serverId) === at) continue;
			saved.set(serverId, at);
			journal.markRead(serverId, at);
		}
	};
	const load = async (serverId: string) => {
		requested.add(serverId);
		const after = await journal.readUpTo(serverId);
		if (after !== undefined) store.dispatch({type: 'reading/unread', serverId, after});
	};
	const change = (serverId: string | undefined) => {
		const left = shown;
		shown = serverId;
		shownAt = clock.now();
		cancelUpdate?.();
		const after = left === undefined ? undefined : readUpTo.get(left);
		if (left !== undefined && after !== undefined)
			store.dispatch({type: 'reading/unread', serverId: left, after});
		store.dispatch({type: 'unread/consoleShown', serverId});
		if (serverId === undefined) return;
		if (!requested.has(serverId)) void load(serverId);
		cancelUpdate = clock.after(minShownMs, update);
		store.dispatch({type: 'console/viewed', serverId, at: shownAt});
	};
	const update = () => {
		const state = store.getState();
		const serverId = visibleConsole(state);
		if (serverId !== shown) change(serverId);
		if (serverId === undefined || clock.now() - shownAt < minShownMs) return;
		if (state.unread.servers.has(serverId)) store.dispatch({type: 'unread/read', serverId});
		if (state.view.consoleTop.get(serverId) !== undefined) return;
		const newest = lineAt(state.console.get(serverId)?.lines ?? noLines, -1)?.order;
		if (newest === undefined || newest <= (readUpTo.get(serverId) ?? -Infinity)) return;
		readUpTo.set(serverId, newest);
		cancelSave ??= clock.after(saveEveryMs, save);
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		cancelUpdate?.();
		cancelSave?.();
		save();
	};
}

/** Returns the server whose console is visible. */
function visibleConsole(state: State): string | undefined {
	return layoutOf(state.view).panes.console && state.dialog?.kind !== 'help'
		? state.view.currentId
		: undefined;
}

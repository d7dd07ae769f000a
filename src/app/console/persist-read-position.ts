import {lineAt, noLines} from './console-lines.ts';
import {layoutOf} from '../kernel/layout.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';

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

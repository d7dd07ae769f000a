import {lineAt, noLines} from './console-lines.ts';
import {layoutOf} from '../kernel/layout.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';

/** While a console is on screen, its read position is saved this often. */
const keepEveryMs = 5000;
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
	const asked = new Set<string>();
	let shown: string | undefined;
	let shownAt = 0;
	let callOffLook: (() => void) | undefined;
	let callOff: (() => void) | undefined;
	const kept = new Map<string, number>();

	const keep = () => {
		callOff = undefined;
		for (const [serverId, at] of readUpTo) {
			if (kept.get(serverId) === at) continue;
			kept.set(serverId, at);
			journal.markRead(serverId, at);
		}
	};
	const load = async (serverId: string) => {
		asked.add(serverId);
		const after = await journal.readUpTo(serverId);
		if (after !== undefined) store.dispatch({type: 'reading/unread', serverId, after});
	};
	const change = (serverId: string | undefined) => {
		const left = shown;
		shown = serverId;
		shownAt = clock.now();
		callOffLook?.();
		const after = left === undefined ? undefined : readUpTo.get(left);
		if (left !== undefined && after !== undefined)
			store.dispatch({type: 'reading/unread', serverId: left, after});
		store.dispatch({type: 'unread/looked', serverId});
		if (serverId === undefined) return;
		if (!asked.has(serverId)) void load(serverId);
		callOffLook = clock.after(minShownMs, look);
		store.dispatch({type: 'console/looked', serverId, at: shownAt});
	};
	const look = () => {
		const state = store.getState();
		const serverId = onScreen(state);
		if (serverId !== shown) change(serverId);
		if (serverId === undefined || clock.now() - shownAt < minShownMs) return;
		if (state.unread.servers.has(serverId)) store.dispatch({type: 'unread/read', serverId});
		if (state.view.consoleTop.get(serverId) !== undefined) return;
		const newest = lineAt(state.console.get(serverId)?.lines ?? noLines, -1)?.order;
		if (newest === undefined || newest <= (readUpTo.get(serverId) ?? -Infinity)) return;
		readUpTo.set(serverId, newest);
		callOff ??= clock.after(keepEveryMs, keep);
	};
	const unsubscribe = store.subscribe(look);
	return () => {
		unsubscribe();
		callOffLook?.();
		callOff?.();
		keep();
	};
}

/** Returns the server whose console is visible. */
function onScreen(state: State): string | undefined {
	return layoutOf(state.view).panes.console && state.dialog?.kind !== 'help'
		? state.view.currentId
		: undefined;
}

import type {Unreadable} from '../../contract/models/list.ts';
import {unreadableBelow} from '../kernel/state/failure.ts';
import {windowTop} from '../kernel/screens/window-top.ts';
import type {State} from '../state.ts';
import {currentFilter, type ListRow, listRows} from './list-rows.ts';
import type {nodeEvent} from '../nodes/node-outages.ts';
import {cut} from '../../lib/text/width.ts';
import type {Span} from '../kernel/text/spans.ts';
import {headerMessages, serverListMessages} from '../../messages/screens.ts';
import {errorView, type Paragraph} from '../kernel/screens/screen-view.ts';

/** The visible part of the server list. `top`: the index of its first row, for the next call. */
export type ListWindow = {
	top: number;
	rows: readonly ListRow[];
	/** Unreadable records, shown below the last row of the list. */
	unreadable: readonly Unreadable[];
};

/** Returns the rows around the cursor, moved as little as possible from `before`. */
export function listWindow(
	{fleet, view}: Pick<State, 'fleet' | 'view'>,
	{before, room}: {before: number; room: number},
): ListWindow {
	const {rows: all, places} = listRows({fleet, view});
	const unreadable = unreadableBelow(fleet.unreadable, view.filter.field.text);
	const row = places.get(view.currentId ?? '')?.row;
	const within = view.grouped ? Math.max(1, room - 1) : room;
	const moved = windowTop(before, row ?? -1, within, all.length + unreadable.length);
	// The header of a group is shown with its first server.
	const isUnderHead = moved > 0 && moved === row && all[moved - 1]?.kind === 'group';
	const top = isUnderHead && room > 1 ? moved - 1 : moved;
	const head = view.grouped && room > 1 ? headAbove(all, top) : undefined;
	const rows = [...(head ? [head] : []), ...all.slice(top, top + room - (head ? 1 : 0))];
	const from = Math.max(0, top - all.length);
	return {top, rows, unreadable: unreadable.slice(from, from + room - rows.length)};
}

/** Returns the header of the group at the top of the window if it lies above; it stays visible in the first row. */
function headAbove(rows: readonly ListRow[], top: number): ListRow | undefined {
	if (rows[top]?.kind !== 'server') return undefined;
	for (let above = top - 1; above >= 0; above--) {
		const row = rows[above];
		if (row?.kind === 'group') return row;
	}
	return undefined;
}

type Options = {
	width: number;
	/** What happened to the node last, if that matters. */
	event: ReturnType<typeof nodeEvent>;
};

/** Returns the header of a node's servers: what happened to it, and how many of the listed ones are up and down. */
export function groupRow(
	{node, counts, total}: Extract<ListRow, {kind: 'group'}>,
	{width, event}: Options,
): Span[] {
	const {online, offline, stopped, hung, changing, unknown} = counts;
	const more: Span[] = [
		...(hung > 0 ? [{text: `  ${headerMessages.inState(hung, 'HUNG')}`, tone: 'offline'} as const] : []),
		...(stopped > 0
			? [{text: `  ${headerMessages.inState(stopped, 'stopped')}`, tone: 'faint'} as const]
			: []),
		...(changing > 0
			? [{text: `  ${headerMessages.inState(changing, 'busy')}`, tone: 'changing'} as const]
			: []),
		...(unknown > 0
			? [{text: `  ${headerMessages.inState(unknown, 'unknown')}`, tone: 'unknown'} as const]
			: []),
	];
	return [
		{text: `${serverListMessages.node(cut(node, Math.max(8, width - 40), 'middle'))}  `, tone: 'title'},
		...(event ? [{text: `${event.text}  `, tone: event.isAway ? 'offline' : 'online'} as const] : []),
		{text: headerMessages.up(online), tone: online > 0 ? 'online' : 'faint'},
		{text: `  ${headerMessages.down(offline)}`, tone: offline > 0 ? 'offline' : 'faint'},
		...more,
		{text: `  ${serverListMessages.total(total)}`, tone: 'faint'},
	];
}

/**
Returns the text in place of servers: loading, refused, unreachable, no servers, or none that matches the
filter.
*/
export function emptyList(
	{fleet, access, view}: Pick<State, 'fleet' | 'access' | 'view'>,
	profile: string,
): readonly Paragraph[] {
	const failure = fleet.at === undefined ? (fleet.problem?.failure ?? access.problem) : undefined;
	if (failure) return errorView(failure);
	if (fleet.at === undefined) return [{text: serverListMessages.reading(profile), tone: 'faint'}];
	if (fleet.order.length === 0 && fleet.unreadable.length === 0) {
		return [
			{text: serverListMessages.noServers(access.team?.name), tone: 'plain'},
			{text: serverListMessages.appearHere, tone: 'faint'},
		];
	}
	const filter = view.filter.field.text.trim();
	const {doubt} = currentFilter({fleet, view});
	return [
		{text: serverListMessages.noMatch(filter), tone: 'plain'},
		...(doubt === undefined ? [] : [{text: doubt, tone: 'faint' as const}]),
		{text: serverListMessages.filterSyntax, tone: 'faint'},
	];
}

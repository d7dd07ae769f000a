import type {Unreadable} from '../../contract/models/listed.ts';
import {unreadableBelow} from '../kernel/unreadable.ts';
import {windowTop} from '../kernel/window-top.ts';
import type {State} from '../state.ts';
import {listRows, type ListRow} from './list-rows.ts';

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

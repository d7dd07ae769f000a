import {chooseAt} from '../core/menus/open.ts';
import {openMenuOf} from '../core/menus/index.ts';
import type {MenuItem} from '../core/menus/menu.ts';
import type {LineSession} from './session.ts';
import {renderLine} from './front-end.ts';

/** What needs a screen. */
const tuiOnly = new Set(['plain', 'screen']);

/** Asks which item of the open menu is meant, by its number, word or the deck's letter for it, unless it is said already; false where it is left. */
export async function choose(session: LineSession, given?: string): Promise<boolean> {
	const {services, print, ask} = session;
	const {store} = services;
	const open = openMenuOf(store.getState());
	if (!open) return true;
	const items = open.items.filter(({id}) => !tuiOnly.has(id));
	/** By its id: what can be chosen may have changed while the question was open. */
	const take = ({id}: MenuItem) => {
		const items = openMenuOf(store.getState())?.items ?? [];
		const at = items.findIndex(item => item.id === id);
		if (at === -1) print('WARNING That can no longer be chosen.');
		chooseAt(services, at);
		return at !== -1 && items[at]?.blocked === undefined;
	};
	const known = items.find(({id}) => id === given);
	if (known) return take(known);
	if (items.length === 0) return false;
	if (given !== undefined) print(`PROBLEM "${given}" is none of these.`);
	print(
		`QUESTION ${open.menu.title(store.getState())}`,
		items.map(({label, blocked}, index) => {
			const why = blocked === undefined ? '' : `; not now: ${renderLine(blocked)}`;
			return `${index + 1}, ${renderLine(label)}${why}`;
		}),
	);
	for (;;) {
		const answer = await ask({
			prompt: 'Which? A number or word; Enter does nothing: ',
			offers: items.map(({label}) => renderLine(label)),
		});
		if (answer === undefined || answer.trim() === '') return false;
		const item = itemFor(items, answer);
		if (!item) print(`PROBLEM "${answer.trim()}" is none of them, or several.`);
		else if (take(item)) return true;
	}
}

function itemFor(items: readonly MenuItem[], answer: string): MenuItem | undefined {
	const wanted = answer.trim().toLowerCase();
	if (/^\d+$/.test(wanted)) return items[Number(wanted) - 1];
	const labelOf = ({label}: MenuItem) => renderLine(label).toLowerCase();
	const exact =
		items.find(item => item.id === wanted || labelOf(item) === wanted) ??
		items.find(({key}) => key === answer.trim());
	const begins = items.filter(item => labelOf(item).startsWith(wanted));
	return exact ?? (begins.length === 1 ? begins[0] : undefined);
}

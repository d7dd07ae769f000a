import {waitUntil} from '../../core/actions/wait-until.ts';
import {openScreen, type ScreenView} from '../../core/screens/view.ts';
import type {ScreenRow} from '../../core/screens/list-screen.ts';
import {screens} from '../../core/screens/index.ts';
import type {State} from '../../core/state/index.ts';
import type {ListId} from '../../core/state/screens.ts';
import {fieldOf} from '../../core/text-field.ts';
import {nearest} from '../../lib/nearest.ts';
import type {StreamDesk} from './desk.ts';
import {inWords} from './in-words.ts';

/** So long a list is waited for before what is known of it is told, and what belongs to its rows, ms. */
const listMs = 4000;
const moreMs = 1500;

/** Goes to a screen of its own, waits until it has been read, and comes back when the task is done. */
export async function onScreen(
	desk: StreamDesk,
	list: ListId,
	task: (view: ScreenView) => Promise<void> | void,
	{isFresh = true} = {},
): Promise<void> {
	const {services} = desk;
	const {store} = services;
	const begunAt = services.clock.now();
	try {
		store.dispatch({type: 'screens/runsShown', isShown: list === 'runs'});
		store.dispatch({type: 'view/changed', change: {pane: list === 'runs' ? 'automations' : list}});
		if (list === 'nodes') services.loops.readNodes();
		const known = screens[list]?.data(store.getState()).problem;
		const isRead = (state: State) => {
			const {at, problem, rows} = screens[list]?.data(state) ?? {};
			if (rows && !isFresh) return true;
			return (problem !== undefined && problem !== known) || (at !== undefined && at >= begunAt);
		};
		await waitUntil(services, isRead, services.clock.monotonic() + listMs);
		if (list === 'automations') await waitUntil(services, knowsLastRuns, services.clock.monotonic() + moreMs);
		const view = openScreen(store.getState());
		if (view) await task(view);
	} finally {
		look(desk, list, {filter: '', isRevealed: false});
		desk.stand();
	}
}

const knowsLastRuns = ({automations: {list, lastRuns, problem}}: State): boolean =>
	problem !== undefined || list?.every(({automation}) => lastRuns.get(automation.id) !== undefined) === true;

/** What the list is narrowed to, and whether what is nobody else's business is told. */
export function look(
	{services: {store}}: StreamDesk,
	list: ListId,
	{filter, isRevealed}: {filter: string; isRevealed: boolean},
): ScreenView | undefined {
	const change = {filter: {field: fieldOf(filter), editing: false}, revealed: isRevealed};
	store.dispatch({type: 'screens/changed', list, change});
	return openScreen(store.getState());
}

/** Chooses the row of a screen that a number of the last telling, an id, a name or a unique part of one means; why none is said. */
export function selectRow(
	desk: StreamDesk,
	list: ListId,
	word: string,
	view: ScreenView,
): ScreenRow | undefined {
	const {services, say} = desk;
	const {rows, screen} = view;
	if (!rows) {
		say(...problemLines(view), `The ${screen.things} are not known yet.`);
		return undefined;
	}
	const wanted = word.replace(/^"(.*)"$/, '$1').toLowerCase();
	const nameIn = ({fields, id}: ScreenRow) => String(fields['name'] ?? id);
	const isNumber = /^\d+$/.test(wanted);
	const byNumber = isNumber ? desk.told.get(list)?.[Number(wanted) - 1] : undefined;
	const exact = rows.filter(row => row.id === (byNumber ?? word) || nameIn(row).toLowerCase() === wanted);
	// A number means a row that was told, and never another one that has it in its name.
	const isPart = (row: ScreenRow) => wanted !== '' && !isNumber && nameIn(row).toLowerCase().includes(wanted);
	const found = exact.length > 0 ? exact : rows.filter(isPart);
	const [row, ...others] = found;
	if (!row || others.length > 0) {
		const names = rows.map(nameIn);
		const near = row ? [] : nearest(wanted, names);
		say(
			row
				? `PROBLEM "${word}" fits ${found.length} ${screen.things} (${found.map(nameIn).join(', ')}): write more of it.`
				: `PROBLEM No ${singular(screen.things)} is called "${word}". ${near.length > 0 ? `The nearest is ${near.join(' or ')}.` : `:${list} names them.`}`,
		);
		return undefined;
	}
	services.store.dispatch({type: 'screens/changed', list, change: {selectedId: row.id}});
	return row;
}

/** Waits until what belongs to a row has been read: a node tells what it is at in a request of its own. */
export async function settled({services}: StreamDesk, list: ListId, {id}: ScreenRow): Promise<void> {
	const isKnown = ({nodes}: State) => nodes.tasks.has(id) || nodes.tasksProblem !== undefined;
	if (list === 'nodes') await waitUntil(services, isKnown, services.clock.monotonic() + moreMs);
}

const singular = (things: string): string => things.replace(/s\b/, '');

/** Why the list is not there, or is not as it should be. */
export function problemLines({screen, problem, unreadable}: ScreenView): string[] {
	const hint = problem?.hint === undefined ? '' : ` ${problem.hint}`;
	return [
		...(problem ? [`PROBLEM The ${screen.things} cannot be read: ${inWords(problem.title + hint)}`] : []),
		...unreadable.map(text => `WARNING Not readable: ${text}`),
	];
}

import {findNamed, whyNone, type Named} from '../actions/find-named.ts';
import {waitUntil} from '../core/actions/wait-until.ts';
import {openScreen, type ScreenView} from '../core/screens/view.ts';
import type {ScreenRow} from '../core/screens/list-screen.ts';
import {screens} from '../core/screens/index.ts';
import type {State} from '../core/state/index.ts';
import type {ListId} from '../core/state/screens.ts';
import {fieldOf} from '../core/text-field.ts';
import {unreadableName, unreadableReason} from '../core/unreadable.ts';
import type {LineSession} from './session.ts';

/** So long a list is waited for before what is known of it is told, and what belongs to its rows, ms. */
const listMs = 4000;
const moreMs = 1500;

/** Goes to a screen of its own, waits until it has been read, and comes back when the task is done. */
export async function onScreen(
	session: LineSession,
	list: ListId,
	task: (view: ScreenView) => Promise<void> | void,
	{isFresh = true} = {},
): Promise<void> {
	const {services} = session;
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
		look(session, list, {filter: '', isRevealed: false});
		session.stand();
	}
}

const knowsLastRuns = ({automations: {list, lastRuns, problem}}: State): boolean =>
	problem !== undefined || list?.every(({automation}) => lastRuns.get(automation.id) !== undefined) === true;

/** What the list is narrowed to, and whether what is nobody else's business is told. */
export function look(
	{services: {store}}: LineSession,
	list: ListId,
	{filter, isRevealed}: {filter: string; isRevealed: boolean},
): ScreenView | undefined {
	const change = {filter: {field: fieldOf(filter), editing: false}, revealed: isRevealed};
	store.dispatch({type: 'screens/changed', list, change});
	return openScreen(store.getState());
}

/** The row of a screen that a number of the last telling, an id, a name or a unique part of one means; why none is said. */
export function selectRow(
	session: LineSession,
	list: ListId,
	word: string,
	view: ScreenView,
): ScreenRow | undefined {
	const {rows, screen} = view;
	if (!rows) {
		session.print(problemLines(view), `The ${screen.things} are not known yet.`);
		return undefined;
	}
	const id = idMeant(session, list, word, rows.map(namesOfRow));
	const row = rows.find(one => one.id === id);
	if (id !== undefined && !row) printNone(session, list, word, {near: []});
	if (row) session.services.store.dispatch({type: 'screens/changed', list, change: {selectedId: row.id}});
	return row;
}

const namesOfRow = ({id, fields}: ScreenRow): Named => ({id, names: [String(fields['name'] ?? id)]});

/** The id of the thing on a screen that a word means, listed or not; why there is none is said. `named` undefined: it cannot be listed. */
export function idMeant(
	session: LineSession,
	list: ListId,
	word: string,
	named: readonly Named[] | undefined,
): string | undefined {
	const wanted = word.replace(/^"(.*)"$/, '$1');
	// A number means a row that was told, and never another one that has it in its name.
	const isNumber = /^\d+$/.test(wanted);
	const told = isNumber ? session.told.get(list)?.[Number(wanted) - 1] : undefined;
	if (told !== undefined) return told;
	const whole = named?.map(({id, names}) => ({id, names: names.filter(name => name === wanted)}));
	const found = findNamed(isNumber ? whole : named, wanted);
	if ('id' in found) return found.id;
	printNone(session, list, wanted, found);
	return undefined;
}

function printNone(
	{print}: LineSession,
	list: ListId,
	word: string,
	found: Parameters<typeof whyNone>[2],
): void {
	// `members of the team`: one of them is a member.
	const thing = (screens[list]?.things ?? list).replace(/s\b.*$/, '');
	print(`PROBLEM ${whyNone(thing, word, found)} :${list} names them.`);
}

/** Waits until what belongs to a row has been read: a node tells what it is at in a request of its own. */
export async function settled({services}: LineSession, list: ListId, {id}: ScreenRow): Promise<void> {
	const isKnown = ({nodes}: State) => nodes.tasks.has(id) || nodes.tasksProblem !== undefined;
	if (list === 'nodes') await waitUntil(services, isKnown, services.clock.monotonic() + moreMs);
}

/** Why the list is not there, or is not as it should be. */
export function problemLines({screen, problem, unreadable}: ScreenView): string[] {
	const hint = problem?.hint === undefined ? '' : ` ${problem.hint}`;
	return [
		...(problem ? [`PROBLEM The ${screen.things} cannot be read: ${problem.title + hint}`] : []),
		...unreadable.map(record => `WARNING ${unreadableName(record)}, ${unreadableReason(record)}`),
	];
}

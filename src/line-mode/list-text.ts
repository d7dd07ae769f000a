import {listWords} from '../messages/screen-words.ts';
import {findNamed, lookupProblem, type Named} from '../actions/find-named.ts';
import {readAutomations, readLastRuns} from '../app/automations/read-automations.ts';
import {readTasksOf} from '../app/nodes/read-nodes.ts';
import {waitUntil} from '../app/kernel/state/wait-until.ts';
import type {ListScreen, ScreenRow} from '../app/kernel/screens/list-screen.ts';
import {screenView, type ScreenView} from '../app/kernel/screens/screen-view.ts';
import type {Services} from '../app/kernel/state/services.ts';
import type {State} from '../app/state.ts';
import {initialListView, type ListId} from '../app/kernel/screens/screens-state.ts';
import {fieldOf} from '../app/kernel/text/text-field.ts';
import {unreadableName, unreadableReason} from '../app/kernel/state/failure.ts';
import {type LineSession, renderLine} from './session.ts';
import {lineListMessages, lineMessages} from '../messages/line-mode.ts';
import {countItems} from '../app/kernel/screens/screen-title.ts';

/** How long to wait for a list, and for the details of its rows, before printing the known part, ms. */
const listMs = 4000;
const moreMs = 1500;

/** The filter of a list, and whether private data is printed. */
type ListOptions = {filter?: string; isRevealed?: boolean};

/** Reads a list, unless it is known and may be outdated, and returns its current view. */
export async function readList(
	{services}: Pick<LineSession, 'services'>,
	list: ListId,
	{isFresh = true, ...options}: ListOptions & {isFresh?: boolean} = {},
): Promise<ScreenView> {
	const {store, clock} = services;
	const screen = services.screens[list];
	const startedAt = clock.now();
	const {problem: known, rows: knownRows} = screen.data(store.getState(), false);
	const isRead = (state: State) => {
		const {at, problem, rows} = screen.data(state, false);
		if (rows && !isFresh) return true;
		return (problem !== undefined && problem !== known) || (at !== undefined && at >= startedAt);
	};
	if (isFresh || !knownRows) requestList(services, list, screen);
	await waitUntil(services, isRead, clock.monotonic() + listMs);
	if (list === 'automations') await waitUntil(services, knowsLastRuns, clock.monotonic() + moreMs);
	return viewOf(store.getState(), screen, options);
}

const viewOf = (
	state: State,
	screen: ListScreen,
	{filter = '', isRevealed = false}: ListOptions,
): ScreenView =>
	screenView(state, screen, {
		...initialListView,
		filter: {field: fieldOf(filter), editing: false},
		revealed: isRevealed,
	});

function requestList(services: Services, list: ListId, screen: ListScreen): void {
	const {ended: signal} = services;
	if (list === 'automations')
		void readAutomations(services, signal).then(() => readLastRuns(services, signal));
	else screen.refresh(services);
	// Runs are printed with the names of their automations.
	if (list === 'runs' && services.store.getState().automations.list === undefined)
		void readAutomations(services, signal);
}

const knowsLastRuns = ({automations: {list, lastRuns, problem}}: State): boolean =>
	problem !== undefined || list?.every(({automation}) => lastRuns.get(automation.id) !== undefined) === true;

/**
Returns the row for a number of the last print, an id, a name or a unique part of one; otherwise prints the
reason.
*/
export function findRow(
	session: LineSession,
	list: ListId,
	word: string,
	view: ScreenView,
): ScreenRow | undefined {
	const {rows, screen} = view;
	if (!rows) {
		session.print(problemLines(view), lineListMessages.notKnownYet(listWords[screen.id].pluralName));
		return undefined;
	}
	const id = findListedId(session, list, word, rows.map(namesOfRow));
	const row = rows.find(one => one.id === id);
	if (id !== undefined && !row) printNone(session, list, word, {near: []});
	return row;
}

const namesOfRow = ({id, fields}: ScreenRow): Named => ({id, names: [String(fields['name'] ?? id)]});

/**
Returns the id in a list for a word, listed or not; otherwise prints the reason. `named` is undefined if the list
is not available.
*/
export function findListedId(
	session: LineSession,
	list: ListId,
	word: string,
	named: readonly Named[] | undefined,
): string | undefined {
	const wanted = word.replace(/^"(.*)"$/, '$1');
	// A number always refers to a printed row, never to one that has it in its name.
	const isNumber = /^\d+$/.test(wanted);
	const printed = isNumber ? session.printed.get(list)?.[Number(wanted) - 1] : undefined;
	if (printed !== undefined) return printed;
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
	found: Parameters<typeof lookupProblem>[2],
): void {
	print(lineListMessages.noneFound(lookupProblem(listWords[list].itemName, word, found), list));
}

/** Waits for the details of a row: the tasks of a node come from a separate request. */
export async function readRow({services}: LineSession, list: ListId, {id}: ScreenRow): Promise<void> {
	if (list !== 'nodes') return;
	const isKnown = ({nodes}: State) => nodes.tasks.has(id) || nodes.tasksProblem !== undefined;
	if (!isKnown(services.store.getState())) void readTasksOf(services, id, services.ended);
	await waitUntil(services, isKnown, services.clock.monotonic() + moreMs);
}

/** Explains why the list is missing or incomplete. */
export function problemLines({screen, problem, unreadable}: ScreenView): string[] {
	const hint = problem?.hint === undefined ? '' : ` ${problem.hint}`;
	return [
		...(problem ? [lineListMessages.unreadable(listWords[screen.id].pluralName, problem.title + hint)] : []),
		...unreadable.map(record =>
			lineListMessages.unreadableRow(unreadableName(record), unreadableReason(record)),
		),
	];
}

/** Parses `--reveal`, which prints private data. */
export function wordsAndReveal(rest: string): {words: string; isRevealed: boolean} {
	const words = rest.replace(/(^|\s)--reveal\b/, ' ').trim();
	return {words, isRevealed: words !== rest};
}

/** Prints every row of a list that matches the filter, with a number to refer to it. */
export async function printList(session: LineSession, list: ListId, rest: string): Promise<void> {
	const {words, isRevealed} = wordsAndReveal(rest);
	const view = await readList(session, list, {filter: words, isRevealed});
	if (view) printRows(session, list, view);
}

export function printRows(session: LineSession, list: ListId, view: ScreenView): void {
	const {services, print} = session;
	const {screen, shown, filter, rows, at} = view;
	const state = services.store.getState();
	const now = services.clock.now();
	if (filter.problem !== undefined) {
		print(lineMessages.problem(filter.problem));
		return;
	}
	session.printed.set(
		list,
		shown.map(({id}) => id),
	);
	const all = countItems(rows ?? []);
	const items = countItems(shown);
	const age = at === undefined ? lineListMessages.notReadYet : lineListMessages.readAgo(now - at);
	const note = renderLine(screen.note?.(state) ?? '');
	const count = rows && (items === all ? `${all}` : lineListMessages.part(items, all));
	print(
		shown.map((row, index) => `${index + 1}. ${rowWords(view, row, now)}`),
		problemLines(view),
		rows?.length === 0 ? screen.empty(state).map(renderLine) : [],
		`${listWords[screen.id].name.toUpperCase()} ${[count, note, age].filter(Boolean).join(', ')}.`,
	);
}

/** Formats a row: the first two columns as they are, the others after their header: `eu-1, ONLINE, servers 4 up`. */
function rowWords({screen}: ScreenView, row: ScreenRow, now: number): string {
	if (row.remark !== undefined) return renderLine(row.remark);
	return screen.columns
		.flatMap(({id, header, isClear}, index) => {
			const text = renderLine(row.cell(id, now).text).trim();
			if (text === '' || text === '-') return [];
			return [index < 2 || isClear ? text : `${header.toLowerCase()} ${text}`];
		})
		.join(', ');
}

/** Prints all details of one row. */
export async function printRow(session: LineSession, list: ListId, rest: string): Promise<void> {
	const {words, isRevealed} = wordsAndReveal(rest);
	const {services, print} = session;
	const {store, clock, settings} = services;
	const view = await readList(session, list, {isRevealed, isFresh: list !== 'runs'});
	const row = view && findRow(session, list, words, view);
	if (!row) return;
	await readRow(session, list, row);
	const how = {now: clock.now(), settings, revealed: isRevealed};
	const facts = view.screen.details(store.getState(), row.id, how);
	print(
		facts.map(({label, text}) => {
			const name = renderLine(label);
			return name === '' ? renderLine(text) : `${name}: ${renderLine(text)}`;
		}),
	);
}

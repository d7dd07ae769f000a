import {settleInput} from './console/send/send-line.ts';
import {focusedField, focusOf} from './focus.ts';
import {blockedBecause} from './hints.ts';
import {layoutOf, type Rect} from './kernel/screens/layout.ts';
import {notify} from './kernel/state/notify.ts';
import {screenPlaces} from './kernel/screens/places.ts';
import type {Program} from './kernel/state/program.ts';
import {openList} from './kernel/screens/screens-state.ts';
import type {PaneId} from './kernel/state/view-state.ts';
import type {State} from './state.ts';
import type {CommandId} from '../messages/key-words.ts';
import {noTargets} from './kernel/state/targets.ts';
import {targetsOf} from './targets-of.ts';

/** A mouse event. Cells are counted from 0. */
export type MouseEvent = {kind: 'click' | 'wheelUp' | 'wheelDown'; x: number; y: number};

type Point = Pick<MouseEvent, 'x' | 'y'>;

/** The ids of the visible list rows, starting below the header. */
export type PaintedRows = {servers: readonly (string | undefined)[]; list: readonly (string | undefined)[]};

/** Handles every mouse event. */
export function handleMouse(program: Program, painted: PaintedRows, event: MouseEvent): void {
	if (event.kind === 'click') handleClick(program, painted, event);
	else handleWheel(program, event.kind === 'wheelUp' ? 'up' : 'down', event);
}

const isIn = ({x, y, width, height}: Rect, point: Point): boolean =>
	point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

type Direction = 'up' | 'down';

/** The commands that scroll a dialog. Other dialogs do not scroll, or the wheel would only move the focused button. */
const dialogScroll: Partial<Record<NonNullable<State['dialog']>['kind'], Record<Direction, CommandId>>> = {
	help: {up: 'help.pageUp', down: 'help.pageDown'},
	menu: {up: 'menu.up', down: 'menu.down'},
	jobs: {up: 'jobs.up', down: 'jobs.down'},
	palette: {up: 'palette.up', down: 'palette.down'},
	report: {up: 'report.up', down: 'report.down'},
	form: {up: 'dialog.pageUp', down: 'dialog.pageDown'},
};

/** The commands that scroll a pane, and how often each runs per notch of the wheel. */
const paneScroll: Partial<Record<PaneId, Record<Direction, CommandId> & {times: number}>> = {
	servers: {up: 'servers.up', down: 'servers.down', times: 1},
	console: {up: 'console.up', down: 'console.down', times: 3},
	results: {up: 'results.up', down: 'results.down', times: 1},
	timeline: {up: 'timeline.up', down: 'timeline.down', times: 1},
};

/** Scrolls the list or pane under the mouse. Keeps the focus, and the server whose input is open. */
function handleWheel(program: Program, direction: Direction, point: Point): void {
	const state = program.store.getState();
	const {dialog, view} = state;
	if (view.typing?.drops === 'all') return;
	const run = (id: CommandId | undefined) => id !== undefined && program.runCommand(id, noTargets);
	const list = openList(state);
	if (dialog) run(dialogScroll[dialog.kind]?.[direction]);
	else if (list) {
		const {details} = screenPlaces(state, program.screens);
		const isOfDetails = details !== undefined && isIn(details, point);
		if (!focusedField(state)) run(`${isOfDetails ? 'facts' : 'rows'}.${direction}`);
	} else {
		const pane = paneAt(state, point);
		const scroll = pane && paneScroll[pane];
		// The highlighted server is the target of the input.
		if (!scroll || (pane === 'servers' && focusedField(state))) return;
		for (let time = 0; time < scroll.times; time++) run(scroll[direction]);
	}
}

/** Focuses the pane under the mouse and highlights the row. Dialogs ignore clicks, so a click never presses a button. */
function handleClick(program: Program, painted: PaintedRows, point: Point): void {
	const {store, screens} = program;
	const state = store.getState();
	if (state.dialog || state.view.typing?.drops === 'all') return;
	const {place} = focusOf(state);
	const isInput = place === 'input' || place === 'resultsInput';
	if (focusedField(state) && !isInput) return;
	settleInput(program, 'click', {burst: false, completes: false});
	const list = openList(state);
	if (list) {
		const {list: rows, details} = screenPlaces(state, screens);
		const open = details !== undefined && isIn(details, point);
		const rowId = open ? undefined : rowAt(rows, painted.list, point);
		const chosenWith = state.screens.lists[list].filter.field.text;
		const change = rowId === undefined ? {open} : {open, currentId: rowId, chosenWith};
		store.dispatch({type: 'screens/changed', list, change});
		return;
	}
	const {input, panes} = layoutOf(state.view);
	if (input && isIn(input, point)) {
		if (!isInput) openInput(program);
		return;
	}
	const pane = paneAt(state, point);
	if (!pane) return;
	const leaves = isInput ? {input: false, toSelection: false} : {};
	const rowId = pane === 'servers' ? rowAt(panes.servers, painted.servers, point) : undefined;
	const selects = rowId === undefined ? {} : {currentId: rowId};
	store.dispatch({type: 'view/changed', change: {pane, ...leaves, ...selects}});
}

/** Opens the input as its key does, or says why it cannot be opened. */
function openInput(program: Program): void {
	const {store, keymap, settings, screens} = program;
	const state = store.getState();
	const targets = targetsOf(state, screens);
	const command = keymap.commands.find(({id}) => id === 'app.input');
	const blocked = command && blockedBecause(command, state, targets, settings);
	if (blocked === undefined) program.runCommand('app.input', targets);
	else notify(program, 'warning', blocked, {passing: true});
}

function paneAt({view}: State, point: Point): PaneId | undefined {
	const entries = Object.entries(layoutOf(view).panes) as [PaneId, Rect][]; // the layout has no other keys
	return entries.find(([, rect]) => isIn(rect, point))?.[0];
}

/** The title and the column header. */
const headerRows = 2;

const rowAt = (
	rect: Rect | undefined,
	rows: readonly (string | undefined)[],
	{y}: Point,
): string | undefined => rect && rows[y - rect.y - headerRows];

import {screenMessages} from '../../../messages/screens.ts';
import {moveCommands, scrollRuns, type ScrollTarget} from './move-commands.ts';
import {listRoom, screenPlaces} from './places.ts';
import {factRows, openScreen, type ScreenView} from './screen-view.ts';
import type {KeyCommand, Program} from '../state/program.ts';
import type {State} from '../../state.ts';
import type {Targets} from '../state/targets.ts';
import type {ListViewState} from './screens-state.ts';
import {emptyField} from '../text/text-field.ts';

const inList = ['list'] as const;
const inFacts = ['facts'] as const;
const onScreen = [...inList, ...inFacts] as const;

const change = ({store}: Program, {screen}: ScreenView, changes: Partial<ListViewState>) =>
	store.dispatch({type: 'screens/changed', list: screen.id, change: changes});

/** Puts the cursor on a row that the user chose; rows that are not items cannot be chosen. */
const chosen = ({shown, viewState}: ScreenView, at: number): Partial<ListViewState> => ({
	at,
	currentId: shown[at]?.id,
	chosenWith: shown[at]?.isAside ? undefined : viewState.filter.field.text,
});

/** Moves the cursor. `to` returns the target index from the current one, the length of the list and the page size. */
const move =
	(to: (at: number, length: number, page: number) => number, wraps = false) =>
	(services: Program) => {
		const state = services.store.getState();
		const view = openScreen(state, services.screens);
		const length = view?.shown.length ?? 0;
		if (!view || length === 0) return;
		// A row that has left the list leaves the cursor between those around it.
		const from = view.current ? view.cursor : Math.min(view.viewState.at, length) - 0.5;
		const target = to(from, length, listRoom(state, services.screens));
		const wanted = target < from ? Math.ceil(target) : Math.floor(target);
		const at = wraps ? (wanted + length) % length : Math.max(0, Math.min(length - 1, wanted));
		const follows = view.screen.follows === true && at === length - 1;
		change(services, view, {...chosen(view, at), ...(follows && {currentId: undefined}), top: 0});
	};

/** Turns the page of a list that the service pages; scrolls any other list. */
function turnPage(by: 1 | -1): KeyCommand['run'] {
	const scrolled = move((at, _, page) => at + by * page);
	return services => {
		const turn = openScreen(services.store.getState(), services.screens)?.screen.turnPage;
		if (turn) turn(services, by);
		else scrolled(services);
	};
}

const scroll = (to: ScrollTarget) => (services: Program) => {
	const {store, clock} = services;
	const state = store.getState();
	const view = openScreen(state, services.screens);
	const {details} = screenPlaces(state, services.screens);
	if (!view || !details) return;
	const room = Math.max(1, details.height - 1);
	const total = factRows(view, state, details.width, clock.now(), services).length;
	const last = Math.max(0, total - room);
	const top = Math.max(0, Math.min(last, to(Math.min(view.viewState.top, last), last, room)));
	change(services, view, {top});
};

const nothingSelected = (_: State, {row}: Targets) => (row ? undefined : screenMessages.noneSelected);

const inRows = {...scrollRuns(move), pageDown: turnPage(1), pageUp: turnPage(-1)};

/** The commands of every list with its own screen, and of the details beside it. */
export const screenCommands: readonly KeyCommand[] = [
	...moveCommands({id: 'rows', scope: 'list', group: 'move'}, inRows),
	...moveCommands({id: 'facts', scope: 'facts', group: 'move'}, scrollRuns(scroll)),
	{
		id: 'rows.reveal',
		keys: ['x'],
		scopes: onScreen,
		group: 'view',
		run: services => {
			const view = openScreen(services.store.getState(), services.screens);
			if (view) change(services, view, {revealed: !view.viewState.revealed});
		},
	},
	{
		id: 'rows.filter',
		keys: ['/'],
		scopes: onScreen,
		group: 'view',
		hint: true,
		run: services => {
			const view = openScreen(services.store.getState(), services.screens);
			if (view) change(services, view, {open: false, filter: {field: emptyField, editing: true}});
		},
	},
	{
		id: 'rows.next',
		keys: ['n'],
		scopes: onScreen,
		group: 'move',
		blocked: nothingSelected,
		run: move(at => at + 1, true),
	},
	{
		id: 'rows.previous',
		keys: ['N'],
		scopes: onScreen,
		group: 'move',
		blocked: nothingSelected,
		run: move(at => at - 1, true),
	},
	{
		id: 'rows.enter',
		keys: ['enter'],
		scopes: onScreen,
		group: 'go',
		hint: true,
		blocked: nothingSelected,
		run: services => {
			const view = openScreen(services.store.getState(), services.screens);
			if (!view?.current) return;
			const {enter} = view.screen;
			change(services, view, {...chosen(view, view.cursor), ...(!enter && {open: true, top: 0})});
			enter?.(services, view.current.id);
		},
	},
	{
		id: 'rows.details',
		keys: ['d'],
		scopes: onScreen,
		group: 'go',
		hint: true,
		blocked: nothingSelected,
		run: services => {
			const view = openScreen(services.store.getState(), services.screens);
			if (view?.current) change(services, view, {...chosen(view, view.cursor), open: !view.viewState.open});
		},
	},
];

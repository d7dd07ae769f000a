import {withEntry, withoutKey} from '../../lib/json/maps.ts';
import {viewsMessages} from '../../messages/server-list.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import type {CommandQuestion} from '../kernel/keys/command-info.ts';
import {notify} from '../kernel/state/notify.ts';
import type {SavedView} from '../kernel/state/view-state.ts';
import type {Services} from '../kernel/state/services.ts';
import {fieldOf} from '../kernel/text/text-field.ts';
import type {State} from '../state.ts';
import {columnIds, sortIdOf, sortIds} from './columns.ts';

export const viewNames = ({view}: Pick<State, 'view'>): string[] => [...view.views.keys()].toSorted();

/**
Parses the words after `view`. No words open the menu, `save` and `delete` take a name, and anything else is a name.
*/
export function runViewWords(services: Services, words: string): CommandQuestion | void {
	const [first = '', ...rest] = words.trim().split(/\s+/);
	const name = rest.join(' ');
	if (first === '') return {menu: 'views'};
	if (first === 'save') void saveView(services, name);
	else if (first === 'delete') void deleteView(services, name);
	else showView(services, words.trim());
}

function showView(services: Services, name: string): void {
	const {views} = services.store.getState().view;
	const view = views.get(name);
	if (view) applyView(services, view);
	else notify(services, 'warning', viewsMessages.noSuchView(name, viewNames(services.store.getState())));
}

/** Applies a view to the list. Settings that the view omits get their initial values. */
function applyView(services: Services, {filter = '', sort = 'alerts', columns, grouped = false}: SavedView) {
	const {store} = services;
	const wrong = [
		...(sortIdOf(sort) === undefined ? [sort] : []),
		...(columns ?? []).filter(id => !columnIds.includes(id)),
	];
	if (wrong.length > 0) notify(services, 'warning', viewsMessages.unknownParts(wrong, sortIds, columnIds));
	store.dispatch({
		type: 'view/changed',
		change: {
			filter: {field: fieldOf(filter), editing: false},
			sort: sortIdOf(sort) ?? 'alerts',
			columns: columns?.filter(id => columnIds.includes(id)),
			grouped,
			pane: 'servers',
		},
	});
}

const namePattern = /^[\w-]{1,40}$/;
/** Reserved words of the `view` command. */
const reserved: ReadonlySet<string> = new Set(['save', 'delete']);

async function saveView(services: Services, name: string): Promise<void> {
	const {store, config} = services;
	if (!namePattern.test(name) || reserved.has(name)) {
		notify(services, 'warning', viewsMessages.nameNeeded);
		return;
	}
	const {filter, sort, columns, grouped, views} = store.getState().view;
	const text = filter.field.text.trim();
	const view: SavedView = {
		...(text !== '' && {filter: text}),
		...(sort !== 'alerts' && {sort}),
		...(columns && {columns}),
		...(grouped && {grouped}),
	};
	const isKnown = views.has(name);
	const problem = await config.writeView(name, view);
	if (problem !== undefined) {
		notify(services, 'failure', viewsMessages.notWritten(problem));
		return;
	}
	const {views: now} = store.getState().view;
	store.dispatch({type: 'view/changed', change: {views: withEntry(now, name, view)}});
	notify(services, 'done', viewsMessages.saved(name, isKnown));
}

async function deleteView(services: Services, name: string): Promise<void> {
	const {store, config} = services;
	const {views} = store.getState().view;
	if (!views.has(name)) {
		notify(services, 'warning', viewsMessages.noSuchView(name, viewNames(store.getState())));
		return;
	}
	const problem = await config.writeView(name, undefined);
	if (problem !== undefined) {
		notify(services, 'failure', viewsMessages.notWritten(problem));
		return;
	}
	const {views: now} = store.getState().view;
	store.dispatch({type: 'view/changed', change: {views: withoutKey(now, name)}});
	notify(services, 'done', viewsMessages.deleted(name));
}

/** Sets the columns of the list: ids in order, or none to show all that fit. */
export function chooseColumns(services: Services, words: string): void {
	const ids = words.split(/[\s,]+/).filter(id => id !== '');
	const wrong = ids.filter(id => !columnIds.includes(id));
	if (wrong.length > 0) notify(services, 'warning', viewsMessages.noSuchColumn(wrong, columnIds));
	else
		services.store.dispatch({
			type: 'view/changed',
			change: {columns: ids.length > 0 ? [...new Set(ids)] : undefined},
		});
}

const maxKeys = 9;

/** The menu of saved views: first the initial list, then each view with a digit. */
export const viewsMenu: Menu = {
	title: () => viewsMessages.menu,
	items: state => [
		{
			id: '',
			key: '0',
			label: viewsMessages.everything,
			choose: services => applyView(services, {}),
		},
		...viewNames(state).map((name, index) => ({
			id: name,
			key: index < maxKeys ? String(index + 1) : undefined,
			label: viewsMessages.item(name, state.view.views.get(name)?.filter ?? ''),
			choose: (services: Services) => showView(services, name),
		})),
	],
	current: () => undefined,
};

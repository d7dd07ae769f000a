import {findInHistory} from './history.ts';
import {changeInput, draft, openLine} from './open-line.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {emptyField, fieldOf} from '../../kernel/text/text-field.ts';
import type {KeyCommand} from '../../kernel/state/program.ts';
import {consoleInputMessages} from '../../../messages/console.ts';

const inSearch = ['search'] as const;

function openHistorySearch(services: Services): void {
	const line = openLine(services.store.getState());
	if (!line) return;
	changeInput(services, {search: {serverId: line.serverId, query: emptyField, skip: 0}, browsing: undefined});
}

const moveMatch = (by: 1 | -1) => (services: Services) => {
	const state = services.store.getState();
	const {search} = state.input;
	const match = findInHistory(state);
	if (!search) return;
	const skip = search.skip + by;
	if (match && skip >= 0 && skip < match.count) changeInput(services, {search: {...search, skip}});
	else
		notify(
			services,
			'info',
			by === 1
				? consoleInputMessages.historySearch.nothingOlder
				: consoleInputMessages.historySearch.isNewest,
			{about: 'server'},
		);
};

/** Copies the match into the input; another Enter sends it. */
function accept(services: Services): void {
	const state = services.store.getState();
	const {search} = state.input;
	const match = findInHistory(state);
	if (!search) return;
	if (match) draft(services, search.serverId, fieldOf(match.text));
	else notify(services, 'info', consoleInputMessages.historySearch.nothingFound, {about: 'server'});
	changeInput(services, {search: undefined});
}

/** The commands of the history search. It fills the input and never sends. */
export const searchCommands: readonly KeyCommand[] = [
	{
		id: 'search.open',
		keys: ['ctrl+r'],
		scopes: ['input'],
		hint: true,
		run: openHistorySearch,
	},
	{
		id: 'search.older',
		keys: ['ctrl+r', 'up'],
		scopes: inSearch,
		hint: true,
		run: moveMatch(1),
	},
	{
		id: 'search.newer',
		keys: ['down'],
		scopes: inSearch,
		run: moveMatch(-1),
	},
	{
		id: 'search.accept',
		keys: ['enter', 'tab'],
		scopes: inSearch,
		hint: true,
		run: accept,
	},
	{
		id: 'search.leave',
		keys: ['esc'],
		scopes: inSearch,
		hint: true,
		run: services => changeInput(services, {search: undefined}),
	},
];

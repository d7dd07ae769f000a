import {markedServers} from './servers/selection.ts';
import {visibleServers} from './servers/list-rows.ts';
import {notify} from './kernel/notify.ts';
import type {Services} from './kernel/services.ts';
import type {State} from './state.ts';
import type {Command} from './kernel/command.ts';
import {key, message} from '../messages/text.ts';

const inList = ['servers'] as const;

const noneSelected = ({view}: State) =>
	view.selectedId === undefined ? 'No server is selected.' : undefined;

const mark = ({store}: Services, marks: ReadonlySet<string>) =>
	store.dispatch({type: 'view/changed', change: {marks, range: undefined}});

/** What is done to the list itself: marks, sorting, groups. */
export const listCommands: readonly Command[] = [
	{
		id: 'list.mark',
		keys: [' '],
		scopes: inList,
		title: 'mark',
		help: 'Marks the selected server, or takes its mark off; a range that is being drawn is kept.',
		hint: true,
		blocked: noneSelected,
		run: services => {
			const {view} = services.store.getState();
			const {selectedId} = view;
			if (view.range !== undefined) mark(services, markedServers(services.store.getState()));
			else if (selectedId !== undefined) {
				const marks = new Set(view.marks);
				if (!marks.delete(selectedId)) marks.add(selectedId);
				mark(services, marks);
			}
		},
	},
	{
		id: 'list.range',
		keys: ['v'],
		scopes: inList,
		title: 'range',
		help: message`Begins a range of marks at the selected server; once more keeps it, ${key('app.back')} gives it up.`,
		blocked: noneSelected,
		run: services => {
			const state = services.store.getState();
			const {range, selectedId} = state.view;
			if (range !== undefined) mark(services, markedServers(state));
			else {
				services.store.dispatch({type: 'view/changed', change: {range: selectedId}});
				notify(
					services,
					'info',
					message`A range begins here: move, then ${key('list.range')} keeps it, ${key('app.back')} gives it up.`,
					{about: 'view'},
				);
			}
		},
	},
	{
		id: 'list.markAll',
		keys: ['*'],
		scopes: inList,
		title: 'mark all',
		help: 'Marks all servers that pass the filter.',
		run: services => {
			const state = services.store.getState();
			const ids = visibleServers(state);
			if (ids.every(id => state.view.marks.has(id))) {
				const why =
					ids.length === 0 ? 'There is no server in the list.' : 'All servers in the list are marked.';
				notify(services, 'info', why, {passing: true});
			} else mark(services, new Set([...state.view.marks, ...ids]));
		},
	},
	{
		id: 'list.clearMarks',
		keys: ['-'],
		scopes: inList,
		title: 'clear marks',
		help: 'Takes all marks off.',
		run: services => {
			const {marks, range} = services.store.getState().view;
			if (marks.size > 0 || range !== undefined) mark(services, new Set());
			else notify(services, 'info', 'No server is marked.', {passing: true});
		},
	},
	{
		id: 'list.sort',
		keys: ['s'],
		scopes: inList,
		title: 'sort',
		help: 'Chooses what the list is sorted by: trouble, name, players, node, state or game.',
		run: () => ({menu: 'sort'}),
	},
	{
		id: 'list.group',
		keys: ['b'],
		scopes: inList,
		title: 'by node',
		help: 'Puts servers below their node, with how many are up and down; once more takes that back.',
		run: ({store}) => {
			const {grouped} = store.getState().view;
			store.dispatch({type: 'view/changed', change: {grouped: !grouped}});
		},
	},
];

import {runTyped} from '../actions/rcon.ts';
import {consoleView, type ConsoleView} from '../console-view.ts';
import {notify} from '../notify.ts';
import {plainPrefix} from '../actions/rcon.ts';
import type {Services} from '../services.ts';
import {emptyField, fieldOf} from '../text-field.ts';
import type {Command} from './command.ts';

const inConsole = ['console'] as const;
const inInput = ['input'] as const;

/** Scrolls the console; at its end it follows what comes. */
const scroll = (to: (view: ConsoleView) => number) => (services: Services) => {
	const {store} = services;
	const serverId = store.getState().view.selectedId;
	if (serverId === undefined) return;
	const view = consoleView(store.getState());
	const last = Math.max(0, view.total - view.height);
	const top = Math.max(0, Math.min(last, to(view)));
	store.dispatch({type: 'view/scrolled', serverId, top: top >= last ? undefined : top});
};

function sendTyped(services: Services): void {
	const {store} = services;
	const {selectedId, drafts} = store.getState().view;
	if (selectedId === undefined) return;
	const typed = drafts[selectedId]?.text ?? '';
	const command = typed.startsWith(plainPrefix.trim()) ? typed.slice(1) : typed;
	if (command.trim() === '') {
		notify(services, 'info', 'Nothing to send: type a command, for example ListPlayers or status.');
		return;
	}
	store.dispatch({type: 'view/drafted', serverId: selectedId, draft: emptyField});
	store.dispatch({type: 'view/scrolled', serverId: selectedId, top: undefined});
	void runTyped(services, selectedId, typed);
}

/** Walks the commands sent to this server; what was being typed comes back at the end. */
const recall = (by: number) => (services: Services) => {
	const {store} = services;
	const {view} = store.getState();
	const {selectedId} = view;
	if (selectedId === undefined) return;
	const history = view.history[selectedId] ?? [];
	const draft = view.recall?.draft ?? view.drafts[selectedId] ?? emptyField;
	const index = (view.recall?.index ?? history.length) + by;
	if (index < 0 || index > history.length) return;
	store.dispatch({
		type: 'view/drafted',
		serverId: selectedId,
		draft: index === history.length ? draft : fieldOf(history[index] ?? ''),
	});
	store.dispatch({
		type: 'view/changed',
		change: {recall: index === history.length ? undefined : {index, draft}},
	});
};

const leaveInput = ({store}: Services) => store.dispatch({type: 'view/changed', change: {input: false}});

export const consoleCommands: readonly Command[] = [
	{
		id: 'console.down',
		keys: ['j', 'down'],
		scopes: inConsole,
		title: 'down',
		help: 'Scrolls one row down.',
		run: scroll(({top}) => top + 1),
	},
	{
		id: 'console.up',
		keys: ['k', 'up'],
		scopes: inConsole,
		title: 'up',
		help: 'Scrolls one row up.',
		run: scroll(({top}) => top - 1),
	},
	{
		id: 'console.pageDown',
		keys: ['pagedown'],
		scopes: [...inConsole, ...inInput],
		title: 'page down',
		help: 'Scrolls one page down.',
		run: scroll(({top, height}) => top + height - 1),
	},
	{
		id: 'console.pageUp',
		keys: ['pageup'],
		scopes: [...inConsole, ...inInput],
		title: 'page up',
		help: 'Scrolls one page up.',
		run: scroll(({top, height}) => top - height + 1),
	},
	{
		id: 'console.first',
		keys: ['g', 'home'],
		scopes: inConsole,
		title: 'top',
		help: 'Goes to the oldest line.',
		run: scroll(() => 0),
	},
	{
		id: 'console.last',
		keys: ['G', 'end'],
		scopes: inConsole,
		title: 'follow',
		help: 'Goes to the newest line and follows.',
		run: scroll(({total}) => total),
	},
	{
		id: 'console.enter',
		keys: ['enter'],
		scopes: inConsole,
		title: 'input',
		help: 'Opens the RCON input.',
		danger: true,
		run: ({store}) => store.dispatch({type: 'view/changed', change: {input: true, recall: undefined}}),
	},
	{
		id: 'input.send',
		keys: ['enter'],
		scopes: inInput,
		title: 'send',
		help: 'Sends the command and waits for its answer; behind "& " it is sent without waiting.',
		hint: true,
		run: sendTyped,
	},
	{
		id: 'input.previous',
		keys: ['up'],
		scopes: inInput,
		title: 'history',
		help: 'Fills in the previous command sent to this server.',
		hint: true,
		run: recall(-1),
	},
	{
		id: 'input.next',
		keys: ['down'],
		scopes: inInput,
		title: 'newer',
		help: 'Fills in the next command.',
		run: recall(1),
	},
	{
		id: 'input.leave',
		keys: ['esc'],
		scopes: inInput,
		title: 'leave',
		help: 'Leaves the input; the text stays.',
		hint: true,
		run: leaveInput,
	},
	{
		id: 'input.end',
		keys: ['ctrl+d'],
		scopes: inInput,
		title: 'leave',
		help: 'Leaves the input when the line is empty.',
		run: services => {
			const {drafts, selectedId} = services.store.getState().view;
			if ((drafts[selectedId ?? '']?.text ?? '') === '') leaveInput(services);
			else notify(services, 'info', 'The line is not empty: Ctrl-U clears it, Esc leaves it.');
		},
	},
	{
		id: 'filter.keep',
		keys: ['enter'],
		scopes: ['filter'],
		title: 'keep',
		help: 'Keeps the filter and returns to the list.',
		hint: true,
		run: ({store}) => {
			const {field} = store.getState().view.filter;
			store.dispatch({type: 'view/changed', change: {filter: {field, editing: false}}});
		},
	},
	{
		id: 'filter.clear',
		keys: ['esc'],
		scopes: ['filter'],
		title: 'clear',
		help: 'Clears the filter.',
		hint: true,
		run: ({store}) =>
			store.dispatch({type: 'view/changed', change: {filter: {field: emptyField, editing: false}}}),
	},
];

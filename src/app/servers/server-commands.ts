import {serverActionCommands, serverCommandMessages, serverListMessages} from '../../messages/server-list.ts';
import {listRows} from './list-rows.ts';
import type {Action} from '../../actions/action.ts';
import {broadcast} from '../../actions/broadcast.ts';
import {restart, start, stop} from '../../actions/power.ts';
import {layoutOf} from '../kernel/layout.ts';
import {actionBlocked} from '../../actions/preconditions.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import type {Command} from '../kernel/command.ts';

const inList = ['servers'] as const;
const onServer = ['servers', 'console', 'details'] as const;

/** Moves the cursor; `to` returns the new index from the current one, the length of the list and the page size. */
const move = (to: (at: number, length: number, page: number) => number) => (services: Services) => {
	const {store} = services;
	const state = store.getState();
	const {ids, places} = listRows(state);
	const page = Math.max(1, (layoutOf(state.view).panes.servers?.height ?? 10) - 2);
	const at = places.get(state.view.currentId ?? '')?.at ?? -1;
	const wanted = at === -1 ? 0 : to(at, ids.length, page);
	const currentId = ids[Math.max(0, Math.min(ids.length - 1, wanted))];
	if (currentId !== undefined) store.dispatch({type: 'view/changed', change: {currentId}});
};

const noneCurrent = ({view}: State) =>
	view.currentId === undefined ? serverListMessages.noneCurrent : undefined;

const serverAction = (
	id: CommandId,
	key: string,
	action: Action,
	texts: {title: string; short: string; help: string},
): Command => ({
	id,
	keys: [key],
	scopes: onServer,
	group: 'act',
	...texts,
	hint: true,
	danger: true,
	...(action.permission && {needs: action.permission}),
	blocked: ({fleet}, {servers}) => {
		const [first] = servers;
		if (first === undefined) return serverListMessages.noneCurrent;
		// The state of an unlisted server is known only to the service.
		const server = servers.length === 1 ? fleet.servers.get(first) : undefined;
		return server && action.operation && actionBlocked(action.operation, server);
	},
	run: (_, {servers}) => ({form: action.id, serverIds: servers}),
});

export const serverCommands: readonly Command[] = [
	{
		id: 'servers.down',
		keys: ['j', 'down'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.down,
		run: move(at => at + 1),
	},
	{
		id: 'servers.up',
		keys: ['k', 'up'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.up,
		run: move(at => at - 1),
	},
	{
		id: 'servers.pageDown',
		keys: ['pagedown'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.pageDown,
		run: move((at, _, page) => at + page),
	},
	{
		id: 'servers.pageUp',
		keys: ['pageup'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.pageUp,
		run: move((at, _, page) => at - page),
	},
	{
		id: 'servers.first',
		keys: ['g', 'home'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.first,
		run: move(() => 0),
	},
	{
		id: 'servers.last',
		keys: ['G', 'end'],
		scopes: inList,
		group: 'move',
		...serverCommandMessages.last,
		run: move((_, length) => length - 1),
	},
	{
		id: 'servers.open',
		keys: ['enter'],
		scopes: inList,
		group: 'go',
		...serverCommandMessages.open,
		hint: 'room',
		blocked: noneCurrent,
		run: ({store}) => store.dispatch({type: 'view/changed', change: {pane: 'console'}}),
	},
	{
		id: 'servers.details',
		keys: ['d'],
		scopes: inList,
		group: 'go',
		...serverCommandMessages.details,
		hint: 'room',
		blocked: noneCurrent,
		run: ({store}) => store.dispatch({type: 'view/changed', change: {pane: 'details'}}),
	},
	serverAction('servers.start', 'S', start, serverActionCommands.start),
	serverAction('servers.stop', 'X', stop, serverActionCommands.stop),
	serverAction('servers.restart', 'R', restart, serverActionCommands.restart),
	serverAction('servers.broadcast', 'B', broadcast, serverActionCommands.broadcast),
	{
		id: 'servers.create',
		keys: ['C'],
		scopes: inList,
		group: 'act',
		...serverCommandMessages.create,
		danger: true,
		needs: 'MANAGE_SERVERS',
		run: () => ({form: 'create', serverIds: []}),
	},
	{
		id: 'servers.edit',
		keys: ['E'],
		scopes: ['servers', 'details'],
		group: 'act',
		...serverCommandMessages.edit,
		danger: true,
		needs: 'MANAGE_SERVERS',
		blocked: (_, {server}) => (server === undefined ? serverListMessages.noneCurrent : undefined),
		run: () => ({menu: 'edit'}),
	},
];

import {moveCommands, scrollRuns} from '../kernel/screens/move-commands.ts';
import {editMenuMessages} from '../../messages/server-list.ts';
import {blockedWithoutCurrent, cursorPlace, noneCurrent} from './current-server.ts';
import {listRows} from './list-rows.ts';
import type {KeyedAction} from '../../actions/action.ts';
import {broadcast} from '../../actions/broadcast.ts';
import {create} from '../../actions/create.ts';
import {restart, start, stop} from '../../actions/power.ts';
import {actionCommand} from '../kernel/keys/action-command.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import {actionBlocked, impossible, operationBlocked} from '../../actions/preconditions.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import type {KeyId} from '../../messages/key-words.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import type {EndpointName} from '../../contract/endpoints/index.ts';
import type {FormId} from '../kernel/dialogs/dialog-id.ts';
import {nameOf} from '../../actions/names.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import {phaseOf} from '../../contract/states.ts';
import {isOffered} from '../kernel/state/offered-extensions.ts';
import type {Targets} from '../kernel/state/targets.ts';
import type {Message} from '../../messages/text.ts';

const inList = ['servers'] as const;
const onServer = ['servers', 'console', 'details'] as const;

/** Moves the cursor; `to` returns the new index from the current one, the length of the list and the page size. */
const move = (to: (at: number, length: number, page: number) => number) => (services: Services) => {
	const {store} = services;
	const state = store.getState();
	const {ids} = listRows(state);
	const page = Math.max(1, (layoutOf(state.view).panes.servers?.height ?? 10) - 2);
	const at = cursorPlace(state);
	const wanted = to(at, ids.length, page);
	// A cursor whose server left the list stands between two rows, and moves to the next one in its direction.
	const row = wanted > at ? Math.floor(wanted) : Math.ceil(wanted);
	const currentId = ids[Math.max(0, Math.min(ids.length - 1, row))];
	if (currentId !== undefined) store.dispatch({type: 'view/changed', change: {currentId}});
};

const serverAction = (id: KeyId, key: string, action: KeyedAction): KeyCommand =>
	actionCommand(action, {
		id,
		keys: [key],
		scopes: onServer,
		hint: true,
		blocked: (state, {servers}) => {
			const [first] = servers;
			if (first === undefined) return noneCurrent(state);
			// The state of an unlisted server is known only to the service.
			const server = servers.length === 1 ? state.fleet.servers.get(first) : undefined;
			return server && action.operation && actionBlocked(action.operation, server);
		},
		run: (_, {servers}) => ({form: action.id, serverIds: servers}),
	});

export const serverCommands: readonly KeyCommand[] = [
	...moveCommands({id: 'servers', scope: 'servers', group: 'move'}, scrollRuns(move)),
	{
		id: 'servers.open',
		keys: ['enter'],
		scopes: inList,
		group: 'go',
		hint: 'room',
		blocked: blockedWithoutCurrent,
		run: ({store}) => store.dispatch({type: 'view/changed', change: {pane: 'console'}}),
	},
	{
		id: 'servers.details',
		keys: ['d'],
		scopes: ['servers', 'console', 'details'],
		group: 'go',
		hint: 'room',
		blocked: state => (state.view.pane === 'details' ? undefined : blockedWithoutCurrent(state)),
		run: ({store}) => {
			const pane = store.getState().view.pane === 'details' ? 'servers' : 'details';
			store.dispatch({type: 'view/changed', change: {pane}});
		},
	},
	serverAction('servers.start', 'S', start),
	serverAction('servers.stop', 'X', stop),
	serverAction('servers.restart', 'R', restart),
	serverAction('servers.broadcast', 'B', broadcast),
	actionCommand(create, {
		id: 'servers.create',
		keys: ['C'],
		scopes: inList,
		run: () => ({form: 'create', serverIds: []}),
	}),
	{
		id: 'servers.edit',
		keys: ['E'],
		scopes: ['servers', 'details'],
		group: 'act',
		danger: true,
		needs: 'MANAGE_SERVERS',
		blocked: (state, {server}) => (server === undefined ? noneCurrent(state) : undefined),
		run: () => ({menu: 'edit'}),
	},
];

const serverOf = ({fleet}: State, {server}: Targets) => fleet.servers.get(server ?? '');

/** What can be changed about a server besides its power state; each opens its own dialog. */
export const editMenu: Menu<FormId> = {
	title: (state, targets) => {
		const server = serverOf(state, targets);
		return editMenuMessages.title(server ? nameOf(server) : '');
	},
	items: (state, targets) => {
		const server = serverOf(state, targets);
		if (!server) return [];
		const isRunning = !['offline', 'unknown'].includes(phaseOf(server.state));
		const item = (key: string | undefined, form: FormId, label: string, blocked?: Message) => ({
			id: form,
			key,
			label,
			blocked,
			choose: () => ({form, serverIds: [server.id]}),
		});
		const extension = (endpoint: EndpointName, ...args: Parameters<typeof item>) =>
			isOffered(state.access, endpoint) ? [item(...args)] : [];
		const noBackup = server.backups.length === 0 ? editMenuMessages.noBackup : undefined;
		return [
			item('r', 'rename', 'Rename'),
			item('d', 'move', editMenuMessages.move, operationBlocked('change-directory', server)),
			...extension(
				'updateServer',
				'u',
				'update',
				editMenuMessages.update,
				impossible('update', server) ?? (isRunning ? editMenuMessages.stopFirst : undefined),
			),
			...extension(
				'createBackup',
				'b',
				'backup',
				editMenuMessages.createBackup,
				impossible('backup', server),
			),
			...extension(
				'rollBack',
				's',
				'restore-backup',
				editMenuMessages.restoreBackup,
				impossible('rollback', server) ?? noBackup ?? operationBlocked('rollback', server),
			),
			...extension('deleteBackup', 'x', 'delete-backup', editMenuMessages.deleteBackup, noBackup),
			// No single letter for it, because the deletion cannot be undone.
			...extension('deleteServer', undefined, 'delete', editMenuMessages.deleteServer),
		];
	},
	current: () => undefined,
};

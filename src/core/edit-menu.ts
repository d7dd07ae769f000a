import {openFormDialog} from './actions/dialogs.ts';
import type {Form} from './forms/form.ts';
import {backupForm, deleteBackupForm, deleteForm, moveForm, renameForm, updateForm} from './forms/manage.ts';
import {nameOf} from './list/order.ts';
import type {Menu} from './menus.ts';
import {operationBlocked, phaseOf} from './rules.ts';
import type {MenuDialog} from './state/dialog.ts';
import type {State} from './state/index.ts';

const serverOf = (state: State, {serverId}: Pick<MenuDialog, 'serverId'>) =>
	state.fleet.servers[serverId ?? ''];

/** What can be changed about a server besides its power; each opens a dialog of its own. */
export const editMenu: Menu = {
	title: ({fleet, view}) => {
		const server = fleet.servers[view.selectedId ?? ''];
		return `Edit ${server ? nameOf(server) : ''}`;
	},
	items: (state, dialog) => {
		const server = serverOf(state, dialog);
		if (!server) return [];
		const isRunning = !['offline', 'unknown'].includes(phaseOf(server.state));
		const item = (form: Form, label: string, blocked?: string) => ({
			id: form.id,
			label,
			blocked,
			choose: (services: Parameters<typeof openFormDialog>[0]) => openFormDialog(services, form, [server.id]),
		});
		return [
			item(renameForm, 'Rename'),
			item(moveForm, 'Move to another directory', operationBlocked('change-directory', server)),
			item(updateForm, 'Update the game', isRunning ? 'Stop it first.' : undefined),
			item(backupForm, 'Make a backup'),
			item(deleteBackupForm, 'Delete a backup', server.backups.length === 0 ? 'It has none.' : undefined),
			item(deleteForm, 'Delete the server'),
		];
	},
	current: () => undefined,
};

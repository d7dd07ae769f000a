import type {EndpointName} from '../../contract/endpoints/index.ts';
import {openFormDialog} from '../actions/dialogs.ts';
import type {Form} from '../forms/form.ts';
import {backupForm, deleteBackupForm, deleteForm, moveForm, renameForm, updateForm} from '../forms/manage.ts';
import {nameOf} from '../list/order.ts';
import type {Menu} from './index.ts';
import {operationBlocked, phaseOf} from '../rules.ts';
import type {MenuDialog} from '../state/dialog.ts';
import {isOffered} from '../offered.ts';
import type {State} from '../state/index.ts';
import type {Message} from '../../messages/text.ts';

const serverOf = (state: State, {serverId}: Pick<MenuDialog, 'serverId'>) =>
	state.fleet.servers.get(serverId ?? '');

/** What can be changed about a server besides its power; each opens a dialog of its own. */
export const editMenu: Menu = {
	title: ({fleet, view}) => {
		const server = fleet.servers.get(view.selectedId ?? '');
		return `Edit ${server ? nameOf(server) : ''}`;
	},
	items: (state, dialog) => {
		const server = serverOf(state, dialog);
		if (!server) return [];
		const isRunning = !['offline', 'unknown'].includes(phaseOf(server.state));
		const item = (key: string | undefined, form: Form, label: string, blocked?: Message) => ({
			id: form.id,
			key,
			label,
			blocked,
			choose: (services: Parameters<typeof openFormDialog>[0]) => openFormDialog(services, form, [server.id]),
		});
		const extension = (endpoint: EndpointName, ...args: Parameters<typeof item>) =>
			isOffered(state.access, endpoint) ? [item(...args)] : [];
		const noBackup = server.backups.length === 0 ? 'It has none.' : undefined;
		return [
			item('r', renameForm, 'Rename'),
			item('d', moveForm, 'Move to another directory', operationBlocked('change-directory', server)),
			...extension(
				'updateServer',
				'u',
				updateForm,
				'Update the game',
				isRunning ? 'Stop it first.' : undefined,
			),
			...extension('createBackup', 'b', backupForm, 'Make a backup'),
			...extension('deleteBackup', 'x', deleteBackupForm, 'Delete a backup', noBackup),
			// No letter away: what is gone then does not come back.
			...extension('deleteServer', undefined, deleteForm, 'Delete the server'),
		];
	},
	current: () => undefined,
};

import type {EndpointName} from '../../contract/endpoints/index.ts';
import {editMenuMessages} from '../../messages/server-list.ts';
import type {FormId} from '../kernel/dialog-id.ts';
import {nameOf} from '../../actions/names.ts';
import type {Menu} from '../kernel/menu.ts';
import {impossible, operationBlocked, phaseOf} from '../../actions/preconditions.ts';
import {isOffered} from '../kernel/offered-extensions.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/targets.ts';
import type {Message} from '../../messages/text.ts';

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

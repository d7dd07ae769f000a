import type {serverExtensions as rows} from '../../contract/endpoints/server-extensions.ts';
import {linkMessages} from '../../messages/link.ts';
import {changeServer, isSupported, ownNode, ownServer, type ServiceContext} from '../context.ts';
import {validateName} from '../field-checks.ts';
import {checkOwner} from '../grants.ts';
import {
	checkNoBackupDirectoryChange,
	checkNoDirectoryChange,
	checkOffline,
	checkPossible,
	checkSimulated,
	checkStateKnown,
	checkTaskRoom,
} from '../preconditions.ts';
import type {BackupRecord, ServerRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {newProfile} from '../new-server.ts';
import {whenCommitted} from '../transactions.ts';
import {listView} from '../views.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';

/** Endpoints of the service's public documentation beyond the specification: servers. */
export const serverExtensions = {
	listServersOfNode: (service, caller, {nodeId}) => {
		ownNode(service, caller, nodeId);
		const servers = service.store.servers.all().filter(server => server.nodeId === nodeId);
		return listView(service, servers);
	},
	updateServer: (service, caller, {serverId}) => {
		const server = ownServer(service, caller, serverId);
		checkSimulated(server);
		checkOffline(service, server);
		service.agentOf(server.nodeId).install(serverId);
	},
	createBackup: (service, caller, {serverId, name = ''}) => {
		const server = ownServer(service, caller, serverId);
		const backupName = validateName(service, name);
		checkPossible(service, server, 'backup');
		checkBackupable(service, server);
		checkTaskRoom(service, server);
		service.agentOf(server.nodeId).backUp(serverId, backupName);
	},
	deleteBackup: (service, caller, {serverId, backupId}) => {
		const server = ownServer(service, caller, serverId);
		checkBackupable(service, server);
		const gone = backupOf(server, backupId);
		const change = (edit: (backups: BackupRecord[]) => BackupRecord[]) => {
			const {backups = []} = service.store.servers.get(serverId) ?? {};
			changeServer(service, serverId, {backups: edit(backups)});
		};
		// Delete the record first: a listed backup must exist, even if the service ends in between.
		change(backups => backups.filter(backup => backup.backupId !== backupId));
		return whenCommitted(service.store, async () => {
			try {
				await service.agentOf(server.nodeId).deleteArchive(gone);
			} catch (cause) {
				change(backups => [...backups, gone]);
				throw new Refusal('general.archive_not_deleted', messageOf(cause), {cause});
			}
		});
	},
	rollBack: (service, caller, {serverId, backupId}) => {
		const server = ownServer(service, caller, serverId);
		checkPossible(service, server, 'rollback');
		checkOffline(service, server);
		checkNoBackupDirectoryChange(service, server.nodeId);
		backupOf(server, backupId);
		checkTaskRoom(service, server);
		service.agentOf(server.nodeId).rollBack(serverId, backupId);
	},
	wipeSavegames: (service, caller, {serverId}) => {
		const server = ownServer(service, caller, serverId);
		checkSimulated(server);
		checkOffline(service, server);
		service.agentOf(server.nodeId).wipeSavegames(serverId);
	},
	deleteServer: (service, caller, {serverId, forceDelete}) => {
		const server = ownServer(service, caller, serverId);
		// This also deletes their settings, which only the owner can enter again.
		if (server.own) checkOwner(caller);
		if (server.linked) throw new Refusal('server.operation_not_possible', linkMessages.removeThere);
		const agent = service.agentOf(server.nodeId);
		if (forceDelete) return agent.forget(server);
		checkOffline(service, server);
		agent.remove(serverId);
	},
	resetSettings: (service, caller, {serverId}) => {
		const server = ownServer(service, caller, serverId);
		if (!isSupported(service, server)) throw new Refusal('server.unsupported_game_type');
		if (server.linked) throw new Refusal('server.operation_not_possible', linkMessages.settingsThere);
		const {profiles} = service.store;
		const old = profiles.get(server.settingProfileId);
		const fresh = newProfile(service, {...server, map: old?.map ?? ''});
		// The password stays, because the running process knows no other.
		profiles.put({
			...fresh,
			id: server.settingProfileId,
			gameUserSettings: old?.gameUserSettings ?? fresh.gameUserSettings,
		});
	},
} satisfies SynchronousHandlersOf<typeof rows>;

function checkBackupable(service: ServiceContext, server: ServerRecord): void {
	checkNoDirectoryChange(service, server);
	checkStateKnown(service, server);
	checkNoBackupDirectoryChange(service, server.nodeId);
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function backupOf(server: ServerRecord, backupId: string): BackupRecord {
	if (server.backups.length === 0) throw new Refusal('server.backups_empty');
	const backup = server.backups.find(candidate => candidate.backupId === backupId);
	if (!backup) throw new Refusal('general.not_found');
	return backup;
}

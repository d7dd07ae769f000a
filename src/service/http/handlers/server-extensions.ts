import type {serverExtensions as rows} from '../../../contract/endpoints/server-extensions.ts';
import {linkMessages} from '../../../messages/link.ts';
import {isSupported, ownNode, ownServer} from '../../context.ts';
import {validateName} from '../field-checks.ts';
import {checkOwner} from '../../access/grants.ts';
import {
	checkNoBackupDirectoryChange,
	checkNoDirectoryChange,
	checkOffline,
	checkPossible,
	checkSimulated,
	checkStateKnown,
	checkTaskRoom,
} from '../../records/preconditions.ts';
import type {BackupRecord, ServerRecord} from '../../records/records.ts';
import {Refusal} from '../refusal.ts';
import type {Reading, Records} from '../../records/repositories.ts';
import {newProfile} from '../../records/new-server.ts';
import {listView} from '../../records/views.ts';
import type {HandlersOf} from './handlers-of.ts';

/** Endpoints of the service's public documentation beyond the specification: servers. */
export const serverExtensions = {
	listServersOfNode: async (service, caller, {nodeId}, records) => {
		await ownNode(records, caller, nodeId);
		return listView(service, records, await records.servers.ofNode(nodeId));
	},
	updateServer: async (_service, caller, {serverId}, records) => {
		const server = await ownServer(records, caller, serverId);
		checkSimulated(server);
		await checkOffline(records, server);
		records.order(server.nodeId, agent => agent.install(serverId));
	},
	createBackup: async (service, caller, {serverId, name = ''}, records) => {
		const server = await ownServer(records, caller, serverId);
		const backupName = validateName(service, name);
		checkPossible(service, server, 'backup');
		await checkBackupable(records, server);
		await checkTaskRoom(records, service, server);
		records.order(server.nodeId, agent => agent.backUp(serverId, backupName));
	},
	deleteBackup: async (service, caller, {serverId, backupId}, records) => {
		const server = await ownServer(records, caller, serverId);
		await checkBackupable(records, server);
		const gone = backupOf(server, backupId);
		// Delete the record first: a listed backup must exist, even if the service ends in between.
		const backups = server.backups.filter(backup => backup.backupId !== backupId);
		await records.servers.put({...server, backups});
		if (server.linked) return records.order(server.nodeId, agent => void agent.deleteArchive(server, gone));
		return async () => {
			try {
				await service.agentOf(server.nodeId).deleteArchive(server, gone);
			} catch (cause) {
				await restoreBackup(service.records, serverId, gone);
				if (cause instanceof Refusal) throw cause;
				throw new Refusal('general.archive_not_deleted', messageOf(cause), {cause});
			}
		};
	},
	rollBack: async (service, caller, {serverId, backupId}, records) => {
		const server = await ownServer(records, caller, serverId);
		checkPossible(service, server, 'rollback');
		await checkOffline(records, server);
		await checkNoBackupDirectoryChange(records, server.nodeId);
		backupOf(server, backupId);
		await checkTaskRoom(records, service, server);
		records.order(server.nodeId, agent => agent.rollBack(serverId, backupId));
	},
	wipeSavegames: async (_service, caller, {serverId}, records) => {
		const server = await ownServer(records, caller, serverId);
		checkSimulated(server);
		await checkOffline(records, server);
		records.order(server.nodeId, agent => agent.wipeSavegames(serverId));
	},
	deleteServer: async (_service, caller, {serverId, forceDelete}, records) => {
		const server = await ownServer(records, caller, serverId);
		// This also deletes their settings, which only the owner can enter again.
		if (server.own) checkOwner(caller);
		if (server.linked) throw new Refusal('server.operation_not_possible', linkMessages.removeThere);
		if (forceDelete) return records.order(server.nodeId, agent => agent.forget(server));
		await checkOffline(records, server);
		records.order(server.nodeId, agent => agent.remove(serverId));
	},
	resetSettings: async (service, caller, {serverId}, records) => {
		const server = await ownServer(records, caller, serverId);
		if (!isSupported(service, server)) throw new Refusal('server.unsupported_game_type');
		if (server.linked) throw new Refusal('server.operation_not_possible', linkMessages.settingsThere);
		const {profiles} = records;
		const old = await profiles.get(server.settingProfileId);
		const fresh = newProfile(service, {...server, map: old?.map ?? ''});
		// The password stays, because the running process knows no other.
		await profiles.putInBudget({
			...fresh,
			id: server.settingProfileId,
			gameUserSettings: old?.gameUserSettings ?? fresh.gameUserSettings,
		});
	},
} satisfies HandlersOf<typeof rows>;

async function checkBackupable(records: Reading, server: ServerRecord): Promise<void> {
	await checkNoDirectoryChange(records, server);
	await checkStateKnown(records, server);
	await checkNoBackupDirectoryChange(records, server.nodeId);
}

/** Lists a backup again whose archive could not be deleted. */
const restoreBackup = (records: Records, serverId: string, backup: BackupRecord): Promise<void> =>
	records.transact(async ({servers}) => {
		const server = await servers.get(serverId);
		if (server) await servers.put({...server, backups: [...server.backups, backup]});
	});

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function backupOf(server: ServerRecord, backupId: string): BackupRecord {
	if (server.backups.length === 0) throw new Refusal('server.backups_empty');
	const backup = server.backups.find(candidate => candidate.backupId === backupId);
	if (!backup) throw new Refusal('general.not_found');
	return backup;
}

import type {serverExtensions as rows} from '../../contract/endpoints/server-extensions.ts';
import {changeServer, ownNode, ownServer, type Plane} from '../context.ts';
import {checkedName} from '../field-checks.ts';
import {
	checkNoBackupDirectoryChange,
	checkNoDirectoryChange,
	checkOffline,
	checkSimulated,
	checkStateKnown,
} from '../preconditions.ts';
import type {BackupRecord, ServerRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {canRun} from '../agent/game-types.ts';
import {newProfile} from '../new-server.ts';
import {listedView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

/** What the service's public documentation has beyond the specification. (service-facts: Servers) */
export const serverExtensions = {
	listServersOfNode: (plane, caller, {nodeId}) => {
		ownNode(plane, caller, nodeId);
		return plane.store.servers
			.all()
			.filter(server => server.nodeId === nodeId)
			.map(server => listedView(plane, server));
	},
	updateServer: (plane, caller, {serverId}) => {
		const server = ownServer(plane, caller, serverId);
		checkSimulated(server);
		checkOffline(plane, server);
		plane.agentOf(server.nodeId).install(serverId);
	},
	createBackup: (plane, caller, {serverId, name = ''}) => {
		const server = ownServer(plane, caller, serverId);
		const backupName = checkedName(plane, name);
		checkSimulated(server);
		checkBackupable(plane, server);
		plane.agentOf(server.nodeId).backUp(serverId, backupName);
	},
	deleteBackup: (plane, caller, {serverId, backupId}) => {
		const server = ownServer(plane, caller, serverId);
		checkBackupable(plane, server);
		const gone = backupOf(server, backupId);
		changeServer(plane, serverId, {backups: server.backups.filter(backup => backup !== gone)});
	},
	rollBack: (plane, caller, {serverId, backupId}) => {
		const server = ownServer(plane, caller, serverId);
		checkSimulated(server);
		checkOffline(plane, server);
		checkNoBackupDirectoryChange(plane, server.nodeId);
		backupOf(server, backupId);
		plane.agentOf(server.nodeId).rollBack(serverId, backupId);
	},
	wipeSavegames: (plane, caller, {serverId}) => {
		const server = ownServer(plane, caller, serverId);
		checkSimulated(server);
		checkOffline(plane, server);
		plane.agentOf(server.nodeId).wipeSavegames(serverId);
	},
	deleteServer: (plane, caller, {serverId, forceDelete}) => {
		const server = ownServer(plane, caller, serverId);
		const agent = plane.agentOf(server.nodeId);
		if (forceDelete) return agent.forget(server);
		checkOffline(plane, server);
		agent.remove(serverId);
	},
	resetSettings: (plane, caller, {serverId}) => {
		const server = ownServer(plane, caller, serverId);
		if (!canRun(server)) throw new Refusal('server.unsupported_game_type');
		const {profiles} = plane.store;
		const old = profiles.get(server.settingProfileId);
		const fresh = newProfile(plane, {...server, map: old?.map ?? ''});
		// The password stays: the process that runs knows no other.
		profiles.put({
			...fresh,
			id: server.settingProfileId,
			gameUserSettings: old?.gameUserSettings ?? fresh.gameUserSettings,
		});
	},
} satisfies HandlersOf<typeof rows>;

function checkBackupable(plane: Plane, server: ServerRecord): void {
	checkNoDirectoryChange(plane, server);
	checkStateKnown(plane, server);
	checkNoBackupDirectoryChange(plane, server.nodeId);
}

function backupOf(server: ServerRecord, backupId: string): BackupRecord {
	if (server.backups.length === 0) throw new Refusal('server.backups_empty');
	const backup = server.backups.find(candidate => candidate.backupId === backupId);
	if (!backup) throw new Refusal('general.not_found');
	return backup;
}

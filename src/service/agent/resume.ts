import type {ServerRecord, TaskRecord} from '../records.ts';
import {resumeBackup, resumeRollBack} from './backups.ts';
import type {Node} from './node.ts';
import {start} from './power.ts';
import {adoptProcess, isLazy} from './process.ts';
import {inBackground, liveTasksOfNode} from './tasks.ts';
import {setState} from '../publish.ts';
import {resumeTimed} from './timed-power.ts';
import {install, remove, resumeBackupDirectory, resumeDirectoryChange, resumeWipe} from './maintenance.ts';

/**
Resumes a node when the service is opened. In a new service, the seeded servers that are up are adopted as running. In a
reopened one, accepted work continues.
*/
export async function resumeNode(node: Node, isFresh: boolean): Promise<void> {
	const {store} = node.service;
	const tasks = liveTasksOfNode(node);
	const busy = new Set(tasks.flatMap(task => (holdsServer(task) ? task.targetIds : [])));
	const servers = store.servers.all().filter(({nodeId}) => nodeId === node.id);
	await Promise.all(
		servers.map(async server => {
			if (busy.has(server.id)) return;
			if (isFresh) await adopt(node, server);
			else resumeServer(node, server);
		}),
	);
	for (const task of tasks) inBackground(node, () => resume(node, task));
}

async function adopt(node: Node, server: ServerRecord): Promise<void> {
	if (server.state === 'ONLINE' && !isLazy(node, server)) await adoptProcess(node, server);
	if (server.state === 'CREATING') inBackground(node, () => install(node, server.id));
}

function resumeServer(node: Node, server: ServerRecord): void {
	const {id, state, wanted} = server;
	if (state === 'DELETING') return inBackground(node, remove(node, id));
	if (state === 'CREATING') return inBackground(node, () => install(node, id));
	if (wanted === 'down') return void setState(node.service, id, 'OFFLINE');
	if (isLazy(node, server)) setState(node.service, id, 'ONLINE');
	else inBackground(node, start(node, id));
}

/** These tasks return their server to OFFLINE themselves. */
const holdsServer = ({type}: TaskRecord) => type === 'SERVER_DIRECTORY_CHANGE' || type === 'SAVEGAME_WIPE';

function resume(node: Node, task: TaskRecord): Promise<void> {
	switch (task.type) {
		case 'TIMED_SHUTDOWN':
		case 'TIMED_RESTART':
			return resumeTimed(node, task);
		case 'SERVER_DIRECTORY_CHANGE':
			return resumeDirectoryChange(node, task);
		case 'SAVEGAME_WIPE':
			return resumeWipe(node, task);
		case 'BACKUP':
			return resumeBackup(node, task);
		case 'ROLLBACK':
			return resumeRollBack(node, task);
		case 'BACKUP_DIRECTORY_CHANGE':
			return resumeBackupDirectory(node, task);
	}
}

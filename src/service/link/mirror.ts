import {maxLinked, type LinkedServer, type LinkedTask} from '../../contract/models/link.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import {removeServer} from '../agent/maintenance.ts';
import {forgetOld, liveTasksOfNode} from '../agent/tasks.ts';
import {changeServer} from '../context.ts';
import {newProfile} from '../new-server.ts';
import {publishBackup, publishState, reportStateChange, setState, setTask} from '../publish.ts';
import type {ServerRecord, TaskRecord} from '../records.ts';
import {isLive, isTimed} from '../task-facts.ts';
import {nameKey} from '../unique-records.ts';
import {LinkProblem} from './link-problem.ts';
import {leavingBackups, type LinkedNode} from './linked-node.ts';

/*
The records of linked servers and their tasks follow what their machine reports. All of it is within a transaction of the
caller.
*/

/** Stores what a machine reports of a server. Throws `LinkProblem` if the server is not of this node. */
export function mirrorServer(node: LinkedNode, reported: LinkedServer): void {
	const {service, id: nodeId} = node;
	const {store} = service;
	const record = store.servers.get(reported.id);
	if (record && (record.nodeId !== nodeId || !record.linked))
		throw new LinkProblem(messages.foreignServer(reported.id));
	if (!record && serversOf(service, nodeId).length >= maxLinked.servers) return;
	const before = record ?? addServer(node, reported);
	const after = changed(node, before, reported);
	if (JSON.stringify(after) !== JSON.stringify(before)) store.servers.put(after);
	const {reported: reports} = node;
	const former = reports.get(reported.id);
	reports.set(reported.id, reported);
	store.onRollback(() => (former ? reports.set(reported.id, former) : reports.delete(reported.id)));
	if (!isOnline(node)) return void changeServer(service, reported.id, stateOf(reported));
	const known = new Set([...before.backups, ...(former?.backups ?? [])].map(({backupId}) => backupId));
	for (const backup of after.backups) if (!known.has(backup.backupId)) publishBackup(service, after, backup);
	if (before.state !== reported.state) {
		setState(service, reported.id, reported.state);
		changeServer(service, reported.id, {stateSince: reported.stateSince});
	}
}

const stateOf = ({state, stateSince}: LinkedServer) => ({state, stateSince});

const isOnline = ({id, service}: LinkedNode): boolean => service.store.nodes.get(id)?.status === 'ONLINE';

function addServer({service, id: nodeId}: LinkedNode, reported: LinkedServer): ServerRecord {
	const {store} = service;
	const teamId = store.nodes.get(nodeId)?.teamId ?? '';
	const {gameType, rconPort} = reported;
	const made = newProfile(service, {teamId, gameType, map: '', rconPort});
	const profile = store.profiles.put({...made, isLinked: true});
	const {id, name, createdAt, state, stateSince, hasConsole} = reported;
	return store.servers.put({
		id,
		teamId,
		nodeId,
		displayName: freeName(store.servers.all(), {id, teamId, displayName: name}),
		gameType,
		createdAt,
		state,
		stateSince,
		wanted: 'down',
		settingProfileId: profile.id,
		serverDirectory: '',
		maxPlayers: undefined,
		modCount: undefined,
		serverIp: undefined,
		serverPort: undefined,
		queryPort: undefined,
		rconPort: undefined,
		backups: [],
		linked: {name, hasConsole},
	});
}

/** The record with what is reported, but its former state. A name that the team has given stays. */
function changed(node: LinkedNode, record: ServerRecord, reported: LinkedServer): ServerRecord {
	const {service} = node;
	const {name, hasConsole, gameType, serverPort, queryPort, rconPort} = reported;
	const {report: _former, ...rest} = record;
	const leaving = leavingBackups(node);
	const isRenamed = record.linked?.name !== name;
	const all = isRenamed ? service.store.servers.all() : [];
	return {
		...rest,
		...(isRenamed && {displayName: freeName(all, {...record, displayName: name})}),
		gameType,
		serverPort,
		queryPort,
		rconPort,
		backups: reported.backups.filter(({backupId}) => !leaving.has(backupId)),
		linked: {name, hasConsole},
		...(reported.report && {report: reported.report}),
	};
}

type Named = Pick<ServerRecord, 'id' | 'teamId' | 'displayName'>;

/** Returns a name that no other server of the team has: with a number, if necessary. */
function freeName(all: readonly ServerRecord[], named: Named): string {
	const taken = new Set(all.filter(({id}) => id !== named.id).map(nameKey));
	const {teamId, displayName} = named;
	let free = displayName;
	for (let number = 2; taken.has(nameKey({teamId, displayName: free})); number++)
		free = `${displayName} (${number})`;
	return free;
}

/** Removes the records of a server that its machine no longer has. */
export function removeMirror(node: LinkedNode, serverId: string): void {
	const server = node.service.store.servers.get(serverId);
	if (server?.nodeId !== node.id) return;
	removeServer({service: node.service, tasks: new Map()}, server);
	node.service.store.afterCommit(() => void node.reported.delete(serverId));
}

/** Stores what a machine reports of a task. Throws `LinkProblem` if it is not of this node. */
export function mirrorTask(node: LinkedNode, {serverId, context, ...reported}: LinkedTask): void {
	const {service, id: nodeId} = node;
	const {store} = service;
	const known = store.tasks.get(reported.id);
	if (known && known.nodeId !== nodeId) throw new LinkProblem(messages.foreignTask(reported.id));
	if (store.servers.get(serverId)?.nodeId !== nodeId) return;
	const task: TaskRecord = {...reported, nodeId, targetIds: [serverId], context, order: {}};
	if (known && JSON.stringify(known) === JSON.stringify(task)) return;
	if (isLive(task)) {
		if (!known && liveTasksOfNode(node).length >= maxLinked.tasks) return;
		// The machine has one scheduled action of a server at most.
		const others = liveTasksOfNode(node).filter(({targetIds}) => targetIds.includes(serverId));
		for (const other of others)
			if (isTimed(task) && isTimed(other) && other.id !== task.id) endLost(node, other);
	}
	setTask(service, task);
	if (!isLive(task)) forgetOld(node);
}

/** Ends a task that its machine no longer knows. */
function endLost({service}: LinkedNode, task: TaskRecord): void {
	const finishedAt = service.clock.now();
	const errorMessage = messages.taskLost;
	setTask(service, {...task, state: 'FAILED', cancellable: false, finishedAt, errorMessage});
}

/** Everything is reported: removes what the machine no longer has, and logs the node in. */
export function completeMirror(node: LinkedNode, servers: readonly string[], tasks: readonly string[]): void {
	const {service, id} = node;
	const {store, clock} = service;
	const [present, unfinished] = [new Set(servers), new Set(tasks)];
	for (const server of serversOf(service, id)) if (!present.has(server.id)) removeMirror(node, server.id);
	for (const task of liveTasksOfNode(node)) if (!unfinished.has(task.id)) endLost(node, task);
	const record = store.nodes.get(id);
	if (!record || record.status === 'ONLINE') return;
	const {logoutReason: _, ...rest} = record;
	const now = clock.now();
	store.nodes.put({...rest, status: 'ONLINE', lastAlive: now, lastLogin: now});
	for (const server of serversOf(service, id)) {
		publishState(service, server, server.state);
		reportStateChange(service, {server, from: 'UNKNOWN', to: server.state});
	}
}

const serversOf = ({store}: LinkedNode['service'], nodeId: string): ServerRecord[] =>
	store.servers.all().filter(server => server.nodeId === nodeId);

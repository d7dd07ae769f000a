import {parseJson} from '../../lib/json/json.ts';
import {maxLinked, type LinkedServer, type LinkedTask} from '../../contract/models/link.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import {maxFinishedTasks} from '../agent/tasks.ts';
import type {ServiceContext} from '../context.ts';
import {budgets} from '../limits.ts';
import {backupsPerServer, lastLines, newestBackups} from '../records/answer-limits.ts';
import {newProfile} from '../records/new-server.ts';
import {publishBackup, publishState, putTask} from '../records/publish.ts';
import {isLive, isTimed, type LinkedFacts, type ServerRecord, type TaskRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {nameKey} from '../records/unique-records.ts';
import {LinkProblem} from './read-message.ts';
import type {LinkedNode} from './linked-node.ts';

/*
The records of linked servers and their tasks follow what their machine reports. All of it is within a transaction of the
caller.
*/

/**
Stores what a machine reports of a server. Resolves to its record; undefined if the node has too many servers. Throws `LinkProblem`
if another node has it.
*/
export async function mirrorServer(
	linked: LinkedNode,
	reported: LinkedServer,
): Promise<ServerRecord | undefined> {
	const {service, records, node} = linked;
	const record = await records.servers.get(reported.id);
	if (record && (record.nodeId !== node.id || !record.linked))
		throw new LinkProblem(messages.foreignServer(reported.id));
	if (!record && (await records.servers.countOfNode(node.id)) >= maxLinked.servers) return undefined;
	const before = record ?? (await newRecord(linked, reported));
	const after = await changed(linked, before, reported);
	if (!record || !isSame(before, after)) await records.servers.put(after);
	if (node.status !== 'ONLINE') return after;
	const known = new Set(before.backups.map(({backupId}) => backupId));
	for (const id of before.linked?.leaving ?? []) known.add(id);
	const added = after.backups.filter(({backupId}) => !known.has(backupId));
	records.afterCommit(() => {
		for (const backup of added) publishBackup(service, after, backup);
		if (before.state !== after.state) publishChange(service, after, before.state);
	});
	const {state: from} = before;
	if (from !== after.state)
		await service.runner.onChangedStates(records, [{server: after, from, to: after.state}]);
	return after;
}

function publishChange(service: ServiceContext, server: ServerRecord, from: ServerRecord['state']): void {
	publishState(service, server, server.state);
	service.onEvent({kind: 'state', server, from, to: server.state});
}

/** Whether two records are stored alike. A database keeps no field that is undefined. */
const isSame = (one: object, other: object): boolean => deepEqual(stored(one), stored(other));
const stored = (record: object): unknown => parseJson(JSON.stringify(record));

async function newRecord(
	{service, records, node}: LinkedNode,
	reported: LinkedServer,
): Promise<ServerRecord> {
	const {id: nodeId, teamId} = node;
	const {gameType, rconPort} = reported;
	const made = newProfile(service, {teamId, gameType, map: '', rconPort});
	const profile = await records.profiles.put({...made, isLinked: true});
	const {id, name, createdAt, state, stateSince, hasConsole} = reported;
	return {
		id,
		teamId,
		nodeId,
		displayName: await freeName(records, {id, teamId, displayName: name}),
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
	};
}

/** The record with what is reported. A name that the team has given stays. */
async function changed(
	linked: LinkedNode,
	record: ServerRecord,
	reported: LinkedServer,
): Promise<ServerRecord> {
	const {records, node} = linked;
	const {name, gameType, serverPort, queryPort, rconPort, state, stateSince} = reported;
	const {report: _former, omittedBackups: _older, ...rest} = record;
	const isRenamed = record.linked?.name !== name;
	const listed = new Set(reported.backups.map(({backupId}) => backupId));
	const leaving = (record.linked?.leaving ?? []).filter(id => listed.has(id));
	const hidden = leaving.length > 0 ? await pendingDeletions(linked) : new Set<string>();
	const isNew = record.state !== state;
	const present = reported.backups.filter(({backupId}) => !hidden.has(backupId));
	const backups = newestBackups(present, backupsPerServer(await records.servers.countOfNode(node.id)));
	const omittedBackups = present.length - backups.length;
	if (omittedBackups > (record.omittedBackups ?? 0))
		records.afterCommit(() => linked.service.onEvent({kind: 'budget', budget: 'backups', who: record.id}));
	const log = lastLines(reported.report?.log ?? [], budgets.reportLog);
	return {
		...rest,
		...(isRenamed && {displayName: await freeName(records, {...record, displayName: name})}),
		gameType,
		serverPort,
		queryPort,
		rconPort,
		state,
		...((isNew || node.status !== 'ONLINE') && {stateSince}),
		backups: [...backups],
		...(omittedBackups > 0 && {omittedBackups}),
		linked: {...factsIn(reported), ...(leaving.length > 0 && {leaving})},
		...(reported.report && {report: {...reported.report, log}}),
	};
}

/** The backups that the machine still has to delete. */
async function pendingDeletions({records, node}: LinkedNode): Promise<Set<string>> {
	const orders = await records.orders.pendingOf(node.id);
	return new Set(orders.flatMap(({order}) => (order.kind === 'deleteBackup' ? [order.backupId] : [])));
}

/** Returns what the record has under `linked`: all that is reported but for its own fields and the output. */
function factsIn(reported: LinkedServer): LinkedFacts {
	const {
		id: _id,
		gameType: _game,
		createdAt: _created,
		state: _state,
		stateSince: _since,
		...facts
	} = reported;
	const {serverPort: _port, queryPort: _query, rconPort: _rcon, ...rest} = facts;
	const {report: _report, backups: _backups, log: _log, ...linked} = rest;
	return linked;
}

type Named = Pick<ServerRecord, 'id' | 'teamId' | 'displayName'>;

/** Returns a name that no other server of the team has: with a number, if necessary. */
async function freeName({servers}: Pick<Transaction, 'servers'>, named: Named): Promise<string> {
	const {teamId, displayName} = named;
	const other = await servers.named(nameKey(named));
	if (!other || other.id === named.id) return displayName;
	const taken = new Set((await servers.ofTeam(teamId)).filter(({id}) => id !== named.id).map(nameKey));
	let free = displayName;
	for (let number = 2; taken.has(nameKey({teamId, displayName: free})); number++)
		free = `${displayName} (${number})`;
	return free;
}

/** Removes the records of a server that its machine no longer has. */
export async function removeMirror({service, records, node}: LinkedNode, serverId: string): Promise<void> {
	const server = await records.servers.get(serverId);
	if (server?.nodeId !== node.id) return;
	await records.commands.removeAll(serverId);
	await records.profiles.remove(server.settingProfileId);
	await records.servers.remove(serverId);
	records.afterCommit(() => publishState(service, server, 'DELETING'));
}

/** Stores what a machine reports of a task. Throws `LinkProblem` if it is not of this node. */
export async function mirrorTask(
	linked: LinkedNode,
	{serverId, context, ...reported}: LinkedTask,
): Promise<void> {
	const {service, records, node} = linked;
	const known = await records.tasks.get(reported.id);
	if (known && known.nodeId !== node.id) throw new LinkProblem(messages.foreignTask(reported.id));
	if ((await records.servers.get(serverId))?.nodeId !== node.id) return;
	const task: TaskRecord = {...reported, nodeId: node.id, targetIds: [serverId], context, order: {}};
	if (known && isSame(known, task)) return;
	const all = await records.tasks.ofNode(node.id);
	const live = all.filter(isLive);
	if (isLive(task)) {
		if (!known && live.length >= maxLinked.tasks) return;
		// The machine has one scheduled action of a server at most.
		for (const other of live.filter(({targetIds}) => targetIds.includes(serverId)))
			if (isTimed(task) && isTimed(other) && other.id !== task.id) await endLost(linked, other);
	}
	await putTask(service, records, node.teamId, task);
	if (isLive(task)) return;
	const finished = all.filter(({id}) => !live.some(other => other.id === id) && id !== task.id);
	const surplus = finished.length + 1 - maxFinishedTasks;
	for (const {id} of finished.slice(0, Math.max(0, surplus))) await records.tasks.remove(id);
}

/** Ends a task that its machine no longer knows. */
async function endLost({service, records, node}: LinkedNode, task: TaskRecord): Promise<void> {
	const finishedAt = service.clock.now();
	const lost = {...task, state: 'FAILED' as const, cancellable: false, finishedAt};
	await putTask(service, records, node.teamId, {...lost, errorMessage: messages.taskLost});
}

/** Everything is reported: removes what the machine no longer has, and logs the node in. */
export async function completeMirror(
	linked: LinkedNode,
	servers: readonly string[],
	tasks: readonly string[],
): Promise<void> {
	const {service, records, node} = linked;
	const [present, unfinished] = [new Set(servers), new Set(tasks)];
	for (const {id} of await records.servers.ofNode(node.id))
		if (!present.has(id)) await removeMirror(linked, id);
	for (const task of await records.tasks.ofNode(node.id))
		if (isLive(task) && !unfinished.has(task.id)) await endLost(linked, task);
	if (node.status === 'ONLINE') return;
	const {logoutReason: _, ...rest} = node;
	const now = service.clock.now();
	await records.nodes.put({...rest, status: 'ONLINE', lastAlive: now, lastLogin: now});
	const all = await records.servers.ofNode(node.id);
	records.afterCommit(() => {
		for (const server of all) publishState(service, server, server.state);
	});
	const changes = all.map(server => ({server, from: 'UNKNOWN', to: server.state}));
	await service.runner.onChangedStates(records, changes);
}

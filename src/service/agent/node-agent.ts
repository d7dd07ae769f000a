import type {NodeRecord, ServerRecord, TaskRecord} from '../records/records.ts';
import {backUp, resumeBackup, resumeRollBack, rollBack} from './backups.ts';
import {activityOf, type Node} from './node.ts';
import {afterCrash, announce, forceStop, restart, start, stop} from './power.ts';
import {adoptProcess, closeProcess, isLazy, processOf} from './process.ts';
import {cancelTask, inBackground, liveTasksOfNode} from './tasks.ts';
import {publishState, reportStateChange, setState, setTask} from '../records/publish.ts';
import {keepForLater, resumeLater} from './later-commands.ts';
import {resumeTimed, schedule} from './timed-power.ts';
import {
	changeBackupDirectory,
	changeDirectory,
	forget,
	install,
	remove,
	resumeBackupDirectory,
	resumeDirectoryChange,
	resumeWipe,
	wipeSavegames,
} from './maintenance.ts';
import {pause} from '../../lib/time/clock.ts';
import {nodeAgentMessages} from '../../messages/service.ts';
import {notify} from '../records/history.ts';
import {visibleState} from '../records/preconditions.ts';
import {driverOf, type ServiceContext} from '../context.ts';
import {sendHeartbeat, startHeartbeat} from './heartbeat.ts';
import {openRconQueue} from './rcon-queue.ts';
import type {GameFacts, NodeAgent} from './agent.ts';

/**
Resumes a node when the service is opened. In a new service, the seeded servers that are up are adopted as running. In a
reopened one, accepted work continues.
*/
async function resumeNode(node: Node, isFresh: boolean): Promise<void> {
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
		case 'TIMED_COMMAND':
			return resumeLater(node, task);
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

type Host = Pick<Node, 'id' | 'service'>;

/** How long a node takes to check its processes after it logs in again. */
const recheckMs = 1500;

/** Disconnects the node from the service. Its games keep running, but their state is unknown. */
function disconnect(node: Host): void {
	node.service.store.atomically(() => goOffline(node));
}

function goOffline(node: Host): void {
	const record = change(node, {status: 'OFFLINE', logoutReason: nodeAgentMessages.lostConnection});
	if (!record) return;
	for (const server of serversOf(node)) {
		publishState(node.service, server, 'UNKNOWN');
		reportStateChange(node.service, {server, from: server.state, to: 'UNKNOWN'});
	}
	const name = String(record.settings['name'] ?? record.id);
	const {title, message} = nodeAgentMessages.nodeOffline;
	notify(node.service, record.teamId, {type: 'NODE_OFFLINE', title, message: message(name)});
}

/**
Logs the node in again although it was not away. It announces running servers as OFFLINE, checks them and corrects that.
Listeners see a flicker; the records do not change. (public documentation: agent re-login)
*/
function logInAgain(node: Node): void {
	const {service} = node;
	const record = service.store.nodes.get(node.id);
	if (record?.status !== 'ONLINE') return;
	service.store.nodes.put({...record, lastAlive: service.clock.now(), lastLogin: service.clock.now()});
	for (const server of serversOf(node))
		if (server.state === 'ONLINE') publishState(service, server, 'OFFLINE');
	void pause(service.clock, recheckMs, node.closed).then(
		() => {
			const present = service.store.nodes.get(node.id);
			for (const server of serversOf(node)) publishState(service, server, visibleState(server, present));
		},
		() => {},
	);
}

/** Reconnects a node that was disconnected when the service closed. */
function reconnectAfterRestart(node: Node): void {
	if (node.service.store.nodes.get(node.id)?.logoutReason !== undefined) reconnect(node);
}

/** Logs the node in again and announces all states again, OFFLINE first. (public documentation: agent re-login) */
function reconnect(node: Node): void {
	const {service} = node;
	const record = service.store.nodes.get(node.id);
	if (!record || record.status === 'ONLINE') return;
	const now = service.clock.now();
	const {logoutReason: _, ...rest} = record;
	service.store.atomically(() => {
		service.store.nodes.put({...rest, status: 'ONLINE', lastAlive: now, lastLogin: now});
		for (const server of serversOf(node)) {
			if (server.state === 'ONLINE') publishState(service, server, 'OFFLINE');
			publishState(service, server, server.state);
			reportStateChange(service, {server, from: 'UNKNOWN', to: server.state});
		}
		for (const task of liveTasksOfNode(node)) setTask(service, task);
	});
}

function change({id, service}: Host, changes: Partial<NodeRecord>): NodeRecord | undefined {
	const record = service.store.nodes.get(id);
	return record?.status === 'ONLINE' ? service.store.nodes.put({...record, ...changes}) : undefined;
}

function serversOf({id, service}: Host): ServerRecord[] {
	return service.store.servers.all().filter(({nodeId}) => nodeId === id);
}

type Options = {
	nodeId: string;
	/** The number of servers when the service was opened. */
	serverCount: number;
	onBug: (bug: unknown) => void;
};

export function openNodeAgent(service: ServiceContext, {nodeId, serverCount, onBug}: Options): NodeAgent {
	const closing = new AbortController();
	let silent = false;
	const node: Node = {
		id: nodeId,
		service,
		serverCount,
		activities: new Map(),
		tasks: new Map(),
		slowness: new Map(),
		isSilent: () => silent || service.store.nodes.get(nodeId)?.status !== 'ONLINE',
		orders: {
			announce: (serverId, text) => announce(node, serverId, text),
			stop: serverId => stop(node, serverId)(),
			forceStop: serverId => forceStop(node, serverId)(),
			restart: (serverId, force) => restart(node, serverId, force)(),
		},
		sendCommand: order => rconQueue.run(order),
		onCrash: serverId => inBackground(node, () => afterCrash(node, serverId)),
		onBug,
		closed: closing.signal,
	};
	const rconQueue = openRconQueue(node);
	const stopHeartbeat = startHeartbeat(node);
	return {
		boot: isFresh => {
			reconnectAfterRestart(node);
			return resumeNode(node, isFresh);
		},
		start: serverId => inBackground(node, start(node, serverId)),
		stop: (serverId, force, message) =>
			inBackground(node, force ? forceStop(node, serverId) : stop(node, serverId, message)),
		restart: (serverId, force) => inBackground(node, restart(node, serverId, force)),
		schedule: timed => void schedule(node, timed),
		keepForLater: later => keepForLater(node, later),
		install: serverId => inBackground(node, () => install(node, serverId)),
		changeDirectory: (server, directory) => changeDirectory(node, server, directory),
		changeBackupDirectory: () => changeBackupDirectory(node),
		backUp: (serverId, name) => backUp(node, serverId, name),
		rollBack: (serverId, backupId) => rollBack(node, serverId, backupId),
		wipeSavegames: serverId => wipeSavegames(node, serverId),
		remove: serverId => inBackground(node, remove(node, serverId)),
		forget: server => forget(node, server),
		cancel: task => cancelTask(node, task),
		rcon: order => rconQueue.run(order),
		facts: serverId => factsOf(node, serverId),
		problem: () => undefined,
		consoleProblem: () => undefined,
		rconPort: serverId => activityOf(node, serverId).game?.rconPort,
		blocked: () => undefined,
		deleteArchive: () => Promise.resolve(),
		reopen: () => {},
		check: () => {},
		log: () => [],
		output: async () => [],
		crash: async serverId => (await processOf(node, serverId))?.kill(),
		setReachable: reachable => (reachable ? reconnect(node) : disconnect(node)),
		logInAgain: () => logInAgain(node),
		setSilent: value => {
			silent = value;
		},
		setSlowness: (serverId, ms) => void node.slowness.set(serverId, ms),
		heartbeat: () => sendHeartbeat(node),
		idle: async () => {},
		close: async () => {
			stopHeartbeat();
			closing.abort();
			await Promise.all([...node.activities.keys()].map(serverId => closeProcess(node, serverId)));
			return [];
		},
	};
}

function factsOf({service, activities}: Node, serverId: string): GameFacts {
	const server = service.store.servers.get(serverId);
	if (server?.state !== 'ONLINE') return {players: 0};
	const driver = driverOf(service, server);
	const players = activities.get(serverId)?.game?.players() ?? driver?.expectedPlayers(server) ?? 0;
	return {players, ...driver?.usage?.(server, players)};
}

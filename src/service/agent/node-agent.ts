import {driverOf, type ServiceContext} from '../context.ts';
import {backUp, rollBack} from './backups.ts';
import {resumeNode} from './resume.ts';
import {sendHeartbeat, startHeartbeat} from './heartbeat.ts';
import {activityOf, type Node} from './node.ts';
import {afterCrash, announce, forceStop, restart, start, stop} from './power.ts';
import {closeProcess, processOf} from './process.ts';
import {openRconQueue} from './rcon-queue.ts';
import {reconnect, reconnectAfterRestart, disconnect, logInAgain} from './connection.ts';
import {cancelTask, inBackground} from './tasks.ts';
import {schedule} from './timed-power.ts';
import type {NodeAgent} from './agent.ts';
import {
	changeBackupDirectory,
	changeDirectory,
	forget,
	install,
	remove,
	wipeSavegames,
} from './maintenance.ts';

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
			restart: serverId => restart(node, serverId)(),
		},
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
		restart: serverId => inBackground(node, restart(node, serverId)),
		schedule: timed => void schedule(node, timed),
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
		facts: serverId => ({players: playersOf(node, serverId)}),
		problem: () => undefined,
		rconPort: serverId => activityOf(node, serverId).game?.rconPort,
		blocked: () => undefined,
		deleteArchive: () => Promise.resolve(),
		reopen: () => {},
		check: () => {},
		log: () => [],
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

function playersOf(node: Node, serverId: string): number {
	const server = node.service.store.servers.get(serverId);
	if (server?.state !== 'ONLINE') return 0;
	const {service, activities} = node;
	return activities.get(serverId)?.game?.players() ?? driverOf(service, server)?.expectedPlayers(server) ?? 0;
}

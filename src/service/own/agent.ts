import {isDeepStrictEqual} from 'node:util';
import {pause} from '../../lib/time/clock.ts';
import {type NodeAgent, onlySimulated, type Order} from '../agent/agent.ts';
import {startHeartbeat, sendHeartbeat} from '../agent/heartbeat.ts';
import {limitWaitingCommands} from '../agent/rcon-queue.ts';
import {keepAnswer, outcomeOf} from '../agent/keep-answer.ts';
import {reportCommand} from '../agent/report-command.ts';
import {removeServer} from '../agent/maintenance.ts';
import {cancelTask, inBackground, liveTasksOfNode} from '../agent/tasks.ts';
import {keepForLater, resumeLater} from '../agent/later-commands.ts';
import {resumeTimed, schedule} from '../agent/timed-power.ts';
import {changeServer, type ServiceContext} from '../context.ts';
import type {CommandRecord, ServerRecord, TaskRecord} from '../records/records.ts';
import {
	backUp,
	deleteArchive,
	filesBlocked,
	repairRollBack,
	resumeBackup,
	resumeRollBack,
	rollBack,
} from './backups.ts';
import type {OwnNode} from './node.ts';
import {endUnfinished, isStartLost, isUnfinished, refuseLate} from './late-actions.ts';
import {addMember, detachMember, endsGame, observe, removeMember, show} from './observation.ts';
import {afterCrash, announce, forceStop, restart, start, stop} from './power-orders.ts';
import {resumeBeforeClose, resumeRemoved, resumeSaving} from './saving.ts';

type Options = Pick<OwnNode, 'open' | 'onBug' | 'env' | 'archives'> & {nodeId: string};

/** The time for the game's answer to a command whose caller may have given up. */
const patienceMs = 30_000;
/** How long the service waits at its start for the first observations. */
const firstObservationMs = 1000;
/** The same for a service that ends with its command and cannot wait for later observations. */
const onlyObservationMs = 3000;

/** Opens the agent of the real servers of a service: it observes them and runs orders on them. */
export function openOwnAgent(service: ServiceContext, {nodeId, ...options}: Options): NodeAgent {
	const closing = new AbortController();
	/** What `idle` waits for in addition to the orders. */
	const inProgress = new Set<Promise<void>>();
	const track = (work: Promise<void>) => trackIn(inProgress, work);
	const trackInBackground = (work: () => Promise<void>) => inBackground(node, () => track(work()));
	const node: OwnNode = {
		id: nodeId,
		service,
		tasks: new Map(),
		closed: closing.signal,
		members: new Map(),
		...options,
		orders: {
			announce: (serverId, text) => track(announce(node, serverId, text).then(() => {})),
			stop: serverId => stop(node, serverId)(),
			forceStop: serverId => forceStop(node, serverId)(),
			restart: (serverId, force) => restart(node, serverId, force)(),
			refuseLate: late => refuseLate(node, late),
		},
		sendCommand: (order, unlessSent) =>
			waiting(order.serverId, () => run(node, order, unlessSent)).then(orNever),
		onCrash: server => inBackground(node, () => afterCrash(node, server)),
	};
	const {members} = node;
	const waiting = limitWaitingCommands(service);
	const leaving = new Set<Promise<void>>();
	const leave = (server: ServerRecord | undefined): void => {
		if (!server) return;
		removeServer(node, server);
		inBackground(node, () => trackIn(leaving, track(letGo(node, server))));
	};
	const stopHeartbeat = startHeartbeat({...node, isSilent: () => false});
	return {
		...onlySimulated,
		boot: () => boot(node),
		start: serverId => inBackground(node, start(node, serverId)),
		stop: (serverId, force, message) =>
			inBackground(node, force ? forceStop(node, serverId) : stop(node, serverId, message)),
		restart: (serverId, force) => inBackground(node, restart(node, serverId, force)),
		schedule: timed => void schedule(node, timed),
		keepForLater: later => keepForLater(node, later),
		remove: serverId => leave(service.store.servers.get(serverId)),
		forget: leave,
		cancel: task => cancelTask(node, task),
		rcon: (order, signal) => node.sendCommand(order, signal),
		facts: serverId => members.get(serverId)?.server.facts() ?? {players: undefined},
		problem: serverId => members.get(serverId)?.problem,
		consoleProblem: serverId => members.get(serverId)?.consoleProblem,
		blocked: (serverId, operation) => {
			if (operation === 'backup' || operation === 'rollback') return filesBlocked(node, serverId, operation);
			return members.get(serverId)?.server.blocked(operation);
		},
		backUp: (serverId, name) => trackInBackground(backUp(node, serverId, name)),
		rollBack: (serverId, backupId) => trackInBackground(rollBack(node, serverId, backupId)),
		deleteArchive: (_server, backup) => deleteArchive(backup),
		// The next backups use it; those that exist stay where they are.
		changeBackupDirectory: () => {},
		reopen: serverId => service.store.afterCommit(() => reopen(node, serverId)),
		check: serverId => inBackground(node, () => observe(node, serverId)),
		rconPort: () => undefined,
		...outputOf(members),
		heartbeat: () => sendHeartbeat({...node, isSilent: () => false}),
		idle: async () => {
			await Promise.all([...inProgress, ...[...members.values()].map(({work}) => work?.carriedOut.promise)]);
		},
		close: async () => {
			stopHeartbeat();
			closing.abort();
			await Promise.all([...leaving, ...[...members.keys()].map(id => resumeBeforeClose(node, id))]);
			const {servers} = service.store;
			const running = [...members.keys()].filter(id => {
				const server = servers.get(id);
				return server?.own?.power.kind === 'process' && server.state !== 'OFFLINE';
			});
			for (const id of members.keys()) removeMember(node, id);
			return running;
		},
	};
}

/** Keeps a promise in the set until it settles. */
function trackIn(set: Set<Promise<void>>, work: Promise<void>): Promise<void> {
	const tracked = work.finally(() => set.delete(tracked));
	set.add(tracked);
	return tracked;
}

/** Opens the servers, and starts those that the team wants to run and whose process does not. */
async function boot(node: OwnNode): Promise<void> {
	const {store, clock, supervises} = node.service;
	const unfinished = liveTasksOfNode(node);
	// Must run before a server can start from the remains of a killed rollback.
	for (const task of unfinished) if (task.type === 'ROLLBACK') repairRollBack(task);
	const tasks = supervises ? unfinished : [];
	const records = store.servers.all().filter(({nodeId}) => nodeId === node.id);
	// The state of before the service closed decides what it continues; nobody knows the present one.
	for (const record of records) {
		addMember(node, record);
		if (supervises || !isUnfinished(record, clock.now())) show(node, record.id, 'UNKNOWN');
	}
	const first = Promise.all(records.map(record => resumeServer(node, record)));
	inBackground(node, () => first);
	for (const task of tasks) inBackground(node, () => resumeTask(node, task, first));
	const enough = new AbortController();
	const waitMs = supervises ? firstObservationMs : onlyObservationMs;
	const patience = pause(clock, waitMs, AbortSignal.any([enough.signal, node.closed]));
	await Promise.race([first, patience.catch(() => {})]).finally(() => enough.abort());
}

/** Resumes accepted work. Tasks on files wait until the state of the servers is known. */
async function resumeTask(node: OwnNode, task: TaskRecord, first: Promise<unknown>): Promise<void> {
	if (task.type === 'TIMED_COMMAND') return resumeLater(node, task);
	if (task.type !== 'BACKUP' && task.type !== 'ROLLBACK') return resumeTimed(node, task);
	await first;
	return task.type === 'BACKUP' ? resumeBackup(node, task) : resumeRollBack(node, task);
}

function reopen(node: OwnNode, serverId: string): void {
	const record = node.service.store.servers.get(serverId);
	removeMember(node, serverId);
	if (!record) return;
	addMember(node, record);
	inBackground(node, () => observe(node, serverId));
	inBackground(node, () => resumeSaving(node, serverId));
}

/** Continues a stop or restart that the end of the service interrupted, and starts a process that should be running. */
async function resumeServer(node: OwnNode, record: ServerRecord): Promise<void> {
	const {id, wanted, own, state: earlier, stateSince, isFirstSeen} = record;
	const mustFinish = isUnfinished(record, node.service.clock.now());
	await observe(node, id);
	inBackground(node, () => resumeSaving(node, id));
	const now = node.service.store.servers.get(id);
	const state = now?.state;
	const isSameProcess = record.process !== undefined && isDeepStrictEqual(now?.process, record.process);
	// A server that is still down has been down since; one that is up may have restarted, unless it is the same process.
	if (state === earlier && (state !== 'ONLINE' || isSameProcess) && stateSince !== undefined)
		changeServer(node.service, id, {stateSince, isFirstSeen});
	// It has another action in progress, or was removed.
	if (state === undefined || node.members.get(id)?.work) return;
	const isExpected =
		(own?.power.kind === 'process' && wanted === 'up') || isStartLost(record, node.service.clock.now());
	const isStarted = isExpected && state === 'OFFLINE';
	const isDone = state === 'OFFLINE' && (wanted === 'down' || isStarted);
	if (earlier === 'STOPPING' && !mustFinish && !isDone) endUnfinished(node, record);
	if (!node.service.supervises) return;
	if (mustFinish && wanted === 'up') inBackground(node, restart(node, id));
	else if (mustFinish && state !== 'OFFLINE') inBackground(node, stop(node, id));
	else if (isStarted) inBackground(node, start(node, id));
}

/** Never resolves for an answer that was not stored, so that nobody receives it. */
const orNever = (kept: CommandRecord | undefined) => kept ?? new Promise<never>(() => {});

/** Resolves to undefined if the server no longer exists, or the service closes. */
async function run(
	node: OwnNode,
	order: Order,
	unlessSent: AbortSignal | undefined,
): Promise<CommandRecord | undefined> {
	const {service, members, closed} = node;
	const {serverId, command} = order;
	const member = members.get(serverId);
	const isShutdown = member !== undefined && endsGame(command, member.server.lines.stop);
	// Before it is sent: the game may end before it answers.
	if (isShutdown) member.shutdownAt = service.clock.monotonic();
	let endedBySilence: true | undefined;
	const onSilence = () => void (endedBySilence = true);
	const sent = member?.server.send(command, {timeoutMs: patienceMs, signal: closed, onSilence, unlessSent});
	const outcome = sent && (await outcomeOf(reportCommand(service, order, sent)));
	if (isShutdown && outcome?.failure?.key === 'server.console_refused') member.shutdownAt = undefined;
	// What the console said is the state.
	if (service.store.servers.get(serverId)?.state === 'UNKNOWN')
		inBackground(node, () => observe(node, serverId));
	// Without a member, the server has been removed.
	return closed.aborted || !outcome ? undefined : keepAnswer(service, order, {...outcome, endedBySilence});
}

/** Ends the observation of a removed server, which continues to run. Resolves after the command that resumes saving. */
async function letGo(node: OwnNode, server: ServerRecord): Promise<void> {
	const member = detachMember(node, server.id);
	if (!member) return;
	try {
		await resumeRemoved(node, server, member);
	} finally {
		member.server.close();
	}
}

/** What servers print: as last observed, and as it is now. */
const outputOf = (members: OwnNode['members']): Pick<NodeAgent, 'log' | 'output'> => ({
	log: serverId => members.get(serverId)?.log ?? [],
	output: async (serverId, signal) => (await members.get(serverId)?.server.log(signal)) ?? [],
});

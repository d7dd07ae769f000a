import {pause} from '../../lib/time/clock.ts';
import {findGame, sayCommandOf, wouldSplit} from '../../games/games.ts';
import {stepMessages} from '../../messages/automations.ts';
import {broadcastMessages} from '../../messages/broadcast.ts';
import type {ServiceContext} from '../context.ts';
import {type CommandRecord, isReal, type NodeRecord, type ServerRecord} from '../records/records.ts';
import type {GiveOrders, Reading, Transaction} from '../records/repositories.ts';
import {isUnavailable, onceAvailable, whenAvailable} from '../when-available.ts';
import {isSameState, knownPlayers} from '../../contract/states.ts';
import {validateCommand, validateMessage, validateSettings} from '../http/field-checks.ts';
import {
	checkCommandable,
	checkOffline,
	checkPossible,
	checkRestartable,
	checkSimulated,
	checkStateKnown,
	checkStoppable,
	factsOf,
	visibleState,
} from '../records/preconditions.ts';
import {mergeProfile} from '../http/profiles.ts';

/** A shared database is read less often. */
const checkEveryMs = ({isShared}: ServiceContext): number => (isShared ? 1000 : 100);

/**
How long the agent of a linked node may be disconnected before an order is refused: agents try at least twice a
minute.
*/
const maxAwayMs = 60_000;

type Ordering = {service: ServiceContext; server: ServerRecord; signal: AbortSignal};

type Check = (records: Reading, server: ServerRecord) => Promise<void>;

/**
Gives an order to the agent of a server, once, if `check` passes, which throws otherwise. Waits for the records. If the server
is on another machine, it waits for an agent that is about to connect again, and until the machine has carried out the order.
Throws if it refuses, or if nobody knows whether it has carried it out.
*/
async function giveOrder(ordering: Ordering, check: Check, give: GiveOrders): Promise<void> {
	const {service, server} = ordering;
	const awaitedId = server.linked && service.newId();
	await giveOnce(ordering, check, give, awaitedId);
	if (awaitedId !== undefined) await awaitResult(ordering, awaitedId);
}

/** The same for an RCON command, which never becomes a record: does not wait for its answer. */
const giveCommand = (ordering: Ordering, check: Check, give: GiveOrders): Promise<void> =>
	giveOnce(ordering, check, give);

async function giveOnce(
	{service, server, signal}: Ordering,
	check: Check,
	give: GiveOrders,
	awaitedId?: string,
): Promise<void> {
	const {records, clock} = service;
	const once = () =>
		records.transact(async transaction => {
			const present = await transaction.servers.get(server.id);
			if (!present) throw new Error(stepMessages.serverGone);
			if (isReconnecting(service, await transaction.nodes.get(present.nodeId))) return false;
			await check(transaction, present);
			transaction.order(present.nodeId, give, awaitedId);
			return true;
		});
	while (!(await onceAvailable(service, once, signal))) await pause(clock, checkEveryMs(service), signal);
}

/** While the service was away, no agent could connect. */
const isReconnecting = ({clock, openedAt}: ServiceContext, node: NodeRecord | undefined): boolean =>
	node?.link !== undefined &&
	node.status === 'OFFLINE' &&
	clock.now() - Math.max(node.lastAlive, openedAt) < maxAwayMs;

async function awaitResult({service, server, signal}: Ordering, orderId: string): Promise<void> {
	const {records, clock} = service;
	const read = async ({orders, servers}: Reading) => {
		const order = await orders.get(orderId);
		return {order, isGone: !order && !(await servers.get(server.id))};
	};
	try {
		for (;;) {
			const {order, isGone} = await whenAvailable(service, () => records.read(read));
			if (isGone) throw new Error(stepMessages.serverGone);
			// The machine did not confirm it, and had too many orders of that kind.
			if (!order) throw new Error(stepMessages.resultLost);
			if (order.result?.refused !== undefined) throw new Error(order.result.refused);
			if (order.result) return;
			if (order.isGivenUp) throw new Error(stepMessages.notConfirmed);
			await pause(clock, checkEveryMs(service), signal);
		}
	} finally {
		if (!service.closed.aborted) await forgetResult(service, orderId);
	}
}

/** Removes a result that nobody awaits anymore, also if it is still to come. */
async function forgetResult({records}: ServiceContext, orderId: string): Promise<void> {
	try {
		await records.transact(async ({orders}) => {
			const order = await orders.get(orderId);
			if (order?.result) await orders.remove(orderId);
			else if (order) {
				const {isAwaited: _, ...others} = order;
				await orders.put(others);
			}
		});
	} catch (error) {
		// It is removed when it is old.
		if (!isUnavailable(error)) throw error;
	}
}

/** Performs one step on one server. Throws if it fails. */
export type StepAction = (
	service: ServiceContext,
	server: ServerRecord,
	signal: AbortSignal,
) => Promise<void>;

export const startServer: StepAction = async (service, server, signal) => {
	const check = async (records: Reading, present: ServerRecord) => {
		checkPossible(service, present, 'start');
		await checkOffline(records, present);
	};
	await giveOrder({service, server, signal}, check, agent => agent.start(server.id));
	await waitForState(service, server.id, 'ONLINE', signal);
};

export const stopServer =
	({
		forceStop = false,
		message,
	}: {
		forceStop?: boolean | undefined;
		message?: string | undefined;
	}): StepAction =>
	async (service, server, signal) => {
		const checked = validateMessage(service, message);
		const check = async (records: Reading, present: ServerRecord) => {
			checkPossible(service, present, forceStop ? 'kill' : 'stop');
			await checkStoppable(records, present, forceStop);
		};
		await giveOrder({service, server, signal}, check, agent => agent.stop(server.id, forceStop, checked));
		await waitForState(service, server.id, 'OFFLINE', signal);
	};

export const restartServer: StepAction = async (service, server, signal) => {
	let formerUpAt: number | undefined;
	const check = async (records: Reading, present: ServerRecord) => {
		checkPossible(service, present, 'stop', 'start');
		await checkRestartable(records, present, false);
		formerUpAt = present.lastUpAt;
	};
	await giveOrder({service, server, signal}, check, agent => agent.restart(server.id, false));
	// The records of a linked server are at least as new as the execution of the order. After a failed stop, a server is
	// ONLINE again with a report.
	const isStarted = (state: string, {linked, lastUpAt, report}: ServerRecord) => {
		const isNew = linked !== undefined || lastUpAt !== formerUpAt;
		return state === 'INITIALIZING' || (state === 'ONLINE' && isNew && !report?.isFailure);
	};
	await waitUntil(service, server.id, isStarted, signal);
	await waitForState(service, server.id, 'ONLINE', signal);
};

/** Reinstalls a server that is down, as the service's update does. */
export const updateServer: StepAction = async (service, server, signal) => {
	const check = async (records: Reading, present: ServerRecord) => {
		checkSimulated(present);
		await checkOffline(records, present);
	};
	await giveOrder({service, server, signal}, check, agent => agent.install(server.id));
	await waitForState(service, server.id, 'OFFLINE', signal);
};

/** Backs a server up and waits for the end of that: a restart that follows must not come before it. */
export const backUp =
	(name: string): StepAction =>
	async (service, server, signal) => {
		const check = async (records: Reading, present: ServerRecord) => {
			checkPossible(service, present, 'backup');
			await checkStateKnown(records, present);
		};
		await giveOrder({service, server, signal}, check, agent => agent.backUp(server.id, name));
		await awaitBackup(service, server.id, signal);
	};

async function awaitBackup(service: ServiceContext, serverId: string, signal: AbortSignal): Promise<void> {
	const {records, clock} = service;
	let seen: readonly string[] = [];
	for (;;) {
		const {live, failed} = await whenAvailable(service, () =>
			records.read(async ({tasks}) => {
				const unfinished = await tasks.liveOfServer(serverId);
				const ended = await Promise.all(seen.map(id => tasks.get(id)));
				return {
					live: unfinished.filter(({type}) => type === 'BACKUP').map(({id}) => id),
					failed: ended.find(task => task?.state === 'FAILED'),
				};
			}),
		);
		if (failed) throw new Error(failed.errorMessage ?? stepMessages.backupFailed);
		if (live.length === 0) return;
		seen = live;
		await pause(clock, checkEveryMs(service), signal);
	}
}

/** `content` has the form of a setting profile update. */
export const syncSettings =
	(content: unknown): StepAction =>
	(service, {settingProfileId}, signal) => {
		const once = async ({profiles}: Transaction) => {
			const profile = await profiles.get(settingProfileId);
			if (!profile) throw new Error(stepMessages.noProfile);
			await profiles.putInBudget(
				validateSettings(service, mergeProfile(profile, content, service.clock.now())),
			);
		};
		return onceAvailable(service, () => service.records.transact(once), signal);
	};

type RconStep = {
	command?: string | undefined;
	timeoutMs?: number | undefined;
	/**
	False does not need the answer, which appears in the server's console. A step on a real server waits for it nevertheless,
	because its console may refuse the command.
	*/
	isAwaited: boolean;
	onResponse: (serverId: string, response: string) => void;
};

export const sendRcon =
	({command = '', timeoutMs, isAwaited, onResponse}: RconStep): StepAction =>
	async (service, server, signal) => {
		let sent: Promise<CommandRecord> | undefined;
		const checked = validateCommand(service, command.trim());
		const check = async (records: Reading, present: ServerRecord) => {
			await checkCommandable(service, records, present);
			if (checked === '') throw new Error(stepMessages.noCommand);
		};
		const rcon = {serverId: server.id, command: checked, commandId: service.newId()};
		const over = new AbortController();
		const waits = isAwaited || isReal(server);
		const awaited = waits ? over.signal : undefined;
		await giveCommand({service, server, signal}, check, agent => (sent = agent.rcon(rcon, awaited)));
		if (!waits) return void sent?.catch(() => {});
		const patienceMs = timeoutMs ?? service.limits.defaultTimeoutMs;
		const tooLate = loseAnswer(service, server.id, patienceMs, AbortSignal.any([signal, over.signal]));
		const ended = await Promise.race([sent ?? tooLate, tooLate])
			.catch((error: unknown) => {
				signal.throwIfAborted();
				if (isAwaited) throw error;
				return undefined;
			})
			.finally(() => over.abort());
		if (!ended) return;
		const {response, failure} = ended;
		if (failure) throw new Error(stepMessages.consoleFailed(failure));
		onResponse(server.id, response ?? '');
	};

/** Shows a message to the players with the command of the server's game, which its console need not answer. */
export const announce =
	(message: string): StepAction =>
	(service, server, signal) => {
		const {gameType, own, linked} = server;
		const {label = gameType, splitters = ''} = findGame(gameType) ?? {};
		const say = sayCommandOf({gameType, sayCommand: (own ?? linked)?.sayCommand});
		if (say === undefined) throw new Error(stepMessages.noBroadcast(label));
		if (wouldSplit({splitters}, message)) throw new Error(broadcastMessages.wouldSplit(label, splitters));
		const command = say.replace('{text}', () => message);
		return sendRcon({command, isAwaited: false, onResponse: () => {}})(service, server, signal);
	};

/** How often the records are tried during the wait for an answer that would be stored there by another instance. */
const tryEveryMs = 1000;
/** After an outage, the answer arrives when the agent is connected again; it tries this often. */
const agentRetryMs = 30_000;

/** Rejects when the answer to a command is overdue. The time in which none could arrive or be stored does not count. */
async function loseAnswer(
	{clock, records, bus, isShared}: ServiceContext,
	serverId: string,
	patienceMs: number,
	signal: AbortSignal,
): Promise<never> {
	const canRead = () =>
		records
			.read(({servers}) => servers.get(serverId))
			.then(
				() => true,
				(error: unknown) => !isUnavailable(error),
			);
	for (let leftMs = patienceMs; leftMs > 0;) {
		const nextMs = isShared ? Math.min(leftMs, tryEveryMs) : leftMs;
		await pause(clock, nextMs, signal);
		leftMs = bus.isConnected() && (await canRead()) ? leftMs - nextMs : Math.max(leftMs, agentRetryMs);
	}
	throw new Error(stepMessages.noReply);
}

export const waitForState = (
	service: ServiceContext,
	serverId: string,
	wanted: string,
	signal: AbortSignal,
): Promise<void> => waitUntil(service, serverId, state => isSameState(state, wanted), signal);

/** Waits until nobody plays on a server. */
export const waitForEmpty: StepAction = (service, {id}, signal) =>
	waitUntil(service, id, (state, server, node) => isEmpty(service, {state, server, node}), signal);

/** The step leaves the server out of the later ones, which is not a failure. */
export class LeftOut extends Error {
	override name = 'LeftOut';
}

/** Leaves out a server where someone plays. */
export const leaveOutPlayed: StepAction = async (service, {id}) => {
	if (!isEmpty(service, await readPresent(service, id))) throw new LeftOut();
};

type Present = {server: ServerRecord; node: NodeRecord | undefined; state: string};

/** An unknown number of players is not none. */
const isEmpty = (service: ServiceContext, {server, node, state}: Present): boolean =>
	knownPlayers({state, onlinePlayers: factsOf(service, server, node).players}) === 0;

async function readPresent(service: ServiceContext, serverId: string): Promise<Present> {
	const read = async ({servers, nodes}: Reading) => {
		const server = await servers.get(serverId);
		const node = server && (await nodes.get(server.nodeId));
		return server && {server, node, state: visibleState(server, node)};
	};
	const present = await whenAvailable(service, () => service.records.read(read));
	if (present === undefined) throw new Error(stepMessages.serverGone);
	return present;
}

async function waitUntil(
	service: ServiceContext,
	serverId: string,
	isSo: (state: string, server: ServerRecord, node: NodeRecord | undefined) => boolean,
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		const {state, server, node} = await readPresent(service, serverId);
		if (isSo(state, server, node)) return;
		await pause(service.clock, checkEveryMs(service), signal);
	}
}

import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import type {ServiceContext} from '../context.ts';
import {validateCommand, validateMessage, validateSettings} from '../field-checks.ts';
import {
	checkOffline,
	checkOnline,
	checkPossible,
	checkRestartable,
	checkSimulated,
	checkStateKnown,
	checkStoppable,
	visibleState,
} from '../preconditions.ts';
import {mergeProfile} from '../profiles.ts';
import type {CommandRecord, ServerRecord} from '../records.ts';
import type {Reading, Transaction} from '../repositories.ts';
import {isUnavailable, onceAvailable, whenAvailable} from '../when-available.ts';
import {checkEveryMs, giveCommand, giveOrder} from './give-order.ts';

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
		await checkRestartable(records, present);
		formerUpAt = present.lastUpAt;
	};
	await giveOrder({service, server, signal}, check, agent => agent.restart(server.id));
	// The records of a linked server are at least those of when the order was carried out. After a failed stop, a server is
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

export const backUp =
	(name: string): StepAction =>
	(service, server, signal) => {
		const check = async (records: Reading, present: ServerRecord) => {
			checkPossible(service, present, 'backup');
			await checkStateKnown(records, present);
		};
		return giveOrder({service, server, signal}, check, agent => agent.backUp(server.id, name));
	};

/** `content` has the form of a setting profile update. */
export const syncSettings =
	(content: unknown): StepAction =>
	(service, {settingProfileId}, signal) => {
		const once = async ({profiles}: Transaction) => {
			const profile = await profiles.get(settingProfileId);
			if (!profile) throw new Error(stepMessages.noProfile);
			await profiles.put(validateSettings(service, mergeProfile(profile, content, service.clock.now())));
		};
		return onceAvailable(service, () => service.records.transact(once), signal);
	};

type RconStep = {
	command?: string | undefined;
	timeoutMs?: number | undefined;
	/** False does not wait for the answer, which appears in the server's console. */
	isAwaited: boolean;
	onResponse: (serverId: string, response: string) => void;
};

export const sendRcon =
	({command = '', timeoutMs, isAwaited, onResponse}: RconStep): StepAction =>
	async (service, server, signal) => {
		let sent: Promise<CommandRecord> | undefined;
		const checked = validateCommand(service, command.trim());
		const check = async (records: Reading, present: ServerRecord) => {
			await checkOnline(records, present);
			if (checked === '') throw new Error(stepMessages.noCommand);
		};
		const rcon = {serverId: server.id, command: checked, commandId: service.newId()};
		const over = new AbortController();
		const awaited = isAwaited ? over.signal : undefined;
		await giveCommand({service, server, signal}, check, agent => (sent = agent.rcon(rcon, awaited)));
		if (!isAwaited) return void sent?.catch(() => {});
		const patienceMs = timeoutMs ?? service.limits.defaultTimeoutMs;
		const tooLate = loseAnswer(service, server.id, patienceMs, AbortSignal.any([signal, over.signal]));
		const {response} = await Promise.race([sent ?? tooLate, tooLate]).finally(() => over.abort());
		if (response === null) throw new Error(stepMessages.notReached);
		onResponse(server.id, response);
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
): Promise<void> => waitUntil(service, serverId, state => state === wanted, signal);

async function waitUntil(
	service: ServiceContext,
	serverId: string,
	isSo: (state: string, server: ServerRecord) => boolean,
	signal: AbortSignal,
): Promise<void> {
	const read = async ({servers, nodes}: Reading) => {
		const server = await servers.get(serverId);
		return server && {server, state: visibleState(server, await nodes.get(server.nodeId))};
	};
	for (;;) {
		const present = await whenAvailable(service, () => service.records.read(read));
		if (present === undefined) throw new Error(stepMessages.serverGone);
		if (isSo(present.state, present.server)) return;
		await pause(service.clock, checkEveryMs(service), signal);
	}
}

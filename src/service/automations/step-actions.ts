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
import type {NodeOrders, Reading, Transaction} from '../repositories.ts';
import {onceAvailable, whenAvailable} from '../when-available.ts';

/** Performs one step on one server. Throws if it fails. */
export type StepAction = (
	service: ServiceContext,
	server: ServerRecord,
	signal: AbortSignal,
) => Promise<void>;

type OrderParts = {
	/** Throws if the order is not possible. */
	check: (records: Reading, server: ServerRecord) => Promise<void>;
	give: (agent: NodeOrders) => void;
	signal: AbortSignal;
};

/** Gives an order to the agent of a server. Waits for the records, but gives none twice. */
function order(
	service: ServiceContext,
	{id}: ServerRecord,
	{check, give, signal}: OrderParts,
): Promise<void> {
	const once = async (transaction: Transaction) => {
		const server = await transaction.servers.get(id);
		if (!server) throw new Error(stepMessages.serverGone);
		await check(transaction, server);
		transaction.order(server.nodeId, give);
	};
	return onceAvailable(service, () => service.records.transact(once), signal);
}

export const startServer: StepAction = async (service, server, signal) => {
	const check = async (records: Reading, present: ServerRecord) => {
		checkPossible(service, present, 'start');
		await checkOffline(records, present);
	};
	await order(service, server, {check, give: agent => agent.start(server.id), signal});
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
		await order(service, server, {check, give: agent => agent.stop(server.id, forceStop, checked), signal});
		await waitForState(service, server.id, 'OFFLINE', signal);
	};

export const restartServer: StepAction = async (service, server, signal) => {
	let formerUpAt: number | undefined;
	const check = async (records: Reading, present: ServerRecord) => {
		checkPossible(service, present, 'stop', 'start');
		await checkRestartable(records, present);
		formerUpAt = present.lastUpAt;
	};
	await order(service, server, {check, give: agent => agent.restart(server.id), signal});
	// A start can be shorter than the time between two looks. After a failed stop, the server is ONLINE again with a report.
	const isStarted = (state: string, {lastUpAt, report}: ServerRecord) =>
		state === 'INITIALIZING' || (state === 'ONLINE' && lastUpAt !== formerUpAt && !report?.isFailure);
	await waitUntil(service, server.id, isStarted, signal);
	await waitForState(service, server.id, 'ONLINE', signal);
};

/** Reinstalls a server that is down, as the service's update does. */
export const updateServer: StepAction = async (service, server, signal) => {
	const check = async (records: Reading, present: ServerRecord) => {
		checkSimulated(present);
		await checkOffline(records, present);
	};
	await order(service, server, {check, give: agent => agent.install(server.id), signal});
	await waitForState(service, server.id, 'OFFLINE', signal);
};

export const backUp =
	(name: string): StepAction =>
	(service, server, signal) => {
		const check = async (records: Reading, present: ServerRecord) => {
			checkPossible(service, present, 'backup');
			await checkStateKnown(records, present);
		};
		return order(service, server, {check, give: agent => agent.backUp(server.id, name), signal});
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
		await order(service, server, {check, give: agent => (sent = agent.rcon(rcon)), signal});
		if (!isAwaited) return void sent?.catch(() => {});
		const over = new AbortController();
		const patienceMs = timeoutMs ?? service.limits.defaultTimeoutMs;
		const tooLate = pause(service.clock, patienceMs, AbortSignal.any([signal, over.signal])).then(() => {
			throw new Error(stepMessages.noReply);
		});
		const {response} = await Promise.race([sent ?? tooLate, tooLate]).finally(() => over.abort());
		if (response === null) throw new Error(stepMessages.notReached);
		onResponse(server.id, response);
	};

/** A database that instances share is read less often. */
const [checkEveryMs, checkSharedEveryMs] = [100, 1000];

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
		await pause(service.clock, service.isShared ? checkSharedEveryMs : checkEveryMs, signal);
	}
}

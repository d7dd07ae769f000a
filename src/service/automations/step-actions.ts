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
import type {ServerRecord} from '../records.ts';

/** Performs one step on one server. Throws if it fails. */
export type StepAction = (
	service: ServiceContext,
	server: ServerRecord,
	signal: AbortSignal,
) => Promise<void>;

export const startServer: StepAction = async (service, server, signal) => {
	checkPossible(service, server, 'start');
	checkOffline(service, server);
	service.agentOf(server.nodeId).start(server.id);
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
		checkPossible(service, server, forceStop ? 'kill' : 'stop');
		checkStoppable(service, server, forceStop);
		service.agentOf(server.nodeId).stop(server.id, forceStop, checked);
		await waitForState(service, server.id, 'OFFLINE', signal);
	};

export const restartServer: StepAction = async (service, server, signal) => {
	checkPossible(service, server, 'stop', 'start');
	checkRestartable(service, server);
	service.agentOf(server.nodeId).restart(server.id);
	await waitForState(service, server.id, 'INITIALIZING', signal);
	await waitForState(service, server.id, 'ONLINE', signal);
};

/** Reinstalls a server that is down, as the service's update does. */
export const updateServer: StepAction = async (service, server, signal) => {
	checkSimulated(server);
	checkOffline(service, server);
	service.agentOf(server.nodeId).install(server.id);
	await waitForState(service, server.id, 'OFFLINE', signal);
};

export const backUp =
	(name: string): StepAction =>
	async (service, server) => {
		checkPossible(service, server, 'backup');
		checkStateKnown(service, server);
		service.agentOf(server.nodeId).backUp(server.id, name);
	};

/** `content` has the form of a setting profile update. */
export const syncSettings =
	(content: unknown): StepAction =>
	async (service, {settingProfileId}) => {
		const {store, clock} = service;
		const profile = store.profiles.get(settingProfileId);
		if (!profile) throw new Error(stepMessages.noProfile);
		store.profiles.put(validateSettings(service, mergeProfile(profile, content, clock.now())));
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
		checkOnline(service, server);
		const checked = validateCommand(service, command.trim());
		if (checked === '') throw new Error(stepMessages.noCommand);
		const order = {serverId: server.id, command: checked, commandId: service.newId()};
		const answer = service.agentOf(server.nodeId).rcon(order);
		if (!isAwaited) return;
		const over = new AbortController();
		const patienceMs = timeoutMs ?? service.limits.defaultTimeoutMs;
		const tooLate = pause(service.clock, patienceMs, AbortSignal.any([signal, over.signal])).then(() => {
			throw new Error(stepMessages.noReply);
		});
		const {response} = await Promise.race([answer, tooLate]).finally(() => over.abort());
		if (response === null) throw new Error(stepMessages.notReached);
		onResponse(server.id, response);
	};

const checkEveryMs = 100;

export async function waitForState(
	service: ServiceContext,
	serverId: string,
	state: string,
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		const server = service.store.servers.get(serverId);
		if (!server) throw new Error(stepMessages.serverGone);
		if (visibleState(service, server) === state) return;
		await pause(service.clock, checkEveryMs, signal);
	}
}

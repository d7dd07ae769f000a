import {pause} from '../../lib/clock.ts';
import type {Plane} from '../context.ts';
import {checkedCommand, checkedMessage} from '../field-checks.ts';
import {
	checkOffline,
	checkOnline,
	checkRestartable,
	checkStateKnown,
	checkStoppable,
	visibleState,
} from '../preconditions.ts';
import {changedProfile} from '../profiles.ts';
import type {ServerRecord} from '../records.ts';

/** One step's work on one server; throws where it fails. */
export type Act = (plane: Plane, server: ServerRecord, signal: AbortSignal) => Promise<void>;

export const startServer: Act = async (plane, server, signal) => {
	checkOffline(plane, server);
	plane.agentOf(server.nodeId).start(server.id);
	await reached(plane, server.id, 'ONLINE', signal);
};

export const stopServer =
	({forceStop = false, message}: {forceStop?: boolean | undefined; message?: string | undefined}): Act =>
	async (plane, server, signal) => {
		const said = checkedMessage(plane, message);
		checkStoppable(plane, server, forceStop);
		plane.agentOf(server.nodeId).stop(server.id, forceStop, said);
		await reached(plane, server.id, 'OFFLINE', signal);
	};

export const restartServer: Act = async (plane, server, signal) => {
	checkRestartable(plane, server);
	plane.agentOf(server.nodeId).restart(server.id);
	await reached(plane, server.id, 'INITIALIZING', signal);
	await reached(plane, server.id, 'ONLINE', signal);
};

/** Installs anew, as the service's update does: of a server that is down. */
export const updateServer: Act = async (plane, server, signal) => {
	checkOffline(plane, server);
	plane.agentOf(server.nodeId).install(server.id);
	await reached(plane, server.id, 'OFFLINE', signal);
};

export const backUp =
	(name: string): Act =>
	async (plane, server) => {
		checkStateKnown(plane, server);
		plane.agentOf(server.nodeId).backUp(server.id, name);
	};

/** `content` as the update of a setting profile has it. */
export const syncSettings =
	(content: unknown): Act =>
	async ({store, clock}, {settingProfileId}) => {
		const profile = store.profiles.get(settingProfileId);
		if (!profile) throw new Error('The server has no setting profile.');
		store.profiles.put(changedProfile(profile, content, clock.now()));
	};

type RconStep = {
	command?: string | undefined;
	timeoutMs?: number | undefined;
	/** False: the answer is left to those who read it in the server's console. */
	isAwaited: boolean;
	onResponse: (serverId: string, response: string) => void;
};

export const sendRcon =
	({command = '', timeoutMs, isAwaited, onResponse}: RconStep): Act =>
	async (plane, server, signal) => {
		checkOnline(plane, server);
		const checked = checkedCommand(plane, command.trim());
		if (checked === '') throw new Error('The step has no command.');
		const order = {serverId: server.id, command: checked, commandId: plane.newId()};
		const answer = plane.agentOf(server.nodeId).rcon(order);
		if (!isAwaited) return;
		const over = new AbortController();
		const patienceMs = timeoutMs ?? plane.limits.defaultTimeoutMs;
		const tooLate = pause(plane.clock, patienceMs, AbortSignal.any([signal, over.signal])).then(() => {
			throw new Error('No reply before the deadline.');
		});
		const {response} = await Promise.race([answer, tooLate]).finally(() => over.abort());
		if (response === null) throw new Error('The game could not be reached.');
		onResponse(server.id, response);
	};

const lookEveryMs = 100;

/** Waits until the server is in the state. */
export async function reached(
	plane: Plane,
	serverId: string,
	state: string,
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		const server = plane.store.servers.get(serverId);
		if (!server) throw new Error('The server is gone.');
		if (visibleState(plane, server) === state) return;
		await pause(plane.clock, lookEveryMs, signal);
	}
}

import {tableOf} from '../lib/maps.ts';
import type {GameServer} from '../contract/models/server.ts';
import {readState} from '../contract/states.ts';
import {printableLine} from '../lib/text.ts';
import {preconditionMessages, serverMessages} from '../messages/servers.ts';
import type {Message} from '../messages/text.ts';

export type Phase = 'online' | 'offline' | 'changing' | 'unknown';

const phases = tableOf<Phase>({
	ONLINE: 'online',
	RUNNING: 'online',
	OFFLINE: 'offline',
	STOPPED: 'offline',
	INITIALIZING: 'changing',
	STOPPING: 'changing',
	RESTARTING: 'changing',
	CREATING: 'changing',
	DELETING: 'changing',
});

/**
Returns the phase of a state for preconditions. RUNNING and STOPPED are synonyms of ONLINE and OFFLINE. The list
is open: any other state is `unknown`, which never blocks. (Specification: States and transitions)
*/
export function phaseOf(state: string | undefined): Phase {
	return phases.get(readState(state) ?? '') ?? 'unknown';
}

export const knownStates: readonly string[] = [...phases.keys()];

const synonyms: readonly (readonly string[])[] = [
	['RUNNING', 'ONLINE'],
	['STOPPED', 'OFFLINE'],
];

/** Returns all names of a state: records say RUNNING and STOPPED, preconditions ONLINE and OFFLINE. */
export const stateNames = (state: string | undefined): readonly string[] =>
	state === undefined ? [] : (synonyms.find(names => names.includes(state.toUpperCase())) ?? [state]);

export type Operation =
	'start' | 'stop' | 'force-stop' | 'restart' | 'rcon' | 'change-directory' | 'rollback';

type Rule = {allowed: readonly Phase[]; reason: (server: string, state: string) => Message};

/** (Specification: Preconditions) It has none for start; the public documentation requires OFFLINE. */
const rules: Record<Operation, Rule> = {
	start: {
		allowed: ['offline'],
		reason: (server, state) =>
			state === 'ONLINE' || state === 'RUNNING'
				? preconditionMessages.alreadyOnline(server, state)
				: preconditionMessages.startNeedsOffline(server, state),
	},
	stop: {
		allowed: ['online'],
		reason: preconditionMessages.stopNeedsOnline,
	},
	'force-stop': {
		allowed: ['online', 'changing'],
		reason: preconditionMessages.nothingToStop,
	},
	restart: {
		allowed: ['online'],
		reason: preconditionMessages.restartNeedsOnline,
	},
	rcon: {
		allowed: ['online'],
		reason: preconditionMessages.rconNeedsOnline,
	},
	'change-directory': {
		allowed: ['offline'],
		reason: preconditionMessages.moveNeedsOffline,
	},
	rollback: {
		allowed: ['offline'],
		reason: preconditionMessages.restoreNeedsOffline,
	},
};

/** Returns why the settings of a real server rule this out, in the words of the service. */
export const impossible = (
	operation: Operation | 'backup' | 'update',
	{blocked}: GameServer,
): string | undefined => blocked?.find(one => one.operation === operation)?.reason;

/** Returns why an operation would fail now, as far as is known; the service decides. */
export function operationBlocked(operation: Operation, server: GameServer): Message | undefined {
	const reason = impossible(operation, server);
	if (reason !== undefined) return reason;
	return stateBlocked(operation, server);
}

/** Returns why an action would fail now. A server that cannot be killed may still be stopped gracefully. */
export function actionBlocked(operation: Operation, server: GameServer): Message | undefined {
	const isGraceful = operation === 'force-stop' && impossible(operation, server) !== undefined;
	return operationBlocked(isGraceful ? 'stop' : operation, server);
}

function stateBlocked(operation: Operation, server: GameServer): Message | undefined {
	const phase = phaseOf(server.state);
	const {allowed, reason} = rules[operation];
	if (phase === 'unknown' || allowed.includes(phase)) return undefined;
	return reason(server.displayName ?? server.id, server.state ?? 'UNKNOWN');
}

/**
Returns why a server cannot have this name, as far as is known; the service decides. `ownId`: the server to
rename.
*/
export const nameTaken = (
	name: string,
	servers: Iterable<Pick<GameServer, 'id' | 'displayName'>>,
	ownId?: string,
): string | undefined =>
	Array.from(servers).some(({id, displayName}) => id !== ownId && displayName === name)
		? serverMessages.nameTaken(printableLine(name))
		: undefined;

/** Converts the text to the problem of a field. */
export const nameConflict = (text: string) => ({
	text,
	kind: 'conflict' as const,
	key: 'server.display_name_already_exists',
});

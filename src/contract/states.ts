import {tableOf} from '../lib/json/maps.ts';
import {textOf} from './wire-values.ts';

/** The states of servers in preconditions and in the link; records have other words for two of them, see `recordState`. */
export const serverStates = [
	'OFFLINE',
	'INITIALIZING',
	'ONLINE',
	'STOPPING',
	'RESTARTING',
	'CREATING',
	'DELETING',
	'UNKNOWN',
] as const;

export const nodeStates = ['ONLINE', 'OFFLINE', 'CREATION'] as const;

export const taskStates = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;

export const runStates = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'TIMEOUTED'] as const;

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
Known states of servers, nodes, tasks and runs. (Specification: States and transitions; others from the public node
agent and its documentation)
*/
const everyState: ReadonlySet<string> = new Set([
	...phases.keys(),
	...serverStates,
	...nodeStates,
	...taskStates,
	...runStates,
]);

/** A longer state would fill the console with each change. */
const maxLength = 100;

/** Reads a state: known states match in any case and become upper case, unknown ones stay as sent but are truncated. */
export function readState(value: unknown): string | undefined {
	const text = textOf(value);
	if (text === undefined || everyState.has(text)) return text;
	if (text.length > maxLength) return `${text.slice(0, maxLength)}…`;
	const word = text.trim().toUpperCase();
	return everyState.has(word) ? word : text;
}

/**
Returns the phase of a state for preconditions. RUNNING and STOPPED are synonyms of ONLINE and OFFLINE. The list
is open: any other state is `unknown`, which never blocks. (Specification: States and transitions)
*/
export function phaseOf(state: string | undefined): Phase {
	return phases.get(readState(state) ?? '') ?? 'unknown';
}

type HasState = string | {state?: string | undefined} | undefined;

const phaseIn = (of: HasState): Phase => phaseOf(typeof of === 'object' ? of.state : of);

/** Returns whether a server, or its state, is RUNNING or ONLINE, which mean the same. */
export const isUp = (server: HasState): boolean => phaseIn(server) === 'online';

/** Returns whether a server, or its state, is STOPPED or OFFLINE, which mean the same. Other states are neither up nor down. */
export const isDown = (server: HasState): boolean => phaseIn(server) === 'offline';

/**
Returns the number of players, for conditions such as "empty"; undefined if it is not known for sure. Nobody plays on a
server that is down, and while the state changes or is UNKNOWN, the number may be that of before.
*/
export function knownPlayers(server: {
	state: string | undefined;
	onlinePlayers: number | undefined;
}): number | undefined {
	if (isDown(server)) return 0;
	const isUncertain = phaseOf(server.state) === 'changing' || readState(server.state) === 'UNKNOWN';
	return isUncertain ? undefined : server.onlinePlayers;
}

/** The states that end by themselves. Installing and deleting may take hours. */
export const passingStates = ['STOPPING', 'STARTING', 'INITIALIZING', 'RESTARTING', 'UPDATING'] as const;

/** The known states of servers. */
export const knownStates: readonly string[] = [...phases.keys()];

/** The word of records, then that of preconditions. (Specification: States and transitions) */
const synonyms: readonly (readonly [record: string, precondition: string])[] = [
	['RUNNING', 'ONLINE'],
	['STOPPED', 'OFFLINE'],
];

/** Returns all names of a state: records say RUNNING and STOPPED, preconditions ONLINE and OFFLINE. */
export function stateNames(state: string | undefined): readonly string[] {
	const read = readState(state);
	return read === undefined ? [] : (synonyms.find(names => names.includes(read)) ?? [read]);
}

export const isSameState = (one: string | undefined, other: string | undefined): boolean =>
	one === other || (one !== undefined && other !== undefined && stateNames(one)[0] === stateNames(other)[0]);

/** Returns the word of a state in records. */
export const recordState = (state: string): string => stateNames(state)[0] ?? state;

import type {GameServer} from '../contract/models/server.ts';
import type {DelayedVerb, PowerVerb} from '../contract/power.ts';
import {phaseOf, type Phase} from '../contract/states.ts';
import type {ActionContext} from './context.ts';
import {printableLine} from '../lib/text/text.ts';
import {preconditionMessages, serverMessages} from '../messages/server-list.ts';
import type {Message} from '../messages/text.ts';

export type Operation = PowerVerb | `force-${DelayedVerb}` | 'rcon' | 'change-directory' | 'rollback';

type Rule = {allowed: readonly Phase[]; reason: (server: string, state: string) => Message};

/** (Specification: Preconditions) It has none for start; the public documentation requires OFFLINE. */
const rules: Record<Operation, Rule> = {
	start: {
		allowed: ['offline'],
		reason: (server, state) =>
			phaseOf(state) === 'online'
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
	'force-restart': {
		allowed: ['online', 'changing'],
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

/**
Only our own service has this field in its records. It can restart a server by force, allows one scheduled action for each
server, and replaces `{minutes}` in messages to players; of another service that is not known.
*/
export const isOfOwnService = ({blocked}: GameServer): boolean => blocked !== undefined;

export const operationOf = (verb: PowerVerb, force: boolean): Operation =>
	force && verb !== 'start' ? `force-${verb}` : verb;

const graceful: Partial<Record<Operation, Operation>> = {'force-stop': 'stop', 'force-restart': 'restart'};

/** Returns why an action would fail now. A server that cannot be killed may still be stopped gracefully. */
export function actionBlocked(operation: Operation, server: GameServer): Message | undefined {
	const canForce =
		impossible(operation, server) === undefined && (operation !== 'force-restart' || isOfOwnService(server));
	return operationBlocked(canForce ? operation : (graceful[operation] ?? operation), server);
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

/** The servers whose console may accept a command; all if their states are not checked. */
export const reachable = ({servers, checksStates}: Pick<ActionContext, 'servers' | 'checksStates'>) =>
	servers.filter(server => !checksStates || operationBlocked('rcon', server) === undefined);

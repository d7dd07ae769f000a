import {readCommand} from '../fast-commands.ts';
import {idOf, isFields, type Fields} from '../wire-values.ts';
import type {ServerCommand} from './server.ts';

/** The result of a command. `serverId` is undefined if the service does not name the server. */
export type RconAnswer = {serverId: string | undefined; command: ServerCommand};
/** A result with a known server, as sent to the team. */
export type RconPacket = RconAnswer & {serverId: string};

/** Names of the envelopes around responses and packets. */
export const envelopes = [
	'payload',
	'data',
	'body',
	'message',
	'content',
	'packet',
	'event',
	'result',
] as const;

const commandNames = ['command', 'serverCommand', 'rconCommand'] as const;

/** Returns the server that a record or its command names, as in `{serverCommand: {serverId, command, response}}`. */
export function serverIdIn(value: Fields): string | undefined {
	const names = [value, ...commandNames.map(name => value[name])].flatMap(record =>
		isFields(record) ? [record['serverId'], record['gameServerId']] : [],
	);
	if (isFields(value['server'])) names.push(value['server']['id']);
	return names.map(idOf).find(id => id !== undefined);
}

/** Returns the command of a record, nested (`{command: {…}}`) or flat (`{command: "text", response}`). */
export function commandIn(value: Fields): ServerCommand | undefined {
	for (const name of commandNames) {
		const inner = value[name];
		if (!isFields(inner)) continue;
		const {
			response = value['response'],
			commandId = value['commandId'],
			timestamp = value['timestamp'],
		} = inner;
		const read = readCommand({...inner, ...defined({response, commandId, timestamp})});
		if (read) return read;
	}
	const {response, commandId, timestamp} = value;
	const text = commandNames.map(name => value[name]).find(name => typeof name === 'string');
	// Text alone may be anything, such as a notice that somebody sent a command.
	if (response === undefined && commandId === undefined) return undefined;
	const command = typeof text === 'string' ? {command: text} : {};
	return readCommand({...command, ...defined({response, commandId, timestamp})});
}

const defined = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const maxEnvelopes = 3;

function answerIn(value: unknown, depth = maxEnvelopes): RconAnswer | undefined {
	if (Array.isArray(value))
		return value.length === 1 && depth > 0 ? answerIn(value[0], depth - 1) : undefined;
	if (!isFields(value)) return undefined;
	const serverId = serverIdIn(value);
	const command = commandIn(value);
	if (command) return {serverId, command};
	for (const name of depth > 0 ? envelopes : []) {
		const inner = answerIn(value[name], depth - 1);
		if (inner) return {serverId: inner.serverId ?? serverId, command: inner.command};
	}
	return undefined;
}

/** Reads the response to an awaited command; see `AwaitedRcon`. */
export function readAwaitedRcon(value: unknown): RconAnswer | undefined {
	const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
	return isPlain ? plainAnswer(String(value)) : answerIn(value);
}

const plainAnswer = (response: string): RconAnswer => ({
	serverId: undefined,
	command: {command: '', response, commandId: undefined, timestamp: undefined},
});

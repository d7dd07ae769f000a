import * as z from 'zod';
import {createRenamer, type Fields, idOf, isFields, valueNamed} from '../wire-values.ts';
import {commandField} from '../fields.ts';
import {withUsualNames} from '../record.ts';
import {ServerCommand} from './server.ts';

/**
The result of a command. `serverId` is undefined if the service does not name the server. `isUnsaid`: the response had no body,
so the command was accepted, and nothing is known of what the game answered.
*/
export type RconAnswer = {serverId: string | undefined; command: ServerCommand; isUnsaid?: true};

/** Ten years. */
export const maxDelayMinutes = 10 * 365 * 24 * 60;
/** A command that our own service sends after this time. */
export const LaterCommand = z.object({
	command: commandField,
	delayMinutes: z.int().min(1).max(maxDelayMinutes),
});
export type LaterCommand = z.output<typeof LaterCommand>;

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
	'output',
	'rcon',
	'rconResponse',
] as const;

const commandNames = ['command', 'serverCommand', 'rconCommand'] as const;

/** Gives the parts of an answer or a packet their usual names. */
export const withPacketNames = createRenamer([
	'serverId',
	'gameServerId',
	'server',
	...commandNames,
	'commands',
	...envelopes,
	'response',
	'commandId',
	'timestamp',
]);

/** Names of the output, and of other fields, beside the text of a command. */
const outputNames = ['response', 'output', 'result', 'reply', 'answer', 'responseText'];
const idNames = ['commandId', 'correlationId', 'requestId', 'id'];
const timeNames = ['timestamp', 'time', 'createdAt', 'executedAt', 'answeredAt'];

/** Returns the server that a record or its command names, as in `{serverCommand: {serverId, command, response}}`. */
export function serverIdIn(value: Fields): string | undefined {
	const names = [value, ...commandNames.map(name => value[name])].flatMap(record => {
		if (!isFields(record)) return [];
		const {serverId, gameServerId} = withPacketNames(record);
		return [serverId, gameServerId];
	});
	const {server} = value;
	names.push(isFields(server) ? valueNamed(server, 'id') : server);
	return names.map(idOf).find(id => id !== undefined);
}

/**
Returns the command of a record, nested (`{command: {…}}`) or flat (`{command: "text", response}`). Its output may have
other names.
*/
export function commandIn(sent: Fields): ServerCommand | undefined {
	const value = withPacketNames(sent);
	for (const name of commandNames) {
		const inner = value[name];
		if (!isFields(inner)) continue;
		const {response, ...rest} = withUsualNames(ServerCommand, inner);
		const own = response ?? outputIn(value, outputNames, false) ?? response;
		const {commandId, timestamp} = value;
		const {data} = ServerCommand.safeParse({
			...defined({commandId, timestamp}),
			...defined(rest),
			...(own !== undefined && {response: own}),
		});
		if (data) return data;
	}
	const text = commandNames.map(name => value[name]).find(name => typeof name === 'string');
	const commandId = firstOf(value, text === undefined ? ['commandId'] : idNames);
	// Without a command, a result may be that of anything.
	const isCommand = text !== undefined || commandId !== undefined;
	const response = outputIn(value, isCommand ? outputNames : outputNames.slice(0, 2), isCommand);
	// Text alone may be anything, such as a notice that someone sent a command.
	if (response === undefined && value['response'] !== null && idOf(value['commandId']) === undefined)
		return undefined;
	const timestamp = firstOf(value, timeNames);
	return ServerCommand.safeParse(defined({command: text, commandId, timestamp, response})).data;
}

const firstOf = (value: Fields, names: readonly string[]): unknown =>
	names.map(name => value[name]).find(found => found !== undefined && found !== null);

/** The output of a record: text, lines, or a record (`anyRecord`: under any name) that is not an envelope. */
function outputIn(value: Fields, names: readonly string[], anyRecord: boolean): unknown {
	return names
		.filter(name => anyRecord || name === 'response' || !isFields(value[name]))
		.map(name => value[name])
		.find(
			found => found !== undefined && found !== null && (found === value['response'] || !isEnvelope(found)),
		);
}

const isEnvelope = (value: unknown): boolean =>
	Array.isArray(value) ? value.some(isEnvelope) : isFields(value) && commandIn(value) !== undefined;

const defined = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const maxEnvelopes = 3;

/** Names under which an awaited answer may be only its text. */
const textNames = ['data', 'payload', 'body', 'content', 'rcon', 'reply', 'answer', 'result'] as const;

function answerIn(sent: unknown, depth = maxEnvelopes): RconAnswer | undefined {
	if (Array.isArray(sent)) {
		if (sent.length > 1 && sent.every(line => typeof line === 'string')) return plainAnswer(sent.join('\n'));
		return sent.length === 1 && depth > 0 ? answerIn(sent[0], depth - 1) : undefined;
	}
	if (typeof sent === 'string' && depth < maxEnvelopes) return plainAnswer(sent);
	if (!isFields(sent)) return undefined;
	const value = withPacketNames(sent);
	const serverId = serverIdIn(value);
	const command = commandIn(value);
	if (command?.response !== undefined) return {serverId, command};
	for (const name of depth > 0 ? [...envelopes, 'commands'] : []) {
		const isText = typeof value[name] === 'string' && !textNames.some(text => text === name);
		const inner = isText ? undefined : answerIn(value[name], depth - 1);
		if (inner) return {serverId: inner.serverId ?? serverId, command: joined(command, inner.command)};
	}
	const text = textNames.map(name => value[name]).find(found => typeof found === 'string');
	if (typeof text === 'string') return {serverId, command: joined(command, plainAnswer(text).command)};
	return command && {serverId, command};
}

/** A command whose output is in an envelope beside it. */
const joined = (outer: ServerCommand | undefined, inner: ServerCommand): ServerCommand => ({
	...outer,
	...inner,
	command: inner.command || (outer?.command ?? ''),
	commandId: inner.commandId ?? outer?.commandId,
	timestamp: inner.timestamp ?? outer?.timestamp,
});

const plainAnswer = (response: string | undefined): RconAnswer => ({
	serverId: undefined,
	command: {command: '', response, commandId: undefined, timestamp: undefined},
});

/**
The response to an awaited command: as specified, flat, in an envelope, or the bare output. The caller knows the server
and the command. A service that answers with an empty body has accepted the command, and does not say what the game
returned. (Specification: Awaited RCON)
*/
export const AwaitedRcon = z.transform(
	(value: {serverId: string; command: z.input<typeof ServerCommand>}, context): RconAnswer => {
		const answer = awaitedIn(value);
		if (answer) return answer;
		context.addIssue({code: 'custom', message: missingOutput(value)});
		return z.NEVER;
	},
);

function awaitedIn(value: unknown): RconAnswer | undefined {
	if (value === undefined) return {...plainAnswer(undefined), isUnsaid: true};
	const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
	return isPlain ? plainAnswer(String(value)) : answerIn(value);
}

/** Names the fields of the answer instead, without values: one may be a secret. */
function missingOutput(value: unknown): string {
	const names = isFields(value) ? Object.keys(value).slice(0, 5).join(', ').slice(0, 100) : '';
	return `expected the output of a command${names && `, found ${names}`}`;
}

import {idOf, isFields, numberOf, type Fields} from '../contract/wire-values.ts';
import {outputShape} from '../contract/models/console-output.ts';
import {recordSchemas} from '../contract/models/on-demand.ts';
import {commandIn, envelopes, serverIdIn} from '../contract/models/rcon-answer.ts';
import type {FeedEvent} from '../contract/packets.ts';
import {reasonOf} from '../contract/reasons.ts';
import {readWithSource} from '../contract/shape.ts';
import {runShape} from '../contract/shapes/automation.ts';
import {entryShape} from '../contract/shapes/journal-entry.ts';
import {taskShape} from '../contract/shapes/node.ts';
import {readBackup} from '../contract/shapes/server.ts';
import {readState} from '../contract/states.ts';
import {parseJson} from '../lib/json.ts';
import {packetMessages} from '../messages/feed-connection.ts';

/**
Returns the events in a message. Recognizes them by shape, because the specification shows no message and destinations
differ. Unwraps envelopes and lists. Never throws: an unrecognized message is an event of its own.
*/
export function decodePacket(body: string): FeedEvent[] {
	const value = parseBody(body);
	return value === undefined ? [unreadable(packetMessages.noJson)] : eventsIn(value, undefined, 0);
}

/** No packet nests deeper than this. */
const maxDepth = 4;
/** Maximum number of records that are read from a list. */
const maxRecords = 100_000;

/** `around`: the server named by the enclosing envelope. */
function eventsIn(value: unknown, enclosingServerId: string | undefined, depth: number): FeedEvent[] {
	if (depth > maxDepth) return [unreadable(packetMessages.tooDeep)];
	if (Array.isArray(value)) {
		const events = value.slice(0, maxRecords).flatMap(item => eventsIn(item, enclosingServerId, depth + 1));
		const left = value.length - maxRecords;
		return left > 0 ? [...events, unreadable(packetMessages.tooMany(left))] : events;
	}
	if (!isFields(value)) return [unreadable(packetMessages.noObject)];
	const serverId = serverIdIn(value) ?? enclosingServerId;
	const event = (serverId !== undefined && serverEvent(serverId, value)) || eventOf(value);
	if (event) return [event];
	const opened = envelopes.flatMap(name => {
		const content = value[name];
		const inner = typeof content === 'string' ? parseBody(content) : content;
		return typeof inner === 'object' && inner !== null ? [eventsIn(inner, serverId, depth + 1)] : [];
	});
	const readable = opened.find(events => events.some(({kind}) => kind !== 'unreadable'));
	return (
		readable ??
		opened[0] ?? [
			unreadable(packetMessages.unknownFields(Object.keys(value).slice(0, 5).join(', ').slice(0, 100))),
		]
	);
}

function eventOf(packet: Fields): FeedEvent | undefined {
	if (Array.isArray(packet['gameServers'])) {
		return {kind: 'players', servers: packet['gameServers'].slice(0, maxRecords).flatMap(playersOf)};
	}
	const task = packet['nodeTask'] ?? packet['task'] ?? (isTask(packet) ? packet : undefined);
	if (isFields(task)) {
		const usual = readWithSource(taskShape, task);
		return read(
			usual,
			() => recordSchemas.NodeTask.safeParse(task),
			data => ({kind: 'task', task: data}),
		);
	}
	const entry = packet['journalEntry'];
	if (isFields(entry)) {
		const usual = entryShape.read(entry);
		const parse = () => recordSchemas.JournalEntry.safeParse(entry);
		return read(usual, parse, data => ({kind: 'journal', entry: data}));
	}
	const run = packet['automationRun'] ?? packet['run'] ?? (isRun(packet) ? packet : undefined);
	if (isFields(run)) {
		const usual = readWithSource(runShape, run);
		return read(
			usual,
			() => recordSchemas.AutomationRun.safeParse(run),
			data => ({kind: 'run', run: data}),
		);
	}
	const isServer = 'displayName' in packet && readState(packet['state']) !== undefined;
	return isServer ? {kind: 'players', servers: playersOf(packet)} : undefined;
}

function serverEvent(serverId: string, packet: Fields): FeedEvent | undefined {
	const command = commandIn(packet);
	if (command) return {kind: 'rcon', packet: {serverId, command}};
	// Tasks and runs may also name a server.
	if (isTask(packet) || isRun(packet)) return undefined;
	const state = readState(packet['state']);
	if (state !== undefined && state !== '') return {kind: 'state', serverId, state};
	const {backup} = packet;
	if (isFields(backup)) {
		const parse = () => recordSchemas.Backup.safeParse(backup);
		return read(readBackup(backup), parse, data => ({kind: 'backup', serverId, backup: data}));
	}
	const output = outputShape.read(packet['output']);
	return output && {kind: 'output', serverId, output};
}

const isTask = (packet: Fields) => 'nodeId' in packet && 'type' in packet && 'targetIds' in packet;
const isRun = (packet: Fields) => 'automationId' in packet && 'status' in packet;

type Players = Extract<FeedEvent, {kind: 'players'}>['servers'];

function playersOf(server: unknown): Players {
	if (!isFields(server)) return [];
	const serverId = idOf(server['id']) ?? serverIdIn(server);
	if (serverId === undefined) return [];
	const players = numberOf(server['playerCount'] ?? server['onlinePlayers']);
	return [{serverId, state: readState(server['state']), players}];
}

type Read<Model> = {success: true; data: Model} | {success: false; error: Parameters<typeof reasonOf>[0]};

/** The event of a record that is as usual, or that `parse` can read; otherwise the reason why it cannot. */
function read<Model>(
	usual: Model | undefined,
	parse: () => Read<Model>,
	event: (data: Model) => FeedEvent,
): FeedEvent {
	if (usual !== undefined) return event(usual);
	const result = parse();
	return result.success ? event(result.data) : unreadable(reasonOf(result.error));
}

const unreadable = (reason: string): FeedEvent => ({kind: 'unreadable', reason});

/** undefined if the text is not JSON. */
function parseBody(body: string): unknown {
	try {
		return parseJson(body);
	} catch {
		return undefined;
	}
}

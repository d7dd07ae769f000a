import {reasonOf} from '../contract/reasons.ts';
import {AutomationRun} from '../contract/models/automation.ts';
import {NodeTask} from '../contract/models/node.ts';
import {Backup, RconPacket} from '../contract/models/server.ts';
import type {FeedEvent} from '../contract/packets.ts';
import {parseJson} from '../lib/json.ts';

type Fields = Record<string, unknown>;

/**
Reads what one message carries, by its shape: the specification shows none, and destinations differ. Envelopes and
lists are opened. Never throws: what is not understood is an event of its own.
*/
export function decodePacket(body: string): FeedEvent[] {
	const value = parsed(body);
	return value === undefined ? [unreadable('not JSON')] : eventsIn(value, 0);
}

/** Deeper than this is no packet. */
const maxDepth = 4;

function eventsIn(value: unknown, depth: number): FeedEvent[] {
	if (depth > maxDepth) return [unreadable('nested too deeply')];
	if (Array.isArray(value)) return value.flatMap(item => eventsIn(item, depth + 1));
	if (!isFields(value)) return [unreadable('not an object')];
	const event = eventOf(value);
	if (event) return [event];
	const content = value['payload'] ?? value['data'];
	const inner = typeof content === 'string' ? parsed(content) : content;
	if (typeof inner === 'object' && inner !== null) return eventsIn(inner, depth + 1);
	return [unreadable(`unknown fields: ${Object.keys(value).slice(0, 5).join(', ').slice(0, 100)}`)];
}

function eventOf(packet: Fields): FeedEvent | undefined {
	const serverId = text(packet['serverId']);
	if (serverId !== undefined) return serverEvent(serverId, packet);
	if (Array.isArray(packet['gameServers'])) {
		return {kind: 'players', servers: packet['gameServers'].flatMap(playersOf)};
	}
	const task = packet['nodeTask'] ?? packet['task'] ?? (isTask(packet) ? packet : undefined);
	if (isFields(task)) return read(NodeTask.safeParse(task), data => ({kind: 'task', task: data}));
	const run = packet['automationRun'] ?? packet['run'] ?? (isRun(packet) ? packet : undefined);
	if (isFields(run)) return read(AutomationRun.safeParse(run), data => ({kind: 'run', run: data}));
	const isServer = 'displayName' in packet && text(packet['state']) !== undefined;
	return isServer ? {kind: 'players', servers: playersOf(packet)} : undefined;
}

function serverEvent(serverId: string, packet: Fields): FeedEvent | undefined {
	if (isFields(packet['command'])) {
		return read(RconPacket.safeParse(packet), data => ({kind: 'rcon', packet: data}));
	}
	const state = text(packet['state']);
	if (state !== undefined) return {kind: 'state', serverId, state};
	if (isFields(packet['backup'])) {
		return read(Backup.safeParse(packet['backup']), backup => ({kind: 'backup', serverId, backup}));
	}
	return undefined;
}

const isTask = (packet: Fields) => 'nodeId' in packet && 'type' in packet && 'targetIds' in packet;
const isRun = (packet: Fields) => 'automationId' in packet && 'status' in packet;

type Players = Extract<FeedEvent, {kind: 'players'}>['servers'];

function playersOf(server: unknown): Players {
	if (!isFields(server)) return [];
	const serverId = text(server['id']) ?? text(server['serverId']);
	if (serverId === undefined) return [];
	const players = server['playerCount'] ?? server['onlinePlayers'];
	return [
		{serverId, state: text(server['state']), players: typeof players === 'number' ? players : undefined},
	];
}

type Read<Model> = {success: true; data: Model} | {success: false; error: Parameters<typeof reasonOf>[0]};

function read<Model>(result: Read<Model>, event: (data: Model) => FeedEvent): FeedEvent {
	return result.success ? event(result.data) : unreadable(reasonOf(result.error));
}

const unreadable = (reason: string): FeedEvent => ({kind: 'unreadable', reason});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** undefined where the text is no JSON. */
function parsed(body: string): unknown {
	try {
		return parseJson(body);
	} catch {
		return undefined;
	}
}

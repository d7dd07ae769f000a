import {AutomationRun} from '../../contract/models/automation.ts';
import {ConsoleOutput, type FeedEvent} from '../../contract/packets.ts';
import {recordsIn} from '../../contract/models/list.ts';
import {JournalEntry} from '../../contract/models/journal-entry.ts';
import {NodeTask} from '../../contract/models/node.ts';
import {commandIn, envelopes, serverIdIn, withPacketNames} from '../../contract/models/rcon-answer.ts';
import {Backup, GameServer, ServerCommand} from '../../contract/models/server.ts';
import {reasonOf} from '../../contract/reasons.ts';
import {namesIn, withUsualNames} from '../../contract/record.ts';
import {phaseOf, readState} from '../../contract/states.ts';
import {type Fields, idOf, isFields, numberOf} from '../../contract/wire-values.ts';
import {parseJson} from '../../lib/json/json.ts';
import {packetMessages} from '../../messages/feed.ts';

/**
Returns the events in a message. Recognizes them by shape, because the specification shows no message and destinations
differ. Unwraps envelopes and lists. Never throws: an unrecognized message is an event of its own.
*/
export function decodePacket(body: string, destination?: string): FeedEvent[] {
	const value = parseBody(body);
	const events = value === undefined ? [unreadable(packetMessages.noJson)] : eventsIn(value, undefined, 0);
	let left: string | undefined = body;
	return events.map(event => {
		if (event.kind !== 'unreadable') return event;
		const first = left;
		left = undefined;
		return {...event, body: first, destination};
	});
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
	const packet = withPacketNames(value);
	const serverId = serverIdIn(packet) ?? enclosingServerId;
	const event = (serverId !== undefined && serverEvent(serverId, packet)) || eventOf(packet);
	const whole = event?.kind === 'state' && 'commands' in packet ? serverEvents(packet) : [];
	if (whole.length > 0) return whole;
	if (event && !isWithoutOutput(event)) return [event];
	const open = (name: string) => {
		const content = packet[name];
		const inner = typeof content === 'string' ? parseBody(content) : content;
		return typeof inner === 'object' && inner !== null ? [eventsIn(inner, serverId, depth + 1)] : [];
	};
	const opened = envelopes.flatMap(open);
	const readable = opened.find(events => events.some(isReadable));
	if (event) return readable?.some(({kind}) => kind === 'rcon') ? readable : [event];
	const ofServer = serverEvents(packet);
	const others = ofServer.length > 0 ? ofServer : open('commands').flat().filter(isReadable);
	if (others.length > 0) return others;
	const alone = readable ? undefined : commandAlone(packet);
	return (
		readable ??
		alone ??
		opened[0] ?? [
			unreadable(packetMessages.unknownFields(Object.keys(value).slice(0, 5).join(', ').slice(0, 100))),
		]
	);
}

const isReadable = ({kind}: FeedEvent) => kind !== 'unreadable';

/** Its output may be in an envelope beside it. */
const isWithoutOutput = (event: FeedEvent) =>
	event.kind === 'rcon' && event.packet.command.response === undefined;

/** A command with its output, of a server that the packet does not name. Its sender knows the command's id. */
function commandAlone(packet: Fields): FeedEvent[] | undefined {
	const command = commandIn(packet);
	const isKnown = command && (command.command !== '' || command.commandId !== undefined);
	return isKnown && command.response !== undefined
		? [{kind: 'rcon', packet: {serverId: undefined, command}}]
		: undefined;
}

/** The events of a packet that is a whole server, or has one: its state, players and commands. */
function serverEvents(packet: Fields): FeedEvent[] {
	const inner = packet['gameServer'] ?? packet['server'];
	const record = isFields(inner) ? inner : packet;
	const server = withUsualNames(GameServer, record);
	const serverId = idOf(server['id']);
	if (serverId === undefined || !serverFields.some(name => name in server)) return [];
	const commands = recordsIn(server['commands'], namesIn(ServerCommand)) ?? [];
	const events = commands.slice(0, maxRecords).flatMap((sent): FeedEvent[] => {
		const command = ServerCommand.safeParse(sent).data;
		return command ? [{kind: 'rcon', packet: {serverId, command}}] : [];
	});
	const [players] = playersOf(server);
	const isKnown = players?.state !== undefined || players?.players !== undefined;
	return isKnown ? [{kind: 'players', servers: [players]}, ...events] : events;
}

/** Fields that only servers have. */
const serverFields = ['displayName', 'gameType', 'onlinePlayers', 'serverPort', 'commands'];

function eventOf(packet: Fields): FeedEvent | undefined {
	if (Array.isArray(packet['gameServers'])) {
		return {kind: 'players', servers: packet['gameServers'].slice(0, maxRecords).flatMap(playersOf)};
	}
	const task = packet['nodeTask'] ?? packet['task'] ?? (isTask(packet) ? packet : undefined);
	if (isFields(task)) return read(NodeTask.safeParse(task), data => ({kind: 'task', task: data}));
	const entry = packet['journalEntry'];
	if (isFields(entry)) return read(JournalEntry.safeParse(entry), data => ({kind: 'journal', entry: data}));
	const run = packet['automationRun'] ?? packet['run'] ?? (isRun(packet) ? packet : undefined);
	return isFields(run) ? read(AutomationRun.safeParse(run), data => ({kind: 'run', run: data})) : undefined;
}

function serverEvent(serverId: string, packet: Fields): FeedEvent | undefined {
	const command = commandIn(packet);
	if (command) return {kind: 'rcon', packet: {serverId, command}};
	// Tasks and runs may also name a server.
	if (isTask(packet) || isRun(packet)) return undefined;
	const state = stateIn(packet);
	if (state !== undefined && state !== '') return {kind: 'state', serverId, state};
	const {backup} = packet;
	if (isFields(backup))
		return read(Backup.safeParse(backup), data => ({kind: 'backup', serverId, backup: data}));
	// Other services have the answer of a command under this name.
	const isPrinted = isFields(packet['output']) && 'lines' in packet['output'];
	const output = isPrinted ? ConsoleOutput.safeParse(packet['output']).data : undefined;
	return output && {kind: 'output', serverId, output};
}

/** `status` may be that of anything: only a word for a server's state is one. */
function stateIn({state, serverState, status}: Fields): string | undefined {
	const other = readState(status) ?? '';
	return readState(state ?? serverState) ?? (phaseOf(other) === 'unknown' ? undefined : other);
}

const isTask = (packet: Fields) => 'nodeId' in packet && 'type' in packet && 'targetIds' in packet;
const isRun = (packet: Fields) => 'automationId' in packet && 'status' in packet;

type Players = Extract<FeedEvent, {kind: 'players'}>['servers'];

function playersOf(server: unknown): Players {
	if (!isFields(server)) return [];
	const serverId = idOf(server['id']) ?? serverIdIn(server);
	if (serverId === undefined) return [];
	const {state, onlinePlayers, playerCount} = withUsualNames(GameServer, server);
	const players = numberOf(playerCount ?? onlinePlayers);
	return [{serverId, state: readState(state), players}];
}

type Read<Model> = {success: true; data: Model} | {success: false; error: Parameters<typeof reasonOf>[0]};

/** The event of a record, or the reason why it cannot be read. */
const read = <Model>(result: Read<Model>, event: (data: Model) => FeedEvent): FeedEvent =>
	result.success ? event(result.data) : unreadable(reasonOf(result.error));

/** `decodePacket` adds the message. */
const unreadable = (reason: string): FeedEvent => ({
	kind: 'unreadable',
	reason,
	body: '',
	destination: undefined,
});

/** undefined if the text is not JSON. */
function parseBody(body: string): unknown {
	try {
		return parseJson(body);
	} catch {
		return undefined;
	}
}

import type * as z from 'zod';
import {type Moment as MomentRead, readMoment} from '../moments.ts';
import {Count, field, Flag, Id, Moment, OwnId, record, recordOf, State, Text} from '../record.ts';
import {flagOf, isFields, textOf} from '../wire-values.ts';
import {listIn} from './list.ts';

/** (Specification: Backup) `size` is in bytes, as in the public node agent. */
export const Backup = record(
	{
		backupId: OwnId,
		serverId: Id,
		createdAt: Moment,
		expiresAt: Moment,
		autoBackup: Flag,
		name: Text,
		size: Count,
		/** An extension of the local service: `offline`, `paused` or `running`. */
		kind: Text,
	},
	{
		backupId: ['id', 'uuid'],
		createdAt: ['created', 'timestamp', 'date'],
		expiresAt: ['expires'],
		autoBackup: ['automatic', 'isAuto'],
		name: ['displayName', 'title', 'fileName'],
		size: ['sizeBytes', 'bytes', 'fileSize'],
	},
);
export type Backup = z.output<typeof Backup>;

/**
(Specification: ServerCommand) `command` is empty if the service does not name it. An undefined `response` means that
the service sent no output; an empty one means that the game returned nothing. One that says nothing is unreadable.
*/
export const ServerCommand = record(
	{
		command: field<string, string>(value => textOf(value) ?? ''),
		response: field<string, string | undefined>(readResponse),
		commandId: Id,
		timestamp: Moment,
	},
	{
		command: ['cmd', 'commandText', 'commandLine', 'rconCommand'],
		response: ['output', 'result', 'reply', 'answer', 'responseText'],
		commandId: ['id', 'uuid', 'correlationId', 'requestId'],
		timestamp: ['time', 'createdAt', 'executedAt', 'answeredAt', 'date'],
	},
).transform((stored, context) => {
	const {command, response, commandId} = stored;
	if (command === '' && response === undefined && commandId === undefined)
		context.addIssue({code: 'custom', message: 'expected a command'});
	return stored;
});
export type ServerCommand = z.output<typeof ServerCommand>;

/** Reads output of any shape: lists become lines, records become JSON. */
function readResponse(value: unknown): string | undefined {
	if (value === null || value === undefined) return undefined;
	if (typeof value !== 'object') return String(value);
	if (Array.isArray(value) && value.every(line => typeof line === 'string')) return value.join('\n');
	try {
		return JSON.stringify(value);
	} catch {
		return 'The output nests too deeply to be shown.';
	}
}

/** The last event of a server that the team must know. `log`: the last lines of its output at that time. */
export type Report = {isFailure: boolean; at: MomentRead; message: string; log: string[]};

function readReport(value: unknown): Report | undefined {
	const message = isFields(value) ? textOf(value['message']) : undefined;
	if (!isFields(value) || message === undefined) return undefined;
	const {log} = value;
	return {
		isFailure: flagOf(value['isFailure']) ?? true,
		at: readMoment(value['at']),
		message,
		log: Array.isArray(log) ? log.filter(line => typeof line === 'string') : [],
	};
}

/** An operation that the settings of a server rule out. `reason` is a sentence. */
export type Blocked = {operation: string; reason: string};

function readBlocked(value: unknown): Blocked[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.flatMap(item => {
		const [operation, reason] = isFields(item) ? [textOf(item['operation']), textOf(item['reason'])] : [];
		return operation === undefined || reason === undefined ? [] : [{operation, reason}];
	});
}

/**
(Specification: GameServer, with the enriched view) Only `id` is required. States and game types are open.
`commandQueue` is an extension of the local service; see `commandQueueOf`.
*/
export const GameServer = recordOf(
	['server', 'gameServer'],
	record(
		{
			id: OwnId,
			displayName: Text,
			teamId: Id,
			nodeId: Id,
			created: Moment,
			gameType: Text,
			state: State,
			settingProfileId: Id,
			serverDirectory: Text,
			onlinePlayers: Count,
			backups: listIn(Backup),
			commands: listIn(ServerCommand),
			nodeName: Text,
			serverIp: Text,
			map: Text,
			maxPlayers: Count,
			modCount: Count,
			serverPort: Count,
			queryPort: Count,
			rconPort: Count,
			commandQueue: Id.optional(),
			// The next ones are extensions of the local service, for real servers.
			stateSince: Moment,
			/** What it uses on its machine: of the CPU, where 100 is one core, and of memory; left out if not known. */
			cpuPercent: Count.optional(),
			memoryBytes: Count.optional(),
			/** A number of players that are there for sure, if `onlinePlayers` is unknown: their list could not be read completely. */
			onlinePlayersAtLeast: Count.optional(),
			/** It is down because someone stopped it, or because nobody has started it since it was added. */
			isStopped: Flag.optional(),
			/** Why the server is not ONLINE, or what is wrong with its query, as a sentence. */
			problem: Text,
			/** Why its console does not work although the server may run, such as a refused password, as a sentence. */
			consoleProblem: Text,
			report: field<Report | null, Report | undefined>(readReport),
			blocked: field<Blocked[], Blocked[] | undefined>(readBlocked),
			/** The commands in its settings that replace those of the game; `{text}` is replaced with the message to players. */
			playersCommand: Text.optional(),
			sayCommand: Text.optional(),
			/** How many older commands a list left out, and the id of the newest command. Also extensions. */
			olderCommands: Count.optional(),
			newestCommandId: Id.optional(),
			/** How many older backups a list, or the service, left out. Also an extension. */
			olderBackups: Count.optional(),
		},
		{
			id: ['uuid', 'guid', 'serverId', 'gameServerId'],
			displayName: ['name', 'serverName', 'title', 'label'],
			state: ['status', 'serverState', 'serverStatus', 'currentState'],
			created: ['createdAt', 'creationDate'],
			gameType: ['game', 'type'],
			settingProfileId: ['profileId'],
			serverDirectory: ['directory', 'path'],
			onlinePlayers: ['playerCount', 'players', 'playersOnline', 'currentPlayers'],
			maxPlayers: ['playerLimit', 'slots', 'maxSlots'],
			commands: ['commandHistory', 'rconCommands', 'serverCommands'],
			nodeName: ['hostName'],
			serverIp: ['ip', 'ipAddress', 'address', 'host'],
			map: ['mapName', 'currentMap'],
			serverPort: ['port', 'gamePort'],
		},
	),
);
export type GameServer = z.output<typeof GameServer>;

/** Returns a record with nothing but its id, for a server that is not in the list, or no longer. The id may be empty. */
export const placeholderServer = (id: string): GameServer => ({...GameServer.parse({id: 'none'}), id});

/**
Returns the queue of a server: RCON commands of servers with the same queue run one after another. That is the node's,
unless the service names another.
*/
export const commandQueueOf = ({commandQueue, nodeId, id}: GameServer): string =>
	commandQueue ?? nodeId ?? id;

/** `server.console_refused`: the command has certainly not run. `server.answer_cut`: a part of its answer arrived. */
export const consoleFailureKeys = [
	'server.console_refused',
	'server.console_lost',
	'server.answer_cut',
] as const;

/** Why a console has no whole answer to a command, an extension of the local service. `message` is a sentence. */
export type CommandFailure = {key: (typeof consoleFailureKeys)[number]; message: string};

export const isConsoleFailure = (key: unknown): key is CommandFailure['key'] =>
	consoleFailureKeys.some(one => one === key);

/** Whether only silence shows the end of an answer, so that more may have followed: an extension of the local service. */
export const isEndedBySilence = ({endedBySilence}: ServerCommand): boolean => endedBySilence === true;

/** Returns the failure in a record of a command; its `response` is then the part of the answer that arrived. */
export function failureIn(command: ServerCommand): CommandFailure | undefined {
	const {failure} = command;
	if (!isFields(failure)) return undefined;
	const {key} = failure;
	return isConsoleFailure(key) ? {key, message: textOf(failure['message']) ?? ''} : undefined;
}

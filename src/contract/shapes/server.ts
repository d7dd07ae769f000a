import {Count, field, Flag, Id, Moment, optional, OwnId, shapeOf, Text} from '../shape.ts';
import {recordsIn} from '../models/envelope.ts';
import {readResponse} from '../models/response-text.ts';
import {readBlocked, readReport, type Blocked, type Report} from '../real-server.ts';
import {readState} from '../states.ts';
import {idOf, isFields, textOf} from '../wire-values.ts';

/** (Specification: Backup) `size` is in bytes, as in the public node agent. */
export const backupShape = shapeOf({
	backupId: OwnId,
	serverId: Id,
	createdAt: Moment,
	expiresAt: Moment,
	autoBackup: Flag,
	name: Text,
	size: Count,
	/** An extension of the local service: `offline`, `paused` or `running`. */
	kind: Text,
});
type Backup = NonNullable<ReturnType<typeof backupShape.read>>;

/** Reads a backup, whose id may have the name `id`. */
export function readBackup(record: unknown): Backup | undefined {
	if (!isFields(record)) return undefined;
	const hasOwnName = idOf(record['backupId']) !== undefined;
	return backupShape.read(hasOwnName ? record : {...record, backupId: idOf(record['id'])});
}

export const commandShape = shapeOf({
	command: field<string, string>(value => textOf(value) ?? ''),
	response: field<string, string | undefined>(readResponse),
	commandId: Id,
	timestamp: Moment,
});
type Command = NonNullable<ReturnType<typeof commandShape.read>>;

/** Reads a stored command; undefined if it says nothing. */
export function readStoredCommand(record: unknown): Command | undefined {
	if (!isFields(record)) return undefined;
	const {command, response, commandId} = record;
	const hasContent =
		(textOf(command) ?? '') !== '' || (response ?? undefined) !== undefined || idOf(commandId) !== undefined;
	return hasContent ? commandShape.read(record) : undefined;
}

const readAll = <Item>(value: unknown, read: (record: unknown) => Item | undefined): Item[] =>
	(recordsIn(value) ?? []).flatMap(record => read(record) ?? []);

/**
(Specification: GameServer, with the enriched view) Only `id` is required. States and game types are open.
`commandQueue` is an extension of the local service; see `commandQueueOf`.
*/
export const serverShape = shapeOf({
	id: OwnId,
	displayName: Text,
	teamId: Id,
	nodeId: Id,
	created: Moment,
	gameType: Text,
	state: field<string, string | undefined>(readState),
	settingProfileId: Id,
	serverDirectory: Text,
	onlinePlayers: Count,
	backups: field<NonNullable<typeof backupShape.sent>[], Backup[]>(value => readAll(value, readBackup)),
	commands: field<NonNullable<typeof commandShape.sent>[], Command[]>(value =>
		readAll(value, readStoredCommand),
	),
	nodeName: Text,
	serverIp: Text,
	map: Text,
	maxPlayers: Count,
	modCount: Count,
	serverPort: Count,
	queryPort: Count,
	rconPort: Count,
	commandQueue: optional(Id),
	// The next ones are extensions of the local service, for real servers.
	stateSince: Moment,
	/** Why the server is not ONLINE, or its problem while it is, as a sentence. */
	problem: Text,
	report: field<Report | null, Report | undefined>(readReport),
	blocked: field<Blocked[], Blocked[] | undefined>(readBlocked),
	/** How many older commands a list left out, and the id of the newest command. Also extensions. */
	olderCommands: optional(Count),
	newestCommandId: optional(Id),
});

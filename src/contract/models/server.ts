import * as z from 'zod';
import {Count, field, Flag, Id, Moment, OwnId, Text} from '../wire-fields.ts';
import {idOf, isFields, textOf} from '../wire-values.ts';
import {readBlocked, readReport, type Blocked, type Report} from '../real-server.ts';
import {readState} from '../states.ts';
import {recordOf} from './common.ts';
import {readResponse} from './response-text.ts';
import {readValidItems} from './list.ts';

/** (Specification: Backup) `size` is in bytes, as in the public node agent. */
const BackupRecord = z.looseObject({
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
export const Backup = z
	.custom<z.input<typeof BackupRecord>>(isFields, 'expected a record')
	.transform(record =>
		idOf(record.backupId) === undefined ? {...record, backupId: idOf(record['id'])} : record,
	)
	.transform((record, context): z.output<typeof BackupRecord> => {
		const read = BackupRecord.safeParse(record);
		if (read.success) return read.data;
		context.addIssue({code: 'custom', message: 'expected an id'});
		return z.NEVER;
	});
export type Backup = z.output<typeof Backup>;

const CommandRecord = z.looseObject({
	command: field<string, string>(value => textOf(value) ?? ''),
	response: field<string, string | undefined>(readResponse),
	commandId: Id,
	timestamp: Moment,
});

/**
(Specification: ServerCommand) `command` is empty if the service does not name it. An undefined `response` means that
the service sent no output; an empty one means that the game returned nothing.
*/
export const ServerCommand = z
	.custom<z.input<typeof CommandRecord>>(hasContent, 'expected a command')
	.pipe(CommandRecord);
export type ServerCommand = z.output<typeof ServerCommand>;

function hasContent(value: unknown): boolean {
	if (!isFields(value)) return false;
	const {command, response, commandId} = value;
	return (
		(textOf(command) ?? '') !== '' || (response ?? undefined) !== undefined || idOf(commandId) !== undefined
	);
}

const goodOnes = <Schema extends z.ZodType>(item: Schema) =>
	field<z.input<Schema>[], z.output<Schema>[]>(value => readValidItems(item, value));

/**
(Specification: GameServer, with the enriched view) Only `id` is required. States and game types are open.
`commandQueue` is an extension of the local service; see `commandQueueOf`.
*/
export const GameServer = recordOf(
	['server', 'gameServer'],
	z.looseObject({
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
		backups: goodOnes(Backup),
		commands: goodOnes(ServerCommand),
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
		/** Why the server is not ONLINE, or its problem while it is, as a sentence. */
		problem: Text,
		report: field<Report | null, Report | undefined>(readReport),
		blocked: field<Blocked[], Blocked[] | undefined>(readBlocked),
		/** How many older commands a list left out, and the id of the newest command. Also extensions. */
		olderCommands: Count.optional(),
		newestCommandId: Id.optional(),
	}),
);
export type GameServer = z.output<typeof GameServer>;

import * as z from 'zod';
import {Moment, maybe, readList} from './common.ts';

/** (Specification: Backup) `size` is in bytes, as the public node agent counts it. */
export const Backup = z.looseObject({
	backupId: z.string(),
	serverId: maybe(z.string()),
	createdAt: Moment,
	expiresAt: Moment,
	autoBackup: maybe(z.boolean()),
	name: maybe(z.string()),
	size: maybe(z.number()),
});
export type Backup = z.output<typeof Backup>;

/**
(Specification: ServerCommand) `response` undefined means that no output was given; empty means that the game
answered nothing.
*/
export const ServerCommand = z.looseObject({
	command: z.string(),
	response: maybe(z.string()),
	commandId: maybe(z.string()),
	timestamp: Moment,
});
export type ServerCommand = z.output<typeof ServerCommand>;

const goodOnes = <Schema extends z.ZodType>(item: Schema) =>
	z
		.custom<z.input<Schema>[] | null | undefined>(
			value => value === null || value === undefined || Array.isArray(value),
			'expected an array',
		)
		.transform(records => readList(item, records ?? []).items);

/** (Specification: GameServer, with the enriched view) Only `id` is needed; states and game types are open. */
export const GameServer = z.looseObject({
	id: z.string().min(1),
	displayName: maybe(z.string()),
	teamId: maybe(z.string()),
	nodeId: maybe(z.string()),
	created: Moment,
	gameType: maybe(z.string()),
	state: maybe(z.string()),
	settingProfileId: maybe(z.string()),
	serverDirectory: maybe(z.string()),
	onlinePlayers: maybe(z.number()),
	backups: goodOnes(Backup).optional().default([]),
	commands: goodOnes(ServerCommand).optional().default([]),
	nodeName: maybe(z.string()),
	serverIp: maybe(z.string()),
	map: maybe(z.string()),
	maxPlayers: maybe(z.number()),
	modCount: maybe(z.number()),
	serverPort: maybe(z.number()),
	queryPort: maybe(z.number()),
	rconPort: maybe(z.number()),
});
export type GameServer = z.output<typeof GameServer>;

/** The answer to an awaited command, and the packet in which the team hears it. (Specification: Awaited RCON) */
export const RconPacket = z.looseObject({serverId: z.string(), command: ServerCommand});
export type RconPacket = z.output<typeof RconPacket>;

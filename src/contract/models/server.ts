import type * as z from 'zod';
import {backupShape, commandShape, readBackup, readStoredCommand, serverShape} from '../shapes/server.ts';
import {recordOf, schemaOf} from './common.ts';

export const Backup = schemaOf({...backupShape, ownId: undefined, read: readBackup});
export type Backup = z.output<typeof Backup>;

/**
(Specification: ServerCommand) `command` is empty if the service does not name it. An undefined `response` means that
the service sent no output; an empty one means that the game returned nothing.
*/
export const ServerCommand = schemaOf({...commandShape, read: readStoredCommand});
export type ServerCommand = z.output<typeof ServerCommand>;

export const GameServer = recordOf(['server', 'gameServer'], schemaOf(serverShape));
export type GameServer = z.output<typeof GameServer>;

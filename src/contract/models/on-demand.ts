import {Backup, GameServer, ServerCommand} from './server.ts';

/** The schemas for records that are not as usual. The bundle loads them when one is first used. */
export const serverSchemas = {Backup, GameServer, ServerCommand};

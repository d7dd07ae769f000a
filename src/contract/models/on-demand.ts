import {AutomationRun} from './automation.ts';
import {JournalEntry} from './journal-entry.ts';
import {NodeTask} from './node.ts';
import {Backup, GameServer} from './server.ts';

/** The schemas for records that are not as usual. The bundle loads them when one is first used. */
export const recordSchemas = {AutomationRun, Backup, GameServer, JournalEntry, NodeTask};

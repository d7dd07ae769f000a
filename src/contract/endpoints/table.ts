import {access} from './access.ts';
import {automations} from './automations.ts';
import {nodes} from './nodes.ts';
import {other} from './other.ts';
import {ownServers} from './own-servers.ts';
import {servers} from './servers.ts';
import {teamJournal} from './team-journal.ts';
import {teams} from './teams.ts';

/** All endpoints. */
export const table = {
	...teams,
	...access,
	...nodes,
	...servers,
	...automations,
	...ownServers,
	...teamJournal,
	...other,
};

import type {Endpoints} from '../../../contract/endpoints/index.ts';
import {access} from './access.ts';
import {automations} from './automations.ts';
import type {HandlersOf} from './handlers-of.ts';
import {nodes} from './nodes.ts';
import {profilesAndImages} from './profiles-and-images.ts';
import {ownServers} from './own-servers.ts';
import {servers} from './servers.ts';
import {teamJournal} from './team-journal.ts';
import {teams} from './teams.ts';

export const handlers = {
	...teams,
	...access,
	...nodes,
	...servers,
	...automations,
	...ownServers,
	...teamJournal,
	...profilesAndImages,
} satisfies HandlersOf<Endpoints>;

import type {Endpoints} from '../../contract/endpoints/index.ts';
import {automations} from './automations.ts';
import type {HandlersOf} from './handlers-of.ts';
import {nodes} from './nodes.ts';
import {other} from './other.ts';
import {ownServers} from './own-servers.ts';
import {servers} from './servers.ts';
import {teams} from './teams.ts';

export const handlers = {
	...teams,
	...nodes,
	...servers,
	...automations,
	...ownServers,
	...other,
} satisfies HandlersOf<Endpoints>;

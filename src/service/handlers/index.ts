import type {Endpoints} from '../../contract/endpoints/index.ts';
import {access} from './access.ts';
import {automations} from './automations.ts';
import {nodes} from './nodes.ts';
import {other} from './other.ts';
import {ownServers} from './own-servers.ts';
import {servers} from './servers.ts';
import {teamJournal} from './team-journal.ts';
import {teams} from './teams.ts';

/** The compiler checks that each endpoint has one. */
export const synchronousHandlers = {...teams, ...access, ...nodes, ...servers, ...automations, ...ownServers};
export const handlers = {...teamJournal, ...other};
({...synchronousHandlers, ...handlers}) satisfies Record<keyof Endpoints, unknown>;

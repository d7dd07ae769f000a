import {createServersReader} from '../fast-servers.ts';
import {readTeam} from '../fast-team.ts';
import {readAwaitedRcon} from '../models/rcon-answer.ts';
import {writeAwaitedRcon} from '../write-rcon.ts';

/**
The endpoints of the commonest command and of the first list, without schemas: creating those takes longer than the whole
request. Their rows in the table add the schemas.
*/
export const fastRows = {
	myTeam: {method: 'GET', path: '/team/my', reader: () => readTeam},
	listServers: {
		method: 'GET',
		path: '/server/by-team/{teamId}',
		reader: createServersReader,
		permission: 'ACCESS_SERVERS',
	},
	/** `timeoutMs`: how long the service waits for the node (default 5000). */
	awaitRcon: {
		method: 'POST',
		path: '/server/{serverId}/rcon',
		waits: true,
		writer: writeAwaitedRcon,
		reader: () => readAwaitedRcon,
		permission: 'MANAGE_SERVERS',
	},
} as const;

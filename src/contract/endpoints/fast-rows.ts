import {createServersReader, createServerTextReader} from '../fast-servers.ts';
import {readTeam} from '../fast-team.ts';
import {listReader, pageReader} from '../fast-lists.ts';
import {readAwaitedRcon} from '../models/rcon-answer.ts';
import {automationShape, runShape} from '../shapes/automation.ts';
import {entriesShape} from '../shapes/journal-entry.ts';
import {nodeShape, taskShape} from '../shapes/node.ts';
import {readVersionInfo} from '../versions.ts';
import {isText, isWhole, queryWriter} from '../write-query.ts';
import {writeAwaitedRcon} from '../write-rcon.ts';

/**
The endpoints of the commonest command, of the first list and of a TUI at rest, without schemas: creating those takes longer
than a whole request, and they hold 4 MB. Their rows in the table add the schemas.
*/
export const fastRows = {
	myTeam: {method: 'GET', path: '/team/my', reader: () => readTeam},
	listServers: {
		method: 'GET',
		path: '/server/by-team/{teamId}',
		reader: createServersReader,
		textReader: createServerTextReader,
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
	version: {method: 'GET', path: '/info/version', plainText: true, reader: () => readVersionInfo},
	listNodes: {
		method: 'GET',
		path: '/node/by-team/{teamId}',
		reader: () => listReader(nodeShape),
		permission: 'ACCESS_NODES',
	},
	listNodeTasks: {
		method: 'GET',
		path: '/node/{nodeId}/task',
		reader: () => listReader(taskShape),
		permission: 'ACCESS_NODES',
		extension: true,
	},
	listAutomations: {
		method: 'GET',
		path: '/automation/by-team/{teamId}',
		reader: () => listReader(automationShape),
		permission: 'ACCESS_AUTOMATIONS',
	},
	listRuns: {
		method: 'GET',
		path: '/automation-run/by-team/{teamId}',
		writer: queryWriter({
			page: isWhole(0),
			size: isWhole(1),
			automationId: isText,
			statuses: isText,
			createdFrom: isText,
			createdTo: isText,
		}),
		reader: () => pageReader(runShape),
		permission: 'ACCESS_AUTOMATIONS',
	},
	readJournal: {
		method: 'GET',
		path: '/journal/{teamId}',
		writer: queryWriter({after: isWhole(0)}),
		reader: () => entriesShape.read,
		permission: 'ACCESS_SERVERS',
		extension: true,
	},
} as const;

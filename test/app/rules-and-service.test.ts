import {expect, test} from 'vitest';
import {GameServer} from '../../src/contract/models/server.ts';
import {operationBlocked, type Operation} from '../../src/actions/preconditions.ts';
import {
	checkCommandable,
	checkOffline,
	checkRestartable,
	checkStoppable,
} from '../../src/service/records/preconditions.ts';
import type {ServerRecord, ServerState} from '../../src/service/records/records.ts';
import type {ServiceContext} from '../../src/service/context.ts';
import {Refusal} from '../../src/service/http/refusal.ts';
import type {Reading} from '../../src/service/records/repositories.ts';
import {openService} from '../service/open-service.ts';
import {renderMessage, shellSegments} from '../../src/messages/text.ts';

const states: readonly ServerState[] = [
	'OFFLINE',
	'INITIALIZING',
	'ONLINE',
	'STOPPING',
	'RESTARTING',
	'CREATING',
	'DELETING',
];

const judges: Record<Operation, (records: Reading, server: ServerRecord) => Promise<void>> = {
	start: checkOffline,
	stop: (records, server) => checkStoppable(records, server, false),
	'force-stop': (records, server) => checkStoppable(records, server, true),
	restart: (records, server) => checkRestartable(records, server, false),
	'force-restart': (records, server) => checkRestartable(records, server, true),
	// The servers of the table are simulated: the service has nothing to add.
	rcon: (records, server) => checkCommandable({} as ServiceContext, records, server),
	'change-directory': checkOffline,
	rollback: checkOffline,
};

const operations = Object.keys(judges) as Operation[];
const cases = states.flatMap(state => operations.map(operation => ({state, operation})));

/** The records that preconditions use: no tasks, and an available node. */
const records = {
	nodes: {get: async () => ({status: 'ONLINE'})},
	tasks: {liveOfServer: async () => []},
} as unknown as Reading;

async function refusedByService(operation: Operation, state: ServerState): Promise<boolean> {
	try {
		await judges[operation](records, {id: 'a', nodeId: 'n', state} as ServerRecord);
		return false;
	} catch (error) {
		if (error instanceof Refusal) return true;
		throw error;
	}
}

test.each(cases)(
	'$operation while $state: the rules block exactly what the service rejects',
	async ({operation, state}) => {
		const server = GameServer.parse({id: 'a', displayName: 'isl-1', state});
		const reason = operationBlocked(operation, server);
		const text = reason === undefined ? '' : renderMessage(reason, shellSegments);
		expect(text.startsWith('isl-1 is ') && text.includes(state)).toBe(
			await refusedByService(operation, state),
		);
	},
);

test.each([
	['RUNNING', 'ONLINE'],
	['STOPPED', 'OFFLINE'],
])('%s is a synonym of %s in every rule', (alias, state) => {
	for (const operation of operations) {
		const blocked = (word: string) =>
			operationBlocked(operation, GameServer.parse({id: 'a', displayName: 'a', state: word})) !== undefined;
		expect([operation, blocked(alias)]).toEqual([operation, blocked(state)]);
	}
});

test('the checks in this table match the service', async () => {
	const service = await openService();
	const posts: Record<Operation, {path: string; body?: object}> = {
		start: {path: 'start'},
		stop: {path: 'stop'},
		'force-stop': {path: 'stop', body: {forceStop: true}},
		restart: {path: 'restart'},
		'force-restart': {path: 'restart', body: {forceStop: true}},
		rcon: {path: 'rcon', body: {command: 'status'}},
		'change-directory': {path: 'change-directory', body: {serverDirectory: 'E:\\x'}},
		rollback: {path: 'rollback', body: {backupId: 'x'}},
	};
	for (const operation of operations) {
		const {path, body} = posts[operation];
		const refused = await refusedByService(operation, 'ONLINE');
		if (!refused) continue;
		const {status} = await service.post(`/server/cs/${path}`, body);
		expect([operation, status]).toEqual([operation, 409]);
	}
	for (const operation of operations) {
		const {path, body} = posts[operation];
		if (!(await refusedByService(operation, 'OFFLINE'))) continue;
		const {status} = await service.post(`/server/down/${path}`, body);
		expect([operation, status]).toEqual([operation, 409]);
	}
});

import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';

const {listServers, getServer, createServer, awaitRcon, listRuns, listAutomations} = endpoints;

/** (Specification: GameServer, with the enriched view) */
const record = {
	id: 'srv-7',
	displayName: 'Isle 1',
	teamId: 'team-1',
	nodeId: 'node-a',
	created: '2026-01-02T03:04:05.678901Z',
	gameType: 'ARK_ASCENDED',
	state: 'RUNNING',
	settingProfileId: 'prof-1',
	serverDirectory: 'C:\\servers\\isle',
	onlinePlayers: 4,
	backups: [
		{
			backupId: 'b1',
			serverId: 'srv-7',
			createdAt: '2026-01-02T00:00:00Z',
			expiresAt: '2026-02-02T00:00:00Z',
			autoBackup: true,
			name: 'nightly',
			size: 1024,
		},
	],
	commands: [
		{command: 'listplayers', response: 'No Players', commandId: 'c1', timestamp: '2026-01-02T03:05:00Z'},
	],
	nodeName: 'Alpha',
	serverIp: '10.0.0.7',
	map: 'TheIsland_WP',
	maxPlayers: 70,
	modCount: 3,
	serverPort: 7777,
	queryPort: 27015,
	rconPort: 27020,
};

test('a listed server has every field of the enriched view, with times in epoch milliseconds', () => {
	const {items, unreadable} = listServers.response.parse([record]);
	expect(unreadable).toEqual([]);
	expect(items[0]).toEqual({
		...record,
		created: Date.parse('2026-01-02T03:04:05.678Z'),
		backups: [
			{
				...record.backups[0],
				createdAt: Date.parse('2026-01-02T00:00:00Z'),
				expiresAt: Date.parse('2026-02-02T00:00:00Z'),
			},
		],
		commands: [{...record.commands[0], timestamp: Date.parse('2026-01-02T03:05:00Z')}],
	});
});

test('the response to create contains only the base fields and STOPPED', () => {
	const base = {id: 's', displayName: 'New', teamId: 't', nodeId: 'n', gameType: 'CS2', state: 'STOPPED'};
	expect(createServer.response.parse(base).record).toMatchObject({...base, backups: [], commands: []});
});

test('tolerates null, missing and unknown fields, and unknown states', () => {
	const server = getServer.response.parse({
		id: 's',
		displayName: null,
		onlinePlayers: null,
		backups: null,
		commands: null,
		created: 'yesterday',
		state: 'HIBERNATING',
		gameType: 'TETRIS',
		somethingNew: {a: 1},
	});
	expect(server).toMatchObject({
		displayName: undefined,
		onlinePlayers: undefined,
		backups: [],
		commands: [],
		created: 'yesterday',
		state: 'HIBERNATING',
		gameType: 'TETRIS',
		somethingNew: {a: 1},
	});
	expect(server.map).toBeUndefined();
});

test('one invalid record never hides the valid ones, and is reported with its reason', () => {
	const bad = {...record, id: {}, displayName: 'Broken'};
	const {items, unreadable} = listServers.response.parse([bad, record, 7, null]);
	expect(items.map(({id}) => id)).toEqual(['srv-7']);
	expect(unreadable).toEqual([
		{
			index: 0,
			id: undefined,
			name: 'Broken',
			reason: 'id: expected an id',
		},
		{index: 2, id: undefined, name: undefined, reason: 'expected object, received number'},
		{index: 3, id: undefined, name: undefined, reason: 'expected object, received null'},
	]);
});

test('omits an empty backup or command of a server, not the server', () => {
	const server = getServer.response.parse({
		id: 's',
		backups: [{}, {backupId: 'b'}, {id: 7}],
		commands: [{}, {command: 'x'}, {commandId: 'c'}, {response: 'ok'}, 'status'],
	});
	expect(server.backups).toMatchObject([{backupId: 'b'}, {backupId: '7'}]);
	expect(server.commands).toEqual([
		{command: 'x'},
		{command: '', commandId: 'c'},
		{command: '', response: 'ok'},
	]);
});

test('an awaited response distinguishes missing output from empty output', () => {
	const answer = (response: string | null) =>
		awaitRcon.response.parse({
			serverId: 's',
			command: {command: 'x', response, commandId: 'c', timestamp: null},
		});
	expect(answer(null).command.response).toBeUndefined();
	expect(answer('').command.response).toBe('');
});

test.each(['object', 'string', 7, null, {}, {content: null}, {key: 'x', errors: []}])(
	'rejects %j as a list of servers',
	value => {
		expect(listServers.response.safeParse(value).success).toBe(false);
	},
);

/** (Specification: AutomationRun) */
const run = {
	id: 'run-1',
	automationId: 'a-1',
	teamId: 't',
	status: 'RUNNING',
	createdAt: '2026-01-02T03:04:05Z',
	startedAt: '2026-01-02T03:04:06Z',
	finishedAt: null,
	targetIds: {'srv-7': true},
	currentStep: {index: 0},
	stepHistory: [],
	cancelRequested: false,
	workflowSize: 2,
};

test('the flat and the nested page envelope result in the same value', () => {
	const flat = listRuns.response.parse({
		content: [run],
		page: 1,
		size: 1,
		totalElements: 3,
		totalPages: 3,
		first: false,
		last: false,
		numberOfElements: 1,
		empty: false,
	});
	for (const page of [
		{size: 1, number: 1, totalElements: 3, totalPages: 3},
		{size: 1, page: 1, totalElements: 3, totalPages: 3},
	]) {
		expect(listRuns.response.parse({content: [run], page})).toEqual(flat);
	}
	expect(flat).toMatchObject({page: 1, size: 1, totalElements: 3, totalPages: 3, first: false, last: false});
	expect(flat.items[0]).toMatchObject({id: 'run-1', finishedAt: undefined, targetIds: {'srv-7': true}});
});

test('an empty page is valid, and an invalid run in a page is reported', () => {
	const empty = {content: [], page: 0, size: 25, totalElements: 0, totalPages: 0, first: true, last: true};
	expect(listRuns.response.parse(empty)).toMatchObject({items: [], first: true, last: true});
	expect(listRuns.response.parse({content: [run, {id: {}}]})).toMatchObject({
		items: [{id: 'run-1'}],
		unreadable: [{index: 1}],
		totalElements: 2,
	});
});

/** (Specification: Automation) */
const automation = {
	id: 'a-1',
	teamId: 't',
	name: 'Nightly',
	description: 'Restarts',
	enabled: true,
	createdAt: '2026-01-02T03:04:05Z',
	updatedAt: '2026-01-02T03:04:05Z',
	targets: {tag: 'x'},
	workflow: [{type: 'RESTART'}],
	trigger: null,
	runTimeoutSec: 60,
};

test('the list of automations may be an array or a page', () => {
	const array = listAutomations.response.parse([automation]);
	expect(array.items[0]).toMatchObject({id: 'a-1', workflow: [{type: 'RESTART'}], trigger: null});
	expect(listAutomations.response.parse({content: [automation], page: 0, size: 10})).toEqual(array);
});

test('accepts fields that the specification does not show as they are', () => {
	expect(endpoints.myTeam.response.parse({id: 't', members: null, plan: 'gold'})).toMatchObject({
		id: 't',
		members: [],
		plan: 'gold',
	});
	expect(endpoints.getNode.response.parse({id: 'n', settings: null, odd: 1})).toMatchObject({
		id: 'n',
		odd: 1,
	});
	expect(endpoints.version.response.parse({version: null}).version).toBeUndefined();
	expect(endpoints.triggerAutomation.response.parse(undefined).record).toBeUndefined();
});

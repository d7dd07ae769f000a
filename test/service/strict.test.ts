import {expect, test} from 'vitest';
import {openService, type Service} from './open-service.ts';
import {smallFleet} from './small-fleet.ts';

/** The fields of the specification. (Resources and their fields) */
const backup = ['autoBackup', 'backupId', 'createdAt', 'expiresAt', 'name', 'serverId', 'size'];
const command = ['command', 'commandId', 'response', 'timestamp'];
const base = [
	'backups',
	'commands',
	'created',
	'displayName',
	'gameType',
	'id',
	'nodeId',
	'onlinePlayers',
	'serverDirectory',
	'settingProfileId',
	'state',
	'teamId',
];
const enriched = [
	...base,
	'map',
	'maxPlayers',
	'modCount',
	'nodeName',
	'queryPort',
	'rconPort',
	'serverIp',
	'serverPort',
].sort();
const automation = [
	'createdAt',
	'description',
	'enabled',
	'id',
	'name',
	'runTimeoutSec',
	'targets',
	'teamId',
	'trigger',
	'updatedAt',
	'workflow',
];
const run = [
	'automationId',
	'cancelRequested',
	'createdAt',
	'currentStep',
	'finishedAt',
	'id',
	'startedAt',
	'status',
	'stepHistory',
	'targetIds',
	'teamId',
	'workflowSize',
];
const page = [
	'content',
	'empty',
	'first',
	'last',
	'numberOfElements',
	'page',
	'size',
	'totalElements',
	'totalPages',
];

const fieldsOf = (value: unknown): string[] => Object.keys(Object(value)).sort();
const listIn = ({text}: {text: string}): unknown[] => JSON.parse(text) as unknown[];

const strict = () => openService({strictSpec: true});

async function serverOf({call}: Service): Promise<Record<string, unknown>> {
	return (await call('GET', '/server/cs')).body;
}

test('a strict service shows servers with exactly the specified fields', async () => {
	const service = await strict();
	const {call, post} = service;
	const answer = await post('/server/cs/rcon?await=true', {command: 'status'});
	expect(fieldsOf(answer.body)).toEqual(['command', 'serverId']);
	expect(fieldsOf(answer.body['command'])).toEqual(command);
	const server = await serverOf(service);
	expect(fieldsOf(server)).toEqual(enriched);
	expect(server['state']).toBe('RUNNING');
	const [backups, commands] = [server['backups'], server['commands']] as [unknown[], unknown[]];
	expect(fieldsOf(backups[0])).toEqual(backup);
	expect(fieldsOf(commands[0])).toEqual(command);
	for (const listed of listIn(await call('GET', '/server/by-team/team')))
		expect(fieldsOf(listed)).toEqual(enriched);
	const created = await post('/server/create', {
		nodeId: 'node',
		name: 'new',
		gameType: 'CS2',
		map: 'de_nuke',
	});
	expect(fieldsOf(created.body)).toEqual(base);
	expect(created.body['state']).toBe('STOPPED');
});

test('a strict service shows automations and pages of runs with exactly the specified fields', async () => {
	const {call, post, until} = await strict();
	const created = await post('/automation', {teamId: 'team', name: 'new', workflow: [{type: 'NOTIFY'}]});
	expect(fieldsOf(created.body)).toEqual(automation);
	for (const listed of listIn(await call('GET', '/automation/by-team/team')))
		expect(fieldsOf(listed)).toEqual(automation);
	const edited = await post('/automation/round', {description: 'every hour'});
	expect(fieldsOf(edited.body)).toEqual(automation);
	const triggered = await post('/automation/round/trigger/manual');
	expect(fieldsOf(triggered.body)).toEqual(run);
	expect(triggered.body).toMatchObject({
		status: 'QUEUED',
		startedAt: null,
		currentStep: {},
		finishedAt: null,
		workflowSize: 1,
	});
	const list = async () => (await call('GET', '/automation-run/by-team/team')).body;
	await until(async () => JSON.stringify(await list()).includes('SUCCEEDED'));
	expect(fieldsOf(await list())).toEqual(page);
	const [over] = (await list())['content'] as unknown[];
	expect(fieldsOf(over)).toEqual(run);
	expect(over).toMatchObject({currentStep: {}, finishedAt: expect.any(String)});
});

test('a strict service refuses to restart by force, as the specification has no such field', async () => {
	const {post} = await strict();
	const refused = await post('/server/cs/restart', {forceStop: true});
	expect(refused).toMatchObject({status: 400, body: {key: 'validation.failed'}});
	expect(refused.text).toContain('forceStop');
	expect((await post('/server/cs/restart', {delayMinutes: 1})).status).toBe(200);
});

test('the response of an unreachable game is still a string', async () => {
	const servers = smallFleet.servers.map(server => ({...server, behavior: 'dropping' as const}));
	const {call, post} = await openService({strictSpec: true, fleet: {...smallFleet, servers}});
	const responses: unknown[] = [];
	for (let time = 0; time < 3; time++) {
		const {body} = await post('/server/cs/rcon?await=true', {command: 'mp_maxrounds'});
		responses.push(Object(body['command']).response);
	}
	expect(responses.every(response => response === undefined || typeof response === 'string')).toBe(true);
	const {body} = await call('GET', '/server/cs');
	const stored = (body['commands'] as {response: unknown}[]).map(({response}) => response);
	expect(stored).toHaveLength(3);
	expect(stored).toContainEqual(expect.stringMatching(/^\[The game closed the connection/));
});

test('an error has a key and a message, and nothing else', async () => {
	const {call, post} = await strict();
	for (const {body} of [
		await call('GET', '/server/cs', undefined, {}),
		await call('GET', '/server/none'),
		await call('GET', '/none'),
		await call('DELETE', '/server/cs'),
		await post('/server/cs/rcon', {command: ''}),
		await post('/server/down/restart'),
	])
		expect(fieldsOf(body)).toEqual(['key', 'message']);
});

import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {stompService} from '../helpers/stomp-service.ts';
import {runCli, startCli} from './run-cli.ts';

/** As a service may send it: with nulls, with unknown fields, with timestamps in any form. */
const server = {
	id: 's1',
	displayName: 'one',
	state: 'ONLINE',
	map: null,
	gameType: null,
	onlinePlayers: '3',
	created: 1_700_000_000.5,
	extra: {deep: [null, {createdAt: 1_700_000_000, on: false}], none: null},
	commands: [{command: 'status', response: null, commandId: null, timestamp: 1_700_000_000}],
	backups: [{backupId: 'b', name: null, createdAt: 1_700_000_000_000, size: null}],
};
const node = {id: 7, status: null, settings: {name: 'eu-1', secret: null}, systemData: null, lastAlive: null};
const task = {id: 'k', type: null, state: 'RUNNING', nodeId: 7, context: null, createdAt: 5, more: null};
const automation = {id: 'auto', name: 'auto', trigger: null, enabled: null, unknown: {x: null}};
const run = {id: 'r', status: 'RUNNING', finishedAt: null, targetIds: {s1: true}, own: null, createdAt: 9};
const team = {id: 't', name: null, members: [{id: 'm', name: 'Mia', email: null}], plan: {seats: null}};
const info = {version: {major: 1, minor: 2}, commit: null};

const answers: Readonly<Record<string, unknown>> = {
	'/team/my': team,
	'/server/by-team/t': [server],
	'/server/s1': server,
	'/server/create': {id: 'new', map: null, made: 5},
	'/node/by-team/t': [node],
	'/node/7': node,
	'/node/7/task': [task],
	'/automation/by-team/t': [automation],
	'/automation/auto': automation,
	'/automation/create': automation,
	'/automation/auto/trigger/manual': run,
	'/automation-run/by-team/t': {content: [run], page: 0, size: 20, totalElements: 1, totalPages: 1},
	'/info/version': info,
	'/server/s1/rcon': {serverId: 's1', command: {command: 'save', response: null}},
};

async function service() {
	const {url} = await httpService((seen, response) =>
		json(response, 200, answers[new URL(seen.url, 'http://service').pathname] ?? {}),
	);
	return {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'};
}

test('show counts the backups omitted from the record, and ignores omissions of the list', async () => {
	const listed = {...server, olderBackups: 7, olderCommands: 2, newestCommandId: 'c'};
	const record: typeof server & {olderBackups?: number} = {...server};
	const {url} = await httpService((seen, response) =>
		json(response, 200, seen.url === '/server/s1' ? record : seen.url === '/team/my' ? team : [listed]),
	);
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'};
	const shown = async (...more: string[]) => (await runCli(['show', 'one', ...more], {env})).out;
	expect(JSON.parse(await shown('--json'))).toMatchObject({server});
	expect(await shown('--json')).not.toMatch(/older|newestCommandId/);
	expect(await shown()).not.toContain('older');
	record.olderBackups = 3;
	expect(JSON.parse(await shown('--json'))).toMatchObject({server: {olderBackups: 3}});
	expect(await shown()).toContain('\nand 3 older\n');
});

test.each([
	[['servers', '--commands'], {servers: [server]}],
	[['show', 'one'], {server}],
	[['nodes'], {nodes: [node]}],
	[['node', 'show', '7'], {node}],
	[['tasks'], {tasks: [task]}],
	[['team'], {team}],
	[['automations'], {automations: [automation]}],
	[['runs'], {runs: [run], page: 0, size: 20, totalElements: 1, totalPages: 1}],
	[['info'], {info}],
	[['automation', 'trigger', 'auto', '--yes'], {runs: [run]}],
	[['automation', 'edit', 'auto', '-d', '{"description":"x"}', '--yes'], {automations: [automation]}],
	[['automation', 'create', '-d', '{"name":"x"}', '--yes'], {automations: [automation]}],
	[
		['create', '--node', '7', '--name', 'new', '--game', 'CS2', '--map', 'm', '--yes'],
		{servers: [answers['/server/create']]},
	],
])('%j --json prints the records as the service sent them', async (argv, document) => {
	const {code, out} = await runCli([...argv, '--json'], {env: await service()});
	expect(code).toBe(0);
	expect(JSON.parse(out)).toEqual({schema: 1, ...document});
});

test('merges different values of a record from the list and from its own endpoint', async () => {
	const listed = {...server, nodeName: 'eu-1', map: 'de_nuke', state: null};
	const {url} = await httpService((seen, response) => {
		const isList = seen.url.startsWith('/server/by-team');
		json(response, 200, isList ? [listed] : (answers[seen.url] ?? {}));
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const {out} = await runCli(['show', 'one', '--json'], {env});
	expect(JSON.parse(out)).toEqual({
		schema: 1,
		server: {...server, nodeName: 'eu-1', map: 'de_nuke'},
	});
});

test('a command without an answer has an unknown outcome, and one that is not awaited has none', async () => {
	const {code, out} = await runCli(['rcon', 'one', '--json', '--', 'save'], {env: await service()});
	expect(code).toBe(8);
	expect(JSON.parse(out)).toMatchObject({results: [{outcome: 'unknown', error: {}}]});
	expect(out).not.toContain('"response"');
	const plain = await runCli(['rcon', 'one', '--no-await', '--json', '--', 'save'], {env: await service()});
	expect(plain.out).not.toContain('"response"');
});

test('servers --watch --json also prints them', async () => {
	const watch = startCli(['servers', '--watch', '--commands', '--json'], {env: await service()});
	const out = await watch.says('\n');
	watch.end({code: 130});
	await watch.ended;
	expect(JSON.parse(out)).toMatchObject({schema: 1, change: 'changed', server});
});

test('escapes terminal control characters in them', async () => {
	const {url} = await httpService((seen, response) =>
		json(response, 200, seen.url === '/team/my' ? {id: 't', odd: {'\x1b[2J': '\x9b\u202e'}} : {}),
	);
	const {out} = await runCli(['team', '--json'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(out).not.toMatch(/[\x1b\x9b\u202e]/);
	expect(JSON.parse(out)).toEqual({schema: 1, team: {id: 't', odd: {'\x1b[2J': '\x9b\u202e'}}});
});

test('feed --json prints missing output as null, and records as they were sent', async () => {
	const peer = await stompService({
		connected: {version: '1.2'},
		onFrame: ({command, headers}, _socket, {say}) => {
			if (command !== 'SUBSCRIBE') return;
			const packets = [
				{serverId: 's1', command: {command: 'save', response: null}},
				{nodeTask: task},
				{automationRun: run},
			];
			for (const packet of packets) {
				const {id = ''} = headers;
				say('MESSAGE', {subscription: id, 'message-id': id, destination: 'd'}, JSON.stringify(packet));
			}
		},
	});
	const feed = startCli(['feed', '--json'], {env: {...(await service()), RCONDECK_FEED_URL: peer.url}});
	const out = await feed.says('"kind":"run"');
	feed.end({code: 130});
	await feed.ended;
	const lines = out
		.split('\n')
		.filter(line => line !== '')
		.map(line => JSON.parse(line) as unknown);
	expect(lines).toMatchObject([
		{kind: 'rcon', packet: {serverId: 's1', command: {command: 'save', response: null}}},
		{kind: 'task', task},
		{kind: 'run', run},
	]);
});

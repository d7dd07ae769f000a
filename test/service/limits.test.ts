import {expect, test} from 'vitest';
import {WebSocket} from 'ws';
import {truncateAnswer} from '../../src/service/records/answer-limits.ts';
import {createClientAddress} from '../../src/service/http/client-address.ts';
import {openService} from './open-service.ts';
import {serveRaw} from './raw-client.ts';

const long = 1024 * 1024;

test('a list of servers has a size limit, and counts omitted entries', async () => {
	const {demo, call} = await openService();
	const {commands} = demo.context.store;
	for (let index = 0; index < 200; index++) {
		const response = `${index}:${'x'.repeat(index === 199 ? 300_000 : 15_000)}`;
		commands.add('cs', {command: 'cvarlist', response, commandId: `c${index}`, timestamp: index}, 500);
	}
	const listed = await call('GET', '/server/by-team/team');
	expect(listed.text.length).toBeLessThan(4.5 * long);
	const list = JSON.parse(listed.text) as {
		id: string;
		commands: {response: string; commandId: string}[];
		olderCommands?: number;
	}[];
	const cs = list.find(({id}) => id === 'cs');
	const ids = cs?.commands.map(({commandId}) => commandId) ?? [];
	expect(ids.at(-1)).toBe('c199');
	expect(ids.length).toBeGreaterThan(50);
	expect(cs?.olderCommands).toBe(200 - ids.length);
	expect(cs?.commands.at(-1)?.response).toBe(`199:${'x'.repeat(300_000)}`);
	const alone = (await call('GET', '/server/cs')).body['commands'] as typeof ids;
	expect(alone).toHaveLength(200);
	expect(alone.at(-1)).toMatchObject({response: `199:${'x'.repeat(300_000)}`});
});

test('a list has whole commands, the newest of each server', async () => {
	const {commands} = (await openService()).demo.context.store;
	const [old, last] = ['old', 'new'].map(commandId => ({
		command: 'x',
		response: 'y'.repeat(100),
		commandId,
		timestamp: 0,
	}));
	if (!old || !last) throw new TypeError('Two were made.');
	for (const each of [old, last]) commands.add('cs', each, 10);
	expect(commands.of('cs', 400)).toEqual({commands: [last], older: 1, newestId: 'new'});
	expect(commands.of('cs', 502)).toEqual({commands: [old, last], older: 0, newestId: 'new'});
	expect(commands.of('cs', 100)).toEqual({commands: [], older: 2, newestId: 'new'});
});

test('a stored answer, and all of one server together, have a limit', async () => {
	const kept = truncateAnswer('x'.repeat(16 * long));
	expect(kept.length).toBeLessThan(long + 100);
	expect(kept).toMatch(/\n\[… 15,728,640 more characters omitted\]$/);
	const {commands} = (await openService()).demo.context.store;
	for (let index = 0; index < 20; index++)
		commands.add('cs', {command: 'x', response: kept, commandId: `c${index}`, timestamp: index}, 500);
	expect(commands.of('cs').commands.map(({commandId}) => commandId)).toEqual(['c17', 'c18', 'c19']);
});

test('a token reads a limited number of long lists at the same time', async () => {
	const fetchRaw = await aLargeTeam();
	const open = [];
	for (let count = 0; count < 8; count++) open.push((await fetchRaw()).body?.getReader());
	expect((await fetchRaw()).status).toBe(429);
	await open[0]?.cancel();
	const {status, body} = await fetchRaw();
	expect(status).toBe(200);
	await body?.cancel();
});

/** A team with a long list of servers. */
async function aLargeTeam() {
	const {demo} = await openService();
	const {store} = demo.context;
	const [server] = store.servers.ofTeam('team');
	if (!server) throw new TypeError('The fleet has servers.');
	for (let index = 0; index < 200; index++)
		store.servers.put({...server, id: `copy-${index}`, displayName: `copy ${index}`});
	const headers = {'Application-Token': demo.credentials.token};
	const fetchRaw = () => demo.fetch(new Request('http://demo/server/by-team/team', {headers}));
	return fetchRaw;
}

test('commands to one server that wait for an answer have a limit', async () => {
	const {demo, call, until} = await openService({limits: {maxWaitingCommands: 3}});
	const send = () => call('POST', '/server/cs/rcon', {command: 'status'});
	const answers = await Promise.all([send(), send(), send(), send()]);
	expect(answers.map(({status}) => status).sort()).toEqual([200, 200, 200, 429]);
	expect(answers.find(({status}) => status === 429)?.body['key']).toBe('server.too_many_commands');
	await until(() => demo.context.store.commands.of('cs').commands.length >= 3);
	expect((await send()).status).toBe(200);
});

test('tokens, invitations and automations of a team have a limit', async () => {
	const {call} = await openService({limits: {maxTokens: 1, maxInvites: 1, maxAutomations: 1}});
	const keyOf = async (path: string, body: object) => {
		const first = await call('POST', path, {...body, name: 'second'});
		return first.status === 200 ? (await call('POST', path, body)).body['key'] : first.body['key'];
	};
	const named = {name: 'first', permissions: []};
	expect(await keyOf('/team/team/application-user', named)).toBe('team.too_many_tokens');
	expect(await keyOf('/team/team/invite-code', named)).toBe('team.too_many_invites');
	expect((await call('POST', '/team/team/invite', {userEmail: 'a@b.example'})).body['key']).toBe(
		'team.too_many_invites',
	);
	const automation = {teamId: 'team', name: 'x'};
	expect(await keyOf('/automation/create', automation)).toBe('team.too_many_automations');
});

test('expired tokens, expired invitations and an invitation that a new one replaces do not count', async () => {
	// One more than the team has of each.
	const {call, clock} = await openService({limits: {maxTokens: 4, maxInvites: 2}});
	const statusOf = async (path: string, body: object) => (await call('POST', path, body)).status;
	const brief = {permissions: [], expiresInSeconds: 60};
	const create = async () => [
		await statusOf('/team/team/application-user', {...brief, name: 'bot'}),
		await statusOf('/team/team/invite-code', {...brief, name: 'Ana'}),
	];
	expect(await create()).toEqual([200, 200]);
	expect(await create()).toEqual([409, 409]);
	await clock.advance(60_000);
	expect(await create()).toEqual([200, 200]);
	await clock.advance(60_000);
	const invite = {userEmail: 'a@b.example'};
	expect(await statusOf('/team/team/invite', invite)).toBe(200);
	expect(await statusOf('/team/team/invite', invite)).toBe(200);
	expect(await statusOf('/team/team/invite-code', {...brief, userEmail: 'A@b.example'})).toBe(200);
	expect(await statusOf('/team/team/invite-code', {...brief, userEmail: 'c@b.example'})).toBe(409);
});

test('unfinished tasks and runs, and the text of an automation, have a limit', async () => {
	const {call} = await openService({
		limits: {maxWaitingTasks: 2, maxUnfinishedRuns: 2, maxAutomationLength: 500},
	});
	const keysOf = async (count: number, path: string, body: object) => {
		const answers = [];
		for (let time = 0; time < count; time++) answers.push((await call('POST', path, body)).body['key']);
		return answers;
	};
	const backups = await keysOf(3, '/server/cs/backup', {});
	expect(backups).toEqual([undefined, undefined, 'server.too_many_tasks']);
	const workflow = [{type: 'WAIT', seconds: 60}];
	const automation = {teamId: 'team', name: 'x', workflow, targets: {all: true}};
	const {body} = await call('POST', '/automation/create', automation);
	const runs = await keysOf(3, `/automation/${String(body['id'])}/trigger/manual`, {});
	expect(runs).toEqual([undefined, undefined, 'automation.too_many_runs']);
	const long = {...automation, description: 'x'.repeat(500)};
	expect(await keysOf(1, '/automation/create', long)).toEqual(['validation.failed']);
});

test('settings of a node and of a profile have a limit, however they grow', async () => {
	const {call, demo} = await openService({limits: {maxBodyBytes: 2000}});
	const [node] = demo.context.store.nodes.all();
	const [profile] = demo.context.store.profiles.all();
	const grow = async (path: string, content: object) => {
		const statuses = [];
		for (let time = 0; time < 4; time++) {
			const changes = {...content, questionMarkParams: {[`a${time}`]: 'x'.repeat(1000)}};
			statuses.push((await call('POST', path, changes)).status);
		}
		return statuses;
	};
	expect(await grow(`/node/${node?.id}/settings`, {})).toContain(204);
	expect((await grow('/setting/profile', {profileId: profile?.id})).at(-1)).toBe(400);
});

test('feed clients of one address have a limit, also behind a proxy', async () => {
	const addressOf = createClientAddress(['127.0.0.1']);
	const {served, demo} = await serveRaw(
		{},
		{limits: {maxConnectionsPerAddress: 2}, ...(addressOf && {addressOf})},
	);
	const dial = (address: string) =>
		new Promise<{status: number | undefined; end: () => void}>(resolve => {
			const headers = {'Application-Token': demo.credentials.token, 'X-Forwarded-For': address};
			const socket = new WebSocket(served.feedUrl, ['v12.stomp'], {headers});
			const end = () => socket.terminate();
			socket.on('unexpected-response', (_request, {statusCode}) => resolve({status: statusCode, end}));
			socket.on('upgrade', ({statusCode}) => resolve({status: statusCode, end}));
			socket.on('error', () => {});
		});
	const [first, second, third, other] = [
		await dial('203.0.113.7'),
		await dial('203.0.113.7'),
		await dial('203.0.113.7'),
		await dial('203.0.113.8'),
	];
	expect([first, second, third, other].map(({status}) => status)).toEqual([101, 101, 429, 101]);
	first.end();
	await expect.poll(() => demo.broker.connections()).toBe(2);
	expect((await dial('203.0.113.7')).status).toBe(101);
});

import {expect, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {aFarServer, complete, connect, hello, id, server} from './bare-agent.ts';
import {link, openHub, openMachine} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const minuteMs = 60_000;

test.each([20 * minuteMs, -20 * minuteMs, 0])(
	'times of a machine whose clock is %d ms ahead are corrected to the clock of the service',
	async aheadMs => {
		const hub = await openHub();
		const {nodeId, token} = await hub.addNode();
		const agent = await connect(hub.url, token);
		const machineNow = systemClock.now() + aheadMs;
		const at = machineNow - minuteMs;
		const expiresAt = machineNow + minuteMs;
		const backup = {backupId: 'gmc-back-1', name: 'b', createdAt: at, expiresAt, autoBackup: false, size: 1};
		const report = {isFailure: true, at, message: 'm', log: []};
		const far = {...server, createdAt: at, stateSince: at, report, backups: [backup]};
		const taskId = '33333333-3333-4333-8333-333333333333';
		const task = {id: taskId, type: 'BACKUP', state: 'SUCCEEDED', serverId: id, context: {}};
		const done = {...task, createdAt: at, finishedAt: at, cancellable: false, progressPercentage: 100};
		const answer = {kind: 'answer', serverId: id, command: 'c', commandId: 'x', response: 'r'};
		agent.send(
			{...hello, now: machineNow},
			{type: 'server', server: far},
			{type: 'task', task: done},
			complete,
			{type: 'report', sequence: 1, fact: {...answer, timestamp: at}},
		);
		await agent.got('stored');
		await hub.nodeIs(nodeId, 'ONLINE');
		const {servers, tasks, commands} = hub.service.context.store;
		const record = servers.get(id);
		const times = [
			record?.createdAt,
			record?.stateSince,
			record?.report?.at,
			record?.backups[0]?.createdAt,
			tasks.get(taskId)?.createdAt,
			tasks.get(taskId)?.finishedAt,
			commands.of(id).commands[0]?.timestamp,
			(record?.backups[0]?.expiresAt ?? 0) - 2 * minuteMs,
		];
		const before = systemClock.now() - minuteMs;
		for (const time of times) expect(Math.abs((time ?? 0) - before)).toBeLessThan(30_000);
	},
);

test('no event is in the future, and an agent sends the time of its clock', async () => {
	const {agent, service} = await aFarServer({stateSince: 8_640_000_000_000_000});
	const answer = {kind: 'answer', serverId: id, command: 'c', commandId: 'x', response: 'r'};
	agent.send({type: 'report', sequence: 1, fact: {...answer, timestamp: 8_640_000_000_000_000}});
	await agent.got('stored');
	const {servers, commands} = service.context.store;
	expect(servers.get(id)?.stateSince).toBeLessThanOrEqual(systemClock.now());
	expect(commands.of(id).commands[0]?.timestamp).toBeLessThanOrEqual(systemClock.now());
	const hub = await openHub();
	const heard: string[] = [];
	hub.onMessage(text => heard.push(text));
	const machine = await openMachine();
	link(machine.service, {url: hub.url, token: (await hub.addNode()).token});
	await waitFor(() => expect(heard.join('')).toMatch(/"type":"hello".*"now":\d{13}/));
});

test('a server of a lost node has no players, and is UNKNOWN since the loss', async () => {
	const {agent, nodeId, nodeIs, call} = await aFarServer({players: 7});
	const online = await call('GET', `/server/${id}`);
	expect(online.body).toMatchObject({onlinePlayers: 7, stateSince: '1970-01-01T00:00:00.002Z'});
	agent.leave();
	await nodeIs(nodeId, 'OFFLINE');
	const {body} = await call('GET', `/server/${id}`);
	expect(body['state']).toBe('UNKNOWN');
	expect(body['onlinePlayers'] ?? undefined).toBe(undefined);
	const lostAt = Date.parse(String(body['stateSince']));
	expect(Math.abs(systemClock.now() - lostAt)).toBeLessThan(30_000);
});

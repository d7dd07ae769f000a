import {expect, test} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import {startBrokerHabits} from '../../src/demo/broker-habits.ts';
import {brokerHabitNames, rconQuirkNames} from '../../src/demo/choices.ts';
import {runCli} from '../cli/run-cli.ts';
import {openService} from '../service/open-service.ts';

const survived = rconQuirkNames.filter(
	name => !['drops', 'crashes', 'hangs', 'slow', 'not-ready'].includes(name),
);

test.each(survived)('commands get responses from games with the RCON quirk %s', async name => {
	const {post} = await openService({clock: systemClock, rconQuirks: [name]});
	const {body} = await post('/server/cs/rcon?await=true', {command: 'status'});
	expect(body['command']).toMatchObject({response: expect.stringContaining('players  :')});
});

test('a quirk of one server applies from its next start', async () => {
	const {demo, post, until, state} = await openService();
	demo.faults.rconQuirks('cs', {dropEvery: 1});
	await post('/server/cs/restart');
	// It is up, but every probe is disconnected, so it never becomes ready.
	await until(async () => (await state('cs')) === 'INITIALIZING');
	demo.faults.rconQuirks('cs', {});
	await post('/server/cs/stop', {forceStop: true});
	await until(async () => (await state('cs')) === 'STOPPED');
	await post('/server/cs/start');
	await until(async () => (await state('cs')) === 'RUNNING');
	expect((await post('/server/cs/rcon?await=true', {command: 'status'})).status).toBe(200);
});

test('a broker that freezes periodically responds in between', async () => {
	const {demo, clock, pass} = await openService();
	startBrokerHabits(['freezes', 'no-receipts', 'introduces'], demo.broker, clock);
	const {faults} = demo.broker;
	expect(faults).toMatchObject({frozen: false, receipts: false, introduces: true});
	await pass(31_000);
	expect(faults.frozen).toBe(true);
	await pass(40_000);
	expect(faults.frozen).toBe(false);
});

test.each(brokerHabitNames)('a service opens with the broker habit %s and closes cleanly', async name => {
	const {demo, clock} = await openService();
	const end = startBrokerHabits([name], demo.broker, clock);
	expect(demo.broker.connections()).toBe(0);
	end();
});

test('rejects an unknown habit or quirk and lists the valid ones', async () => {
	const broker = await runCli(['serve', '--demo', '--broker-quirk', 'shy']);
	expect(broker).toMatchObject({
		code: 2,
		err: expect.stringContaining('no-receipts, introduces, refuses-early'),
	});
	const rcon = await runCli(['serve', '--demo', '--rcon', 'shy']);
	expect(rcon).toMatchObject({code: 2, err: expect.stringContaining('empty-first, empty-last, type-2')});
});

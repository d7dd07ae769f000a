import {expect, test} from 'vitest';
import {noJournal} from '../../src/app/kernel/state/journal.ts';
import {alertsHere} from '../helpers/alerts-here.ts';
import {startAt} from '../helpers/builders.ts';
import {openApp, type AppOptions} from '../helpers/open-app.ts';

/** The list, in which one server is in this state. */
const listWith =
	(id: string, state: () => string | undefined): NonNullable<AppOptions['between']> =>
	async (request, service) => {
		const answer = await service();
		const shown = state();
		if (shown === undefined || !request.url.includes('/server/by-team')) return answer;
		const servers = (await answer.json()) as {id: string}[];
		return Response.json(servers.map(server => (server.id === id ? {...server, state: shown} : server)));
	};

test('a server that someone else stopped is counted as stopped, sorted last, and not an alert', async () => {
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE', '2 up 1 DOWN');
	const {agentOf, store} = screen.demo.context;
	agentOf(store.servers.get('alpha')?.nodeId ?? '').stop('alpha', false);
	await screen.comes('1 up 1 DOWN 1 stopped', '!! 1 down: Charlie');
	await screen.press('/').type('is:stopped').press('enter').sees(/Alpha/).seesNot('Bravo ');
	await screen.press('/').type('is:down').press('enter').sees('1/1').seesNot('Alpha');
	await screen
		.press('/')
		.type('is:gone')
		.sees('No servers have the status "gone". Use up, down')
		.press('esc', 'esc');
	const names = screen.rows().flatMap(row => /^[> ]..? ?(Alpha|Bravo|Charlie) /.exec(row)?.[1] ?? []);
	expect(names).toEqual(['Charlie', 'Bravo', 'Alpha']);
	await screen.press('!', '!').sees('No other server needs attention.');
	await screen.waits(120_000);
	expect(sent).toEqual([]);
});

test('a server that crashed is down, not stopped', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		feed: 'off',
		between: listWith('alpha', () => 'OFFLINE'),
	});
	await screen.sees('1 up 2 DOWN').seesNot('stopped');
});

test('a server that was stopped in an earlier session is still stopped', async () => {
	const changes = [{serverId: 'charlie', at: startAt - 3_600_000, from: 'STOPPING', state: 'STOPPED'}];
	const screen = await openApp({journal: {...noJournal, lastChanges: async () => changes}});
	await screen.sees('2 up 0 DOWN 1 stopped', 'no server is down');
	await screen.press('h').sees('2 up, 0 down, 0 busy, 1 stopped', /STOPPED +Charlie/);
});

test('a stop in an earlier session whose STOPPING nobody saw is a stop, and a restart is not', async () => {
	const at = startAt - 3_600_000;
	const changes = [
		{serverId: 'alpha', at, from: 'STOPPING', state: 'OFFLINE', action: {verb: 'restart', at: at - 9000}},
		{serverId: 'bravo', at, from: 'RUNNING', state: 'OFFLINE', action: {verb: 'stop', at: at - 9000}},
		{serverId: 'charlie', at: 0, state: undefined, action: {verb: 'stop', at}},
	] as const;
	const screen = await openApp({
		journal: {...noJournal, lastChanges: async () => changes},
		between: async (request, service) => {
			const answer = await service();
			if (!request.url.includes('/server/by-team')) return answer;
			const servers = (await answer.json()) as object[];
			return Response.json(servers.map(server => ({...server, state: 'OFFLINE'})));
		},
	});
	await screen.sees('0 up 1 DOWN 2 stopped', '!! 1 down: Alpha');
});

test('a restart by someone else that ends in OFFLINE is down: RESTARTING was seen', async () => {
	let state: string | undefined;
	const screen = await openApp({feed: 'off', between: listWith('alpha', () => state)});
	await screen.sees('2 up');
	for (state of ['RESTARTING', 'STOPPING', 'OFFLINE']) await screen.waits(6000);
	await screen.sees('1 up 2 DOWN').seesNot('stopped');
});

test('a restart by someone else that ends in OFFLINE is down: its node had it scheduled', async () => {
	let state: string | undefined;
	const task = {
		id: 'task-1',
		type: 'TIMED_RESTART',
		nodeId: 'node-1',
		state: 'RUNNING',
		targetIds: ['alpha'],
		cancellable: true,
		createdAt: startAt,
		context: {delay: 1},
	};
	const list = listWith('alpha', () => state);
	const screen = await openApp({
		feed: 'off',
		between: (request, service) =>
			/\/node\/node-1\/task/.test(request.url)
				? Promise.resolve(Response.json([task]))
				: list(request, service),
	});
	await screen.comes('rst');
	await screen.waits(60_000);
	for (state of ['STOPPING', 'OFFLINE']) await screen.waits(6000);
	await screen.sees('1 up 2 DOWN').seesNot('stopped');
});

test('a server that is in transition for too long is an alert, which can be acknowledged', async () => {
	let state: string | undefined = 'UPDATING';
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({
		columns: 120,
		rows: 40,
		feed: 'off',
		openAlerts,
		between: listWith('alpha', () => state),
	});
	await screen
		.sees(/Alpha +CS2 +UPDATING/)
		.waits(590_000)
		.seesNot('HUNG', 'hung');
	await screen.comes('1 HUNG', /!! hung: Alpha UPDATING 10m {2}\| 1 down/);
	await screen.waits(90_000);
	expect(sent).toEqual(['[demo] Down: Alpha UPDATING']);
	await screen.press('!', 'a').comes('(1 hung, ack');
	state = undefined;
	await screen.comes('2 up 1 DOWN').seesNot('HUNG', 'hung');
	await screen.waits(120_000);
	expect(sent).toEqual(['[demo] Down: Alpha UPDATING', '[demo] Back: Alpha RUNNING']);
});

test('the time that a state may take is a setting', async () => {
	const screen = await openApp({
		feed: 'off',
		settings: {hungMs: new Map([['STOPPING', 60_000]])},
		between: listWith('alpha', () => 'STOPPING'),
	});
	await screen
		.sees(/Alpha +CS2 +STOPPING/)
		.waits(50_000)
		.seesNot('HUNG');
	await screen.comes(/!! hung: Alpha STOPPING 1m/);
});

test('acknowledging a lost node does not mute the crash loops of its servers', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {scenarios: ['crash-loop']}});
	await screen.sees('feed LIVE').comes(/!! (Alpha|Bravo) crashed [3-9]x in 10m/);
	screen.demo.faults.nodeOffline('node-1', true);
	await screen.comes('!! node eu-1 OFFLINE').press('5').sees('eu-1').press('g', 'a');
	await screen.seesNot('!! node eu-1').sees(/!! (Alpha|Bravo) crashed \dx in 10m/);
});

test('a server in a crash loop can be stopped, which ends its alert', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {scenarios: ['crash-loop']}});
	await screen.sees('feed LIVE').comes(/!! .*Alpha crashed [3-9]x in 10m/);
	await screen.press('/').type('Alpha').press('enter', 'X').sees('Stop Alpha');
	await screen.press('tab', 'tab', 'right', 'enter').sees('updated just now').type('Alpha');
	await screen.press('tab', 'tab').waits(900).press('enter').comes('1 stopped');
	await screen.press('1', 'esc').waits(10_000).seesNot('Alpha crashed');
	await screen.sees(/!! .*Bravo crashed/, /Alpha +CS2 +STOPPED/);
});

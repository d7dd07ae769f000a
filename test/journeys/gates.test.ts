import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {openApp, type AppOptions, type Screen} from '../helpers/open-app.ts';

const three = {...eightServers, servers: eightServers.servers.slice(0, 3)};
const csThree = {...three, servers: three.servers.map(server => ({...server, gameType: 'CS2' as const}))};

type Between = NonNullable<AppOptions['between']>;

/** Accepts every restart, but the servers never change as far as the service says. */
const accepts: Between = async (request, service) =>
	request.method === 'POST' && request.url.includes('/restart')
		? new Response(null, {status: 200})
		: service();

async function roll(options: AppOptions): Promise<Screen> {
	const screen = await openApp({seed: {fleet: three}, between: accepts, ...options});
	await screen.sees('feed LIVE', '3 up').press('*').sees('3 selected').press('R').sees('Restart 3 servers');
	await screen.press('enter').sees('Type 3 to confirm', 'updated just now').type('3');
	return screen
		.press('enter')
		.waits(700)
		.press('enter')
		.comes('Restart of 3 servers started')
		.then(() => screen);
}
const restarted = (screen: Screen) => screen.asked('/restart').map(({path}) => path.split('/')[2]);

test.each([
	[80, 24],
	[120, 40],
])('a gate at %ix%i shows the state, its age, the time used and the keys', async (columns, rows) => {
	const screen = await roll({columns, rows});
	await screen.press('o').comes(/isl-1 gate +RUNNING 1\ds of 5m.*, seen [01]s ago, unchanged/);
	await screen.sees('b is back  w wait longer  p pause  A abort the rest  s skip');
	expect(/\[#*-+\]/.test(screen.row('isl-1 gate'))).toBe(columns === 120);
});

test('while a job waits, its server is polled every second, even if the list cannot be read', async () => {
	let isOut = false;
	const screen = await roll({
		between: async (request, service) =>
			isOut && request.method === 'GET' ? new Response(null, {status: 503}) : accepts(request, service),
	});
	await screen.press('o').comes('RUNNING 5s of 5m');
	const asked = screen.asked('/server/isl-1').length;
	await screen.waits(10_000);
	expect(screen.asked('/server/isl-1').length).toBeGreaterThan(asked + 7);
	isOut = true;
	await screen.waits(30_000).sees(/RUNNING 4\ds of 5m.*, polls fail, seen [23]\ds ago, unchanged/);
	isOut = false;
	await screen.comes(/seen [01]s ago, unchanged/).seesNot('polls fail');
});

test('b confirms that the server is back, and the next one follows', async () => {
	const screen = await roll({});
	await screen
		.press('o')
		.comes('RUNNING 3s of 5m')
		.press('R')
		.sees('isl-1 is waiting at its gate: b if it is back');
	await screen.press('b').sees('isl-1: confirmed as done.', 'done, confirmed by you', /isl-2 gate/);
	await screen.press('b', 'b').sees('isl-2 was just polled. Press the key again in a moment.');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2']);
	await screen.waits(3000).press('b').waits(3000).press('b', 'esc').comes('Restart: 3 of 3 back');
});

test('s skips the server at its gate, and w gives it five more minutes', async () => {
	const screen = await roll({});
	await screen.press('o').comes('RUNNING 3s of 5m').press('w').sees('isl-1: waiting up to 10m.', 's of 10m');
	await screen
		.waits(6 * 60_000)
		.sees('RUNNING 6m of 10m')
		.press('s');
	await screen.sees('isl-1: skipped. Its request was sent.', 'sent, not confirmed: skipped', /isl-2 gate/);
	await screen.sees('1/3 1 skipped').seesNot('1 failed');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2']);
	await screen.waits(3000).press('b').waits(3000).press('b', 'esc').comes('Restart: 2 of 3 back');
	await screen.seesNot('(o)');
});

test('p opens the dialog for the rest of an aborted job, once', async () => {
	const screen = await roll({});
	await screen
		.press('o')
		.comes('RUNNING 3s of 5m')
		.press('A')
		.sees('aborted', 'nothing was sent', 'p resume');
	await screen
		.press('p')
		.sees('Restart 2 servers')
		.press('enter')
		.sees('Type 2 to confirm', 'updated just now');
	await screen.type('2').press('enter').waits(700).press('enter').comes('Restart of 2 servers started');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2']);
	await screen
		.press('o')
		.sees('Jobs 2')
		.press('j')
		.seesNot('p resume')
		.press('p')
		.sees('This job has ended.');
});

test('an uptime shorter than the wait proves a restart that no poll saw', async () => {
	let uptime = 3600;
	const screen = await roll({
		seed: {fleet: csThree},
		between: async (request, service) => {
			const isProbe = request.method === 'POST' && request.url.includes('/rcon');
			if (!isProbe || !(await request.clone().text()).includes('status_json'))
				return accepts(request, service);
			const command = {command: 'status_json', response: `{"process":{"uptime": ${uptime}}}`, commandId: 'u'};
			return Response.json({serverId: 'isl-1', command});
		},
	});
	await screen
		.press('o')
		.waits(20_000)
		.sees(/isl-1 gate +RUNNING [12]\ds of 5m.*unchanged/);
	uptime = 4;
	await screen.comes(/isl-1 done +back online after [23]\ds/, /isl-2 gate/);
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2']);
});

test('a console that is lost after it had answered proves a restart that no poll has seen', async () => {
	let isLost = false;
	const screen = await roll({
		between: async (request, service) => {
			if (!isLost || request.method !== 'POST' || !request.url.includes('/rcon'))
				return accepts(request, service);
			isLost = false;
			return Response.json({status: 502, key: 'server.console_lost', message: 'lost'}, {status: 502});
		},
	});
	await screen
		.press('o')
		.waits(12_000)
		.sees(/isl-1 gate +RUNNING 1\ds of 5m.*unchanged/);
	isLost = true;
	await screen.comes(/isl-1 done +back online after [12]\ds/, /isl-2 gate/);
});

test.each([
	[60, 20],
	[80, 24],
])(
	'with several servers at their gates, Tab chooses which one the keys decide about, at %ix%i',
	async (columns, rows) => {
		const screen = await openApp({seed: {fleet: three}, between: accepts, columns, rows});
		await screen.sees('feed LIVE').press('*').sees('3 selected').press('R').sees('Restart 3 servers');
		await screen
			.press('tab', 'tab', 'tab')
			.sees(/> Batch size/)
			.type('3')
			.press('enter');
		await screen
			.sees('Type 3 to confirm', 'updated just now')
			.type('3')
			.press('enter')
			.waits(700)
			.press('enter');
		await screen
			.comes('Restart of 3 servers started')
			.press('o')
			.comes(/> isl-1 gate/, /^.*  isl-3 gate/m, 'Tab next gate', 'A abort the rest', 's skip', 'Esc');
		await screen
			.waits(4000)
			.press('tab', 'tab')
			.sees(/> isl-3 gate/)
			// A key that is held, or pressed again at once, affects no other server.
			.press('b', 'b', 'b')
			.sees(/isl-3 done/, /> isl-1 gate/, /isl-2 gate/);
		await screen
			.press('tab')
			.sees(/> isl-2 gate/)
			.waits(800)
			.press('s')
			.sees('isl-2: skipped.');
		await screen
			.sees('isl-1 gate')
			.waits(800)
			.press('w')
			.sees('isl-1: waiting up to 10m.')
			.waits(3000)
			.press('b', 'esc');
		await screen.comes('Restart: 2 of 3 back');
	},
);

test('line mode needs a name if several servers are at their gates', async () => {
	const stream = await openLineModeApp({seed: {fleet: three}, between: accepts});
	await stream.comes('feed LIVE');
	await stream.line(':restart isl-1 isl-2 isl-3 now 3 at a time');
	await stream.comes('Type 3');
	await stream.line('3');
	await stream.comes('Restart of 3 servers started');
	await stream.pass(8000);
	expect(await stream.line(':jobs back')).toContain(
		'PROBLEM Name one of the servers waiting at their gates: isl-1, isl-2, isl-3.',
	);
	expect(await stream.line(':jobs back isl-3')).toContain('isl-3: confirmed as done.');
	expect(await stream.line(':jobs skip 2')).toContain('There is no job 2');
	expect(await stream.line(':jobs skip isl-2')).toContain('isl-2: skipped.');
	expect(await stream.line(':jobs wait')).toContain('isl-1: waiting up to 10m.');
});

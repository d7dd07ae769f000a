import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';

const four = {...eightServers, servers: eightServers.servers.slice(0, 4)};

/** What the service does with the first restart of `isl-2`; default: it restarts. */
type Fault = (screen: () => Screen) => Response;

/** Stops the server, as a node does whose game does not come up again. */
const staysDown: Fault = screen => {
	const {agentOf, store} = screen().demo.context;
	agentOf(store.servers.get('isl-2')?.nodeId ?? '').stop('isl-2', true);
	return new Response(null, {status: 200});
};
const refuses: Fault = () => Response.json({status: 409, key: 'node.operation_pending'}, {status: 409});

/** Restarts four servers one after another; the second one has a fault. */
async function roll(fault: Fault): Promise<Screen> {
	let isFirst = true;
	const screen: Screen = await openApp({
		columns: 100,
		rows: 30,
		seed: {fleet: four},
		between: async (request, service) => {
			if (!isFirst || request.method !== 'POST' || !request.url.includes('/isl-2/restart')) return service();
			isFirst = false;
			return fault(() => screen);
		},
	});
	await screen.sees('feed LIVE', '4 up').press('*').sees('4 selected').press('R').sees('Restart 4 servers');
	await screen.press('enter').sees('Type 4 to confirm', 'updated just now').type('4');
	await screen.press('enter').waits(700).press('enter').comes('Restart of 4 servers started');
	return screen;
}
const restarted = (screen: Screen) => screen.asked('/restart').map(({path}) => path.split('/')[2]);

test('starts the server that stopped a rolling restart, resumes the rest, and counts no server as failed', async () => {
	const screen = await roll(staysDown);
	await screen.comes(/!! Restart PAUSED: 1 of 4 back; isl-2 STOPPED since \d\d:\d\d; 2 not sent \(o\)/);
	await screen.press('o').sees('isl-2: went offline and stayed offline', '2/4 1 failed');
	await screen.sees('p resume  A abort the rest  S start  s skip').seesNot('R retry');
	await screen.press('R').sees('The failed servers are down: S starts them.');
	await screen.waits(1000).press('S').sees('Start isl-2', 'updated just now').press('tab', 'enter');
	await screen.comes('isl-2: start accepted').comes(/isl-2 +ARK +RUNNING/);
	await screen
		.seesNot('isl-2 STOPPED')
		.press('o')
		.sees('paused [######------] 2/4  started', 'went offline and stayed offline; now RUNNING');
	await screen.seesNot('1 failed', 'S start').press('p', 'esc').comes('Restart: 4 of 4 back');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2', 'isl-3', 'isl-4']);
	expect(screen.asked('/start').map(({path}) => path)).toEqual(['/server/isl-2/start']);
	await screen.press('o').sees('done [############] 4/4  started').seesNot('1 failed');
});

test('o opens a job that was started after the trouble of another one', async () => {
	const screen = await roll(staysDown);
	await screen.comes('Restart PAUSED').press('o').sees('> Restart of 4 servers  paused').press('A');
	await screen.sees('Restart aborted').press('esc', '-', '/').type('/isl-[34]/').press('enter', '*');
	await screen.sees('2 selected').press('R').sees('Restart 2 servers').press('enter');
	await screen.sees('Type 2 to confirm', 'updated just now').type('2').press('enter').waits(700);
	await screen.press('enter').comes('Restart of 2 servers started').press('o');
	await screen.sees('> Restart of 2 servers  running');
});

test('skips the server that stopped a rolling restart, and resumes with the next one', async () => {
	const screen = await roll(staysDown);
	await screen.comes('Restart PAUSED').press('o').sees('s skip').press('s').seesNot('PAUSED');
	await screen.press('esc').comes('Restart: 3 of 4 back');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2', 'isl-3', 'isl-4']);
	await screen
		.seesNot('(o)')
		.press('o')
		.sees('done [############] 4/4 1 failed', 'stayed offline; now STOPPED', 'S start');
});

test('retries the server whose restart was refused, in the dialog of the job', async () => {
	const screen = await roll(refuses);
	await screen.comes('Restart PAUSED: 1 of 4 back; isl-2 refused: node.operation_pending; 2 not sent (o)');
	await screen.press('o').sees('R retry  s skip').seesNot('S start');
	await screen.press('R').sees('Restart isl-2').press('enter').sees('updated just now');
	await screen.type('isl-2').press('enter').waits(700).press('enter');
	await screen
		.comes('isl-2: restart accepted')
		.comes(/isl-2 +ARK +INITIALIZING/)
		.comes(/isl-2 +ARK +RUNNING/);
	await screen.seesNot('isl-2 refused').press('o').sees('paused [######------] 2/4  started').press('p');
	await screen.press('esc').comes('Restart: 4 of 4 back');
	expect(restarted(screen)).toEqual(['isl-1', 'isl-2', 'isl-2', 'isl-3', 'isl-4']);
});

test('pauses a rolling restart before its next server, and resumes it', async () => {
	const screen = await roll(() => new Response(null, {status: 200}));
	await screen.press('o').sees('running').press('p').sees('paused').waits(120_000);
	expect(restarted(screen)).toHaveLength(1);
	await screen.press('p').sees('running');
});

test('cancels the scheduled actions of a rolling restart', async () => {
	const screen = await openApp({columns: 100, rows: 30, seed: {fleet: four}});
	await screen.sees('feed LIVE', '4 up').press('*').sees('4 selected').press('R').sees('Restart 4 servers');
	await screen.type('10').press('tab', 'tab', 'tab').type('1').press('enter');
	await screen.sees('Type 4 to confirm', 'updated just now').type('4');
	await screen
		.press('enter')
		.waits(700)
		.press('enter')
		.comes('Restart of 4 servers started')
		.comes('rst ~10m');
	await screen
		.press('o')
		.sees('isl-1', 'gate', 'u undo')
		.press('u')
		.sees('Cancel the scheduled restart of isl-1');
	await screen.sees('updated just now').press('tab', 'enter').comes('isl-1: restart cancellation accepted');
	await screen.waits(16_000).seesNot('rst ~');
	expect(screen.asked('/cancel')).toHaveLength(1);
	await screen.comes('Restart PAUSED: 0 of 4 back; isl-1 no longer scheduled; 3 not sent (o)');
	await screen.press('o').sees('p resume  A abort the rest  R retry  s skip').waits(600_000);
	expect(restarted(screen)).toEqual(['isl-1']);
	await screen
		.press('A', 'esc')
		.sees('Restart aborted: 0 of 4 back; isl-1 no longer scheduled; 3 not sent (o)');
});

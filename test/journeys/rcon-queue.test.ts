import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';

/** isl-1, isl-4 and isl-7 are on one node, isl-2 is on another. */
async function openNodes() {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE', 'isl-8');
	return screen;
}

test('commands to servers of one node are sent one after another, nodes run in parallel, and queued commands say so', async () => {
	const screen = await openNodes();
	// All keys and glances up to `u` take 3.4s on the clock, and the timeout is 5s after the command, which the service
	// may get a little later.
	screen.demo.faults.slowRcon('isl-1', 4200);
	await screen.press('i').burst('SaveWorld').press('enter', 'esc', 'j', 'i').burst('GetChat').press('enter');
	await screen
		.sees(/me +> GetChat +\d+ms/)
		.press('esc')
		.press('j', 'j', 'i')
		.burst('ListPlayers')
		.press('enter');
	await screen
		.sees('CONSOLE isl-4', 'queued behind 1')
		.burst('SaveWorld')
		.press('enter')
		.sees('queued behind 2');
	await screen.press('esc', 'u').sees('Canceled before it was sent', 'canceled, never sent');
	await screen.comes(/me +> ListPlayers +\d+ms/);
	expect(screen.asked('/rcon').map(({path, body}) => [path.split('/')[2], body])).toEqual([
		['isl-1', {command: 'SaveWorld'}],
		['isl-2', {command: 'GetChat'}],
		['isl-4', {command: 'ListPlayers'}],
	]);
});

test('19 servers of a node that answers in parallel take about five times as long as one', async () => {
	const servers = Array.from({length: 19}, (_, index) => {
		const name = `isl-${index + 1}`;
		return {
			gameType: 'ARK_ASCENDED',
			map: 'TheIsland_WP',
			maxPlayers: 70,
			state: 'ONLINE',
			id: name,
			name,
			node: 'node-1',
		} as const;
	});
	const fleet = {...eightServers, servers};
	const answerMs = 1000;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed: {fleet},
		settings: {atOncePerNode: 8},
		between: async (request, service) => {
			const [, , serverId, call] = new URL(request.url).pathname.split('/');
			if (call !== 'rcon') return service();
			await new Promise<void>(resolve => void screen.clock.after(answerMs, resolve));
			return Response.json({
				serverId,
				command: {command: 'SaveWorld', response: 'World Saved', commandId: serverId},
			});
		},
	});
	await screen.sees('feed LIVE', 'isl-19');
	const startedAt = screen.clock.now();
	await screen.press('*', 'i').type('SaveWorld').press('enter').comes('19 servers').press('enter');
	await screen.waits(750).press('enter').comes('19 same');
	expect(screen.asked('/rcon')).toHaveLength(19);
	expect(screen.clock.now() - startedAt).toBeLessThan(10_000);
});

test('after a timeout, the next command on the same node waits for a moment only', async () => {
	const screen = await openNodes();
	screen.demo.faults.slowRcon('isl-1', 60_000);
	await screen.press('i').type('SaveWorld').press('enter').comes('TIMEOUT 5s');
	await screen.press('esc').press('j', 'j', 'j', 'i').type('ListPlayers').press('enter');
	await screen.sees('queued behind 1', 'The node may be busy');
	expect(screen.asked('/rcon')).toHaveLength(1);
	await screen.waits(3000);
	expect(screen.asked('/rcon')).toHaveLength(2);
});

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
	screen.demo.faults.slowRcon('isl-1', 4000);
	await screen
		.press('i')
		.type('SaveWorld')
		.press('enter', 'esc')
		.press('j', 'i')
		.type('GetChat')
		.press('enter');
	await screen
		.sees(/me +> GetChat +\d+ms/)
		.press('esc')
		.press('j', 'j', 'i')
		.type('ListPlayers')
		.press('enter');
	await screen
		.sees('CONSOLE isl-4', 'queued behind 1')
		.type('SaveWorld')
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

test('after a timeout, the next command on the same node waits for a moment only', async () => {
	const screen = await openNodes();
	screen.demo.faults.slowRcon('isl-1', 60_000);
	await screen.press('i').type('SaveWorld').press('enter').comes('TIMEOUT 5s');
	await screen.press('esc').press('j', 'j', 'j', 'i').type('ListPlayers').press('enter');
	await screen.sees('queued behind 1', 'Its node may be busy');
	expect(screen.asked('/rcon')).toHaveLength(1);
	await screen.waits(3000);
	expect(screen.asked('/rcon')).toHaveLength(2);
});

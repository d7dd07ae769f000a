import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import type {Between} from '../helpers/service-of-app.ts';

/** Replaces the answer for the list of nodes. */
const nodesAre =
	(answer: () => Response | Promise<Response>): Between =>
	(request, service) =>
		request.url.includes('/node/by-team/') ? Promise.resolve(answer()) : service();

const isQuiet = {columns: 120, rows: 40} as const;

test('5 shows the nodes with their servers, and Enter opens the servers of one', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen
		.sees('feed LIVE')
		.press('5')
		.comes('NODES 2', /eu-1 +ONLINE .* 2 up/, /eu-2 +ONLINE .* 1 DOWN/);
	await screen.sees('DETAILS', 'machine  ').press('j', 'enter');
	await screen.sees('SERVERS 1 of 3', 'filter: node:eu-2', 'Charlie').seesNot('Alpha');
});

test('the list shows what is in use on each node, with its version if there is room, and the details draw it', async () => {
	const screen = await openApp({columns: 200, rows: 60});
	await screen
		.sees('feed LIVE')
		.press('5')
		.comes(/VERSION +LOAD +MEM +DISK/, /eu-1 .* \d+% +\d+% +41%/, /disk +\[#{5}-{7}\] D:/);
	await screen.sees(/invite token +hidden \(x shows it\)/);
	await screen
		.resize(80, 24)
		.sees(/TASKS +LOAD +MEM +DISK/)
		.seesNot('VERSION');
});

test('a node that goes offline is listed first with the age of its last contact, and recovers', async () => {
	const screen = await openApp({...isQuiet, seed: {scenarios: ['node-down']}});
	await screen.sees('feed LIVE').press('5').comes('NODES 2');
	await screen.comes(/> ?eu-1 +OFFLINE/).comes(/eu-1 +OFFLINE +1m ago/);
	await screen.comes(/eu-1 +ONLINE/);
});

test("a node's task is shown while it runs, and X cancels it after a review", async () => {
	const screen = await openApp(isQuiet);
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart')
		.type('10')
		.press('enter')
		.sees('updated just now');
	await screen.press('tab', 'enter').comes('accepted').press('5');
	await screen.comes('0% TIMED_R', 'task TIMED_RESTART', /RUNNING +Alpha +due in 9m/);
	await screen.press('X').sees('Cancel a task on eu-1', 'TIMED_RESTART').press('enter');
	await screen.sees('Cancel the task TIMED_RESTART', '/cancel', 'Do nothing').press('tab', 'enter');
	await screen.comes('TIMED_RESTART: cancellation accepted.').comes('CANCELED');
});

test('X says so if nothing is running', async () => {
	const screen = await openApp(isQuiet);
	await screen
		.sees('feed LIVE')
		.press('5')
		.comes('NODES 2', /tasks +none/)
		.press('X');
	await screen.sees('No task is running.');
});

test.each<[string, () => Response | Promise<Response>, string[]]>([
	['while they are read', () => new Promise(() => {}), ['Loading the nodes']],
	['where there are none', () => Response.json([]), ['Dev Guild has no nodes.', 'Press r to refresh']],
	[
		'where reading fails',
		() => new Response('', {status: 500}),
		['Failed', 'The service failed (500)', 'r retries'],
	],
])('explains an empty screen %s', async (_, answer, words) => {
	const screen = await openApp({between: nodesAre(answer)});
	await screen
		.sees('feed LIVE')
		.press('5')
		.comes(...words);
});

test('a refusal names the permission, and r retries', async () => {
	let isRefused = true;
	const key = 'missingPermission.ACCESS_NODES';
	const screen = await openApp({
		between: (request, service) =>
			isRefused && request.url.includes('/node/by-team/')
				? Promise.resolve(Response.json({key}, {status: 403}))
				: service(),
	});
	await screen.sees('feed LIVE').press('5').comes('Not allowed', 'ACCESS_NODES', 'r retries');
	isRefused = false;
	await screen.press('r').comes('NODES 2', 'eu-1');
});

test('paints only the visible ones of 2,000 nodes, G goes to the last, and a filter finds one', async () => {
	const nodes = Array.from({length: 2000}, (_, index) => ({
		id: `n-${index}`,
		status: 'ONLINE',
		settings: {name: `node-${String(index).padStart(4, '0')}`},
	}));
	const screen = await openApp({columns: 80, rows: 24, between: nodesAre(() => Response.json(nodes))});
	await screen.sees('feed LIVE').press('5').comes('NODES 2000', '1/2000', 'node-0000');
	await screen.press('G').sees('2000/2000', 'node-1999').seesNot('node-0000');
	await screen.press('/').type('1234').press('enter').sees('NODES 1 of 2000', 'node-1234');
	expect(screen.rows()).toHaveLength(24);
});

test('the smallest screen shows one part at a time, and i opens the console', async () => {
	const screen = await openApp({columns: 40, rows: 10});
	await screen.sees('feed LIVE').press('5').comes('NODES 2', 'eu-1').seesNot('DETAILS');
	await screen.press('d').sees('DETAILS', 'status').seesNot('NODES');
	await screen.press('esc').sees('NODES').press('i').sees('rcon>', 'CONSOLE');
});

import {test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import type {Between} from '../helpers/service-of-app.ts';

/** Changes the first server of the list. */
const withFirst =
	(change: object): Between =>
	async (request, service) => {
		const answer = await service();
		if (!request.url.includes('/server/by-team/')) return answer;
		const [first, ...others] = (await answer.json()) as object[];
		return Response.json([{...first, ...change}, ...others]);
	};

test('an answer of megabytes is cut, and its end says so', async () => {
	const response = 'line\n'.repeat(1024 * 1024);
	const commands = [{commandId: 'c', command: 'status', response, timestamp: '2026-11-21T02:59:00Z'}];
	const screen = await openApp({columns: 80, rows: 24, between: withFirst({commands})});
	await screen.comes('feed LIVE').press('j').sees('CONSOLE Alpha', '… 799995 more rows, Enter unfolds');
	await screen.press('enter', 'up', 'enter', 'end').sees('… (truncated from 5,242,880 characters)');
});

test('a record with 20,000 fields leaves the list and the details as they are', async () => {
	const fields = Object.fromEntries(Array.from({length: 20_000}, (_, at) => [`f${at}`, at]));
	const screen = await openApp({columns: 80, rows: 24, between: withFirst(fields)});
	await screen
		.comes('feed LIVE')
		.press('j', 'd')
		.sees('DETAILS Alpha', /^> {3}Alpha +CS2 +RUNNING/m);
	await screen.press('enter', 'end').sees(/ id +alpha\n read +\d+s ago\n─/);
});

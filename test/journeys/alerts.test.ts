import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const page = '<html><body><h1>Bad gateway</h1></body></html>';

test('a 401 names the credentials to check, keeps the old list with its age and the input, and r recovers', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').type('half a li').sees('rcon> half a li');
	screen.demo.faults.failNext(401);
	await screen
		.comes(/retry in \d+s: Credentials refused \(401\)\. Check RCONDECK_TOKEN/)
		.sees('rcon> half a li');
	await screen.waits(20_000).sees('list 2', /Alpha +CS2 +RUNNING/);
	await screen.type('ne').sees('rcon> half a line').press('esc', 'r').sees('list 0s', '!! 1 down: Charlie');
	expect(screen.frame()).not.toContain('RCONDECK_TOKEN');
});

test('an unanswered poll is noted, becomes an alarm after 5s, and no other is sent', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	const asked = screen.asked('/server/by-team').length;
	screen.demo.faults.hangRequests(true);
	await screen
		.waits(6000)
		.sees(/!! 1 down: Charlie \S+ {2}\| waiting for the service \([12]s\)/)
		.seesNot('!! list');
	await screen
		.waits(8000)
		.sees(/!! list 1\ds old: no answer from the service for (8|9|10|11)s {2}\| 1 down: Charlie/);
	expect(screen.asked('/server/by-team')).toHaveLength(asked + 1);
	await screen
		.press('r')
		.waits(2000)
		.sees(/no answer from the service for 1\ds/);
	screen.demo.faults.hangRequests(false);
	await screen.comes('list 0s').sees('!! 1 down: Charlie').seesNot('no answer').seesNot('waiting');
});

test('one slow answer does not raise an alarm', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.hangRequests(true);
	await screen.waits(7000).sees('waiting for the service').seesNot('!! list');
	screen.demo.faults.hangRequests(false);
	await screen.comes('list 0s').sees('!! 1 down: Charlie').seesNot('waiting');
});

test('a 403 names the permission and the key, and polling continues', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.failNext(403, {key: 'missingPermission.ACCESS_SERVERS', message: 'no'});
	await screen.comes('[missingPermission.ACCESS_SERVERS] These credentials lack').sees(/Alpha +CS2/);
	await screen.comes('list 0s').sees('!! 1 down: Charlie');
});

test('a 429 is retried after the time that the service asks for', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.failNext(
		429,
		{key: 'general.rate_limited', message: 'slow down'},
		{headers: {'Retry-After': '40'}},
	);
	await screen.comes('general.rate_limited').sees(/retry in (40|39)s: .*Too many requests/);
	const asked = screen.asked('/server/by-team').length;
	await screen.waits(30_000).sees('list 3', /Alpha +CS2/);
	expect(screen.asked('/server/by-team')).toHaveLength(asked);
	await screen.comes('list 0s').sees('!! 1 down: Charlie');
});

test.each([
	[500, {message: 'boom'}, 'The service failed (500): boom'],
	[502, page, 'The service failed (502)'],
	[200, page, 'The answer is a web page'],
	[200, '{"not": "a list"}', 'unexpected format'],
	[200, '', 'The answer is empty'],
] as const)(
	'an answer %i %j is explained, the old list stays, and the next good one is shown',
	async (status, body, words) => {
		const screen = await openApp();
		await screen.sees('feed LIVE');
		screen.demo.faults.failNext(status, body, {times: status === 502 ? 3 : 1});
		await screen
			.comes(words)
			.sees(/Alpha +CS2 +RUNNING/, '2 up 1 DOWN')
			.seesNot('<html>');
		await screen.comes('list 0s').sees('!! 1 down: Charlie');
	},
);

test('if the service never answers, the age grows, and r abandons the request and retries', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.hangRequests(true);
	await screen
		.waits(12_000)
		.sees('list 12s', /Alpha +CS2/)
		.press('j')
		.sees('CONSOLE Alpha');
	screen.demo.faults.hangRequests(false);
	await screen.sees('list 0s');
	screen.demo.faults.hangRequests(true);
	await screen.waits(8000);
	const asked = screen.asked('/server/by-team').length;
	await screen.press('r').sees('Refreshing');
	expect(screen.asked('/server/by-team')).toHaveLength(asked + 1);
	await screen.comes('did not answer within 15s');
	screen.demo.faults.hangRequests(false);
	await screen.press('r').sees('list 0s', '!! 1 down: Charlie');
});

test('over the network, a lost service is reported as unreachable and recovers once it listens', async () => {
	const screen = await openApp({sockets: true});
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds +\d+ms/);
	await screen.plug(false);
	await screen
		.sees('feed LOST')
		.comes('Nothing is listening at 127.0.0.1')
		.sees(/Alpha +CS2/);
	await screen
		.type('status')
		.press('enter')
		.sees(/me +> status +not run/);
	await screen.plug(true);
	await screen.press('esc', 'r').sees('feed LIVE', 'list 0s', '!! 1 down: Charlie');
});

test('a session opened before its service finds it later', async () => {
	let isUp = false;
	const screen = await openApp({
		between: async (_request, service) => (isUp ? service() : new Response(page, {status: 503})),
	});
	await screen.comes('The service failed (503)').sees('list -');
	isUp = true;
	await screen.comes('2 up 1 DOWN', 'feed LIVE');
});

test('wrong credentials at the start name the settings to check', async () => {
	const screen = await openApp({between: async () => new Response('', {status: 401})});
	await screen.sees('Credentials refused (401). Check RCONDECK_TOKEN', 'Not signed in');
});

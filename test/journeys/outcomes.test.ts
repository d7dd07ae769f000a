import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const refusal = (key: string) => ({key, message: 'no'});

test.each([
	[404, refusal('general.not_found'), 'not run', '[general.not_found]'],
	[400, refusal('validation.failed'), 'not run', '[validation.failed]'],
	[409, {}, 'not run', 'Start it, or wait until it is up.'],
	[429, {}, 'not run', 'Wait before you try again.'],
	[401, {}, 'not run', 'The service does not accept these credentials.'],
	[400, refusal('server.rcon_timeout'), 'TIMEOUT 5s - may have run', '[server.rcon_timeout]'],
	[500, {}, 'outcome unknown - may have run', 'The service failed (500)'],
	[502, '<html>', 'outcome unknown - may have run', 'look for a late answer'],
	[408, {}, 'TIMEOUT 5s - may have run', 'look for a late answer'],
	[408, refusal('general.not_found'), 'TIMEOUT 5s - may have run', 'look for a late answer'],
	[408, 'Request Timeout', 'TIMEOUT 5s - may have run', 'look for a late answer'],
	[200, '<html>', 'outcome unknown - may have run', 'is a web page'],
	[200, '{"serverId":"alpha","com', 'outcome unknown - may have run', 'the JSON ends early'],
] as const)('a command answered with %i %j is %s', async (status, body, outcome, words) => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('status');
	screen.demo.faults.failNext(status, body);
	await screen.press('enter').sees(outcome, words).waits(6000).sees(outcome);
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a command that is never answered times out', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('status');
	screen.demo.faults.hangRequests(true);
	await screen.press('enter').sees('waiting').comes('may have run').sees('did not answer within 10s');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a broken connection leaves the outcome unknown until the answer arrives', async () => {
	const screen = await openApp({
		between: async (request, service) => {
			const answer = await service();
			if (request.url.includes('/rcon')) throw new Error('ECONNRESET');
			return answer;
		},
	});
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter');
	await screen.sees('0  Mossback', '1 line ', /me +> ListPlayers +no answer at first/, 'late answer');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a command answered with 408 without a key is one entry, which takes the answer of the feed', async () => {
	const screen = await openApp({
		between: async (request, service) => {
			const answer = await service();
			return request.url.includes('/rcon') ? new Response(null, {status: 408}) : answer;
		},
	});
	await screen.sees('feed LIVE').press('G', 'i').type('ListPlayers').press('enter');
	await screen.sees('0  Mossback', '1 line ', 'late answer');
});

test.each([
	['<!doctype html><form>Sign in</form>', 'is a web page'],
	['{"id":"char', 'the JSON ends early'],
])('a start answered with %j may have been executed, as screen and console say', async (body, words) => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now');
	screen.demo.faults.failNext(200, body);
	await screen.press('tab').sees('[>Start<]').press('enter');
	await screen.sees(words, 'It may have run').press('esc');
	await screen.sees('outcome unknown').seesNot('accepted');
	expect(screen.asked('/start')).toHaveLength(1);
});

test.each(['', '{}', 'OK', {success: true}])('a start answered with %j is accepted', async body => {
	const screen = await openApp();
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('updated just now');
	screen.demo.faults.failNext(202, body);
	await screen.press('tab').sees('[>Start<]').press('enter').sees('Charlie: start accepted');
});

/** A service that changes the answers to awaited commands. */
const answering = (change: (packet: Record<string, unknown>) => unknown) =>
	openApp({
		feed: 'off',
		between: async (request, service) => {
			const answer = await service();
			if (!request.url.includes('await=true')) return answer;
			return Response.json(change((await answer.json()) as Record<string, unknown>));
		},
	});

test.each([
	[{serverId: 'charlie'}, 'The answer is for another server (charlie).'],
	[{command: {command: 'other', response: 'of another'}}, 'The answer is for another command (other).'],
])('an answer with %j is shown as the answer to another command', async (change, words) => {
	const screen = await answering(packet => ({...packet, ...change}));
	await screen.sees('CONSOLE Charlie').press('G', 'i').type('ListPlayers').press('enter');
	await screen.sees('outcome unknown - may have run', words);
	await screen.sees('command' in change ? 'of another' : 'Mossback');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a response without an answer of the game leaves the outcome open', async () => {
	const screen = await answering(packet => ({...packet, command: {command: 'SaveWorld', response: null}}));
	await screen.sees('CONSOLE Charlie').press('G', 'i').type('SaveWorld').press('enter');
	await screen.sees('outcome unknown - may have run', 'reports no answer').seesNot('(no output)');
});

test('a command keeps its spaces, and is one entry', async () => {
	const screen = await openApp({
		between: async (request, service) => {
			const {pathname} = new URL(request.url);
			if (!pathname.endsWith('/rcon')) return service();
			// The service strips the spaces, and its response to the request is lost.
			await service();
			return new Response(null, {status: 408});
		},
	});
	await screen.sees('feed LIVE').press('G', 'i').type('  ListPlayers  ').press('enter');
	await screen.sees('late answer', '0  Mossback', '1 line ');
	expect(screen.asked('/rcon')).toMatchObject([{body: {command: '  ListPlayers  '}}]);
	await screen.press('up').sees('rcon>   ListPlayers');
});

test('a command of spaces is not sent', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('G', 'i').type('   ').press('enter').sees('Nothing to send');
	expect(screen.asked('/rcon')).toEqual([]);
});

test.each([
	[{}, 'Delta: creation accepted.'],
	['created', 'Delta: creation accepted.'],
])(
	'a server creation answered with %j is accepted, and unreadable parts are reported',
	async (body, words) => {
		const screen = await openApp({columns: 120, rows: 36});
		await screen.sees('feed LIVE').press('C').sees('Create a server').type('Delta');
		await screen.press('tab', 'tab', 'tab', 'ctrl+r', 'enter').sees('POST /server/create');
		screen.demo.faults.failNext(200, body);
		await screen.press('tab', 'enter').comes(words, "The service's answer could not be read");
		await screen.seesNot('may have run');
	},
);

test('a server creation answered with a web page may have succeeded', async () => {
	const screen = await openApp({columns: 120, rows: 36});
	await screen.sees('feed LIVE').press('C').sees('Create a server').type('Delta');
	await screen.press('tab', 'tab', 'tab', 'ctrl+r', 'enter').sees('POST /server/create');
	screen.demo.faults.failNext(200, '<!doctype html>');
	await screen.press('tab', 'enter').comes('It may have run').seesNot('accepted');
});

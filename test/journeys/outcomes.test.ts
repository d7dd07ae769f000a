import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const refusal = (key: string) => ({key, message: 'no'});

test.each([
	[404, refusal('general.not_found'), 'not done', '[general.not_found]'],
	[400, refusal('validation.failed'), 'not done', '[validation.failed]'],
	[409, {}, 'not done', 'The state of the server does not allow this now.'],
	[429, {}, 'not done', 'The service asks for fewer requests.'],
	[401, {}, 'not done', 'The service does not accept these credentials.'],
	[400, refusal('server.rcon_timeout'), 'TIMEOUT 5s - may have run', '[server.rcon_timeout]'],
	[500, {}, 'outcome unknown - may have run', 'The service failed (500)'],
	[502, '<html>', 'outcome unknown - may have run', 'look for a late answer'],
	[200, '<html>', 'outcome unknown - may have run', 'a web page instead of JSON'],
] as const)('a command answered with %i %j is %s', async (status, body, outcome, words) => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('status');
	screen.sandbox.faults.failNext(status, body);
	await screen.press('enter').sees(outcome, words).waits(6000).sees(outcome);
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a command that nobody answers is a TIMEOUT of our own in the end', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').type('status');
	screen.sandbox.faults.hangRequests(true);
	await screen.press('enter').sees('waiting').comes('may have run').sees('did not answer within 10 s');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('a connection that breaks leaves the outcome unknown, and the answer is adopted all the same', async () => {
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

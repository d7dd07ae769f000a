import {expect, test} from 'vitest';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

test.each([
	[408, 'Request Timeout', /TIMEOUT Alpha, status, no answer after 5 seconds, may have run/],
	[502, '', /OUTCOME UNKNOWN Alpha, status, may have run\. The service failed \(502\)/],
	[200, '<html>', /OUTCOME UNKNOWN Alpha, status, may have run\. The answer is a web page/],
	[200, '{"serverId":"al', /OUTCOME UNKNOWN Alpha, status, may have run\. .*the JSON ends early/],
	[409, '{}', /FAILED Alpha, status, not run\. .*Start it, or wait until it is up\./],
])('line mode reports a command answered with %i %j', async (status, body, words) => {
	let asked = 0;
	const stream = await openLineModeApp({
		between: async (request, service) => {
			if (!request.url.includes('/rcon')) return service();
			asked++;
			return new Response(body, {status});
		},
	});
	await stream.comes('feed LIVE');
	await stream.line(':go Alpha');
	await stream.line('status');
	await stream.comes(words);
	expect(asked).toBe(1);
});

test('line mode sends a command as typed, and marks an answer to another command', async () => {
	const sent: unknown[] = [];
	const answers = [
		{serverId: 'alpha', command: {command: 'other', response: 'of another\nsecond'}},
		{serverId: 'alpha', command: {command: 'status', response: ''}},
		{serverId: 'alpha', command: {command: 'status', response: null}},
	];
	const stream = await openLineModeApp({
		between: async (request, service) => {
			if (!request.url.includes('/rcon')) return service();
			sent.push(await request.json());
			return Response.json(answers.shift());
		},
	});
	await stream.comes('feed LIVE');
	await stream.line(':go Alpha');
	await stream.line('  status  1');
	await stream.comes(
		/OUTCOME UNKNOWN Alpha, status {2}1, may have run\. The answer is for another command \(other\)\./,
		/^of another$/m,
		/^second$/m,
	);
	await stream.line(' status');
	await stream.comes(/ANSWER Alpha, \d+ms: no output/);
	await stream.line(' status');
	await stream.comes(/OUTCOME UNKNOWN Alpha, status, may have run\. The service reports no answer\./);
	expect(sent).toEqual([{command: '  status  1'}, {command: ' status'}, {command: ' status'}]);
});

test('a broadcast that the game does not know has failed', async () => {
	const said = 'Unknown command: ServerChat';
	const stream = await openLineModeApp({
		between: async (request, service) =>
			request.url.includes('/rcon')
				? Response.json({serverId: 'alpha', command: {command: '', response: said}})
				: service(),
	});
	await stream.comes('feed LIVE');
	await stream.line(':go Alpha');
	await stream.line(':broadcast Hello');
	await stream.line('yes');
	await stream.comes(`The game refused the command: ${said}`);
	expect(stream.output()).not.toMatch(/message sent|broadcast accepted/);
});

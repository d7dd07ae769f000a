import {expect, test} from 'vitest';
import {openService, openShipped} from './shipped.ts';

/** Several parts of output. */
const servers = Array.from({length: 3000}, (_, index) => ({
	id: `s${index}`,
	displayName: `Größe ${index}`,
	state: 'ONLINE',
	extra: {none: null},
	commands: [{command: 'status', response: 'x'.repeat(200)}],
}));

test('a long list is printed as sent, and the next command starts with the list', async () => {
	const {env, asked} = await openService({}, async (request, service) =>
		new URL(request.url).pathname.startsWith('/server/by-team/') ? Response.json(servers) : service(),
	);
	const {run} = openShipped({env});
	for (const requests of [2, 1]) {
		asked.length = 0;
		const {code, out, err} = await run(['servers', '--json']);
		expect({code, err}).toEqual({code: 0, err: ''});
		const printed = servers.map(server => ({...server, commands: undefined}));
		expect(JSON.parse(out)).toEqual({schema: 1, servers: printed});
		expect(asked).toHaveLength(requests);
	}
});

test('nothing of a long list that is cut off is printed, and the exit code is not 0', async () => {
	const text = JSON.stringify(servers);
	const {env} = await openService({}, async (request, service) => {
		if (!new URL(request.url).pathname.startsWith('/server/by-team/')) return service();
		// Without its end.
		return new Response(text.slice(0, -300), {headers: {'Content-Type': 'application/json'}});
	});
	const {code, out, err} = await openShipped({env}).run(['servers', '--json']);
	expect(code).not.toBe(0);
	expect(out).toBe('');
	expect(err).toMatch(/^rcondeck: .+ends early/);
});

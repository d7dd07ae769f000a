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

test('a long list is printed as it arrives, and one that is cut off ends early with an exit code', async () => {
	const text = JSON.stringify(servers);
	const released = Promise.withResolvers<void>();
	const {env} = await openService({}, async (request, service) => {
		if (!new URL(request.url).pathname.startsWith('/server/by-team/')) return service();
		const body = new ReadableStream({
			start: async controller => {
				controller.enqueue(Buffer.from(text.slice(0, text.length / 2)));
				await released.promise;
				// Without its end.
				controller.enqueue(Buffer.from(text.slice(text.length / 2, -300)));
				controller.close();
			},
		});
		return new Response(body, {headers: {'Content-Type': 'application/json'}});
	});
	const command = openShipped({env}).start(['servers', '--json']);
	await command.says('"s300"');
	released.resolve();
	const {code, out, err} = await command.ended;
	expect(code).not.toBe(0);
	expect(out).toMatch(/^\{"schema":1,"servers":\[\{"id":"s0"/);
	expect(() => JSON.parse(out) as unknown).toThrow(SyntaxError);
	expect(err).toMatch(/^rcondeck: .+ends early/);
});

import {expect, test} from 'vitest';
import {openService, openShipped} from './shipped.ts';

const servers = Array.from({length: 500}, (_, index) => ({
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

import {expect, test} from 'vitest';
import {openService, openShipped} from './shipped.ts';

test('the built file shares notes of admins, and reports without them if the service has no team journal', async () => {
	let isOffered = true;
	const service = await openService({}, async (request, answer) =>
		isOffered || !request.url.includes('/journal') ? answer() : new Response('', {status: 404}),
	);
	const {env} = service;
	const [ana, jonas] = [openShipped({env}), openShipped({env})];
	const entries = [{id: 'e1', kind: 'note', text: 'disk full'}];
	const body = JSON.stringify({entries});
	expect(await ana.run(['api', 'POST', '/journal', '-d', body, '--yes'])).toMatchObject({code: 0});
	expect((await jonas.run(['handover'])).out).toMatch(/^NOTE .*Mina: disk full$/m);
	isOffered = false;
	const other = await openShipped({env}).run(['handover']);
	expect(other).toMatchObject({code: 0});
	expect(other.out).not.toContain('disk full');
	// What was read before is kept.
	expect(await jonas.run(['handover'])).toMatchObject({
		code: 0,
		out: expect.stringContaining('Mina: disk full'),
	});
});

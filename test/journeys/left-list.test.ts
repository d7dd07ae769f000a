import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('a line stays with its server while that is not in the list, and cannot be sent', async () => {
	let listed: string | undefined;
	const screen = await openApp({
		between: async (request, service) =>
			listed !== undefined && request.url.includes('/server/by-team') ? new Response(listed) : service(),
	});
	await screen.sees('feed LIVE').press('j', 'i').type('say we st');
	listed = '[{"id": "other", "displayName": "Other", "state": "ONLINE"}]';
	await screen.comes('Other', '[no server] rcon> say we st').type('op').press('enter');
	await screen.sees('This server is not in the list at the moment.', '[no server] rcon> say we stop');
	expect(screen.asked('/rcon')).toEqual([]);
	listed = undefined;
	await screen.comes('Alpha', /\[Alpha 1p\] rcon> say we stop/).press('enter');
	await screen.sees(/me +> say we stop/);
	expect(screen.asked('/rcon').map(({path}) => path)).toEqual([
		'/server/alpha/rcon?await=true&timeoutMs=5000',
	]);
});

test('without a line, the next row is highlighted when the server goes', async () => {
	let isGone = false;
	const screen = await openApp({
		between: async (request, service) => {
			const answer = await service();
			if (!isGone || !request.url.includes('/server/by-team')) return answer;
			const servers = (await answer.json()) as {id: string}[];
			return Response.json(servers.filter(({id}) => id !== 'alpha'));
		},
	});
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha');
	isGone = true;
	await screen.comes('Alpha was deleted elsewhere.', 'CONSOLE Bravo');
	isGone = false;
	await screen.comes('Alpha was created elsewhere.', 'CONSOLE Bravo');
});

import {expect, test} from 'vitest';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

test('an unreadable list says why, and shows the known servers with their age', async () => {
	let isBroken = false;
	const stream = await openLineModeApp({
		between: (request, service) =>
			isBroken && /\/node/.test(new URL(request.url).pathname)
				? Promise.resolve(Response.json({key: 'internal'}, {status: 503}))
				: service(),
	});
	await stream.comes('feed LIVE');
	await stream.line(':nodes');
	await stream.comes('NODES 2, updated');
	isBroken = true;
	await stream.pass(60_000);
	await stream.line(':nodes');
	await stream.comes(
		'1. eu-1',
		'PROBLEM The nodes cannot be read: ',
		/NODES 2, updated \d+ (second|minute)s? ago\./,
	);
	expect(stream.output()).not.toContain('not read yet');
});

test.each([
	[':nodes', 'ACCESS_NODES'],
	[':node eu-1', 'ACCESS_NODES'],
	[':automations', 'ACCESS_AUTOMATIONS'],
	[':runs', 'ACCESS_AUTOMATIONS'],
])('%s names the missing permission and returns to the prompt', async (line, permission) => {
	const stream = await openLineModeApp({credentials: 'noPermissionsToken'});
	await stream.pass(2000);
	await stream.line(line);
	await stream.comes(/^PROBLEM The .* cannot be read: These credentials lack the permission /m, permission);
	await stream.comes(/\n\[no server\] rcon>$/);
	expect(stream.output()).toMatch(/not loaded yet/);
});

test(':trigger names the missing permission, and passes an id to the service', async () => {
	const stream = await openLineModeApp({credentials: 'noPermissionsToken'});
	await stream.pass(2000);
	await stream.line(':trigger 4711');
	await stream.comes(
		/^PROBLEM The .* cannot be read: These credentials lack the permission /m,
		'ACCESS_AUTOMATIONS',
		'4711 is not in the list: it is used as an ID, and the service decides.',
	);
	expect(stream.output()).toContain('QUESTION Trigger 4711');
});

test(':team works without permissions, and shows which ones are missing', async () => {
	const stream = await openLineModeApp({credentials: 'noPermissionsToken'});
	await stream.comes(/LIST cannot be read\. \[missingPermission\.ACCESS_SERVERS\] .*Ask the team owner/);
	await stream.line(':team');
	await stream.comes('3. team, Dev Guild', '2. you, this session, ACCESS_NODES, ACCESS_SERVERS missing');
	expect(stream.output()).not.toContain('mina@guild.example');
});

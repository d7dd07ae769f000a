import {sessionMessages} from '../../src/messages/login.ts';
import {expect, test} from 'vitest';
import {runCli, runDemo, startCli} from './run-cli.ts';

test('servers lists the entire team under headers', async () => {
	const {code, out, err} = await runDemo(['servers']);
	expect(code).toBe(0);
	expect(out.split('\n')[0]).toMatch(/^NAME +STATE +PLAYERS +GAME +NODE +ID$/);
	expect(out).toMatch(/^cs2-scrim +STOPPED +0 +CS2 +eu-2 +srv-cs2-scrim$/m);
	expect(err).toBe(`rcondeck: ${sessionMessages.onDemo}\n`);
});

test('servers --json is one document with the field names and time format of the service', async () => {
	const {out} = await runDemo(['servers', '--json', '--state', 'offline', '--game', 'CS2']);
	const document = JSON.parse(out) as {schema: number; servers: Record<string, unknown>[]};
	expect(document.schema).toBe(1);
	expect(document.servers.map(({displayName}) => displayName)).toEqual(['cs2-scrim']);
	expect(document.servers[0]?.['created']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('rcon prints the response of the game', async () => {
	const {code, out, err} = await runDemo(['rcon', 'cs2-mirage', '--', 'status']);
	expect({code, err}).toEqual({code: 0, err: `rcondeck: ${sessionMessages.onDemo}\n`});
	expect(out).toContain('de_mirage');
});

test('rcon --table formats lists as columns, and leaves everything else unchanged', async () => {
	const {code, out} = await runDemo(['rcon', '--yes', '--table', 'cs2-mirage', 'ark-isl-1', '--', 'status']);
	expect(code).toBe(0);
	expect(out).toMatch(/^Id +Name +Time +Ping +Loss +State +Rate +Address$/m);
	expect(out).toContain('map      : de_mirage');
	expect(out).toContain('Server received, But no response!!');
});

test('rcon on several servers prints each response under its name, and exits with 3 on partial failure', async () => {
	const {code, out, err} = await runDemo([
		'rcon',
		'isl-1',
		'isl-2',
		'cs2-scrim',
		'--yes',
		'--',
		'ListPlayers',
	]);
	expect(code).toBe(3);
	expect(out).toMatch(/^== ark-isl-1 ==$/m);
	expect(out).toMatch(/^== ark-isl-2 ==$/m);
	expect(err).toMatch(/^rcondeck: cs2-scrim: .*server\.is_not_online/m);
});

test('a conflict exits with 7 and prints its key, and its JSON contains the same', async () => {
	const {code, out, err} = await runDemo(['rcon', '--json', 'cs2-scrim', '--', 'status']);
	expect(code).toBe(7);
	expect(err).toContain('server.is_not_online');
	expect(JSON.parse(out)).toMatchObject({
		schema: 1,
		results: [{serverId: 'srv-cs2-scrim', command: 'status', error: {key: 'server.is_not_online'}}],
	});
});

test('a read-only session sends no changes, says so, and exits with 11', async () => {
	const {code, err} = await runDemo(['--read-only', 'rcon', 'cs2-mirage', '--', 'status']);
	expect(code).toBe(11);
	expect(err).toContain('read-only');
});

test('api sends any request and prints the response as JSON', async () => {
	const {code, out} = await runDemo(['api', 'get', '/team/my']);
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({name: 'Northwind Gaming'});
});

test('api reads the body from the argument or from stdin', async () => {
	const path = '/server/srv-cs2-mirage/rcon?await=true';
	const response = await runDemo(['api', 'POST', path, '--yes', '-d', '{"command": "status"}']);
	const piped = await runDemo(['api', 'POST', path, '--yes', '-f', '-'], {stdin: '{"command": "status"}'});
	expect(JSON.parse(response.out)).toMatchObject({serverId: 'srv-cs2-mirage'});
	expect(JSON.parse(piped.out)).toMatchObject({serverId: 'srv-cs2-mirage'});
});

test('info prints the version of the service', async () => {
	expect((await runDemo(['info'])).out).toMatch(/^DEMO {2}\S+\n$/);
});

test('a listening demo prints the variables for another terminal, serves it, and ends on a signal', async () => {
	const demo = startCli(['serve', '--demo', '--port', '0']);
	const announced = await demo.says('Press Ctrl-C to stop.');
	const env = Object.fromEntries(
		[...announced.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']),
	);
	expect(Object.keys(env)).toEqual(['RCONDECK_URL', 'RCONDECK_FEED_URL', 'RCONDECK_TOKEN']);
	const {code, out} = await runCli(['servers', '--match', 'mirage'], {env});
	expect({code, out}).toEqual({code: 0, out: expect.stringContaining('cs2-mirage')});
	const refused = await runCli(['servers'], {env: {...env, RCONDECK_TOKEN: 'wrong-token'}});
	expect(refused.code).toBe(4);
	const taken = await runCli(['serve', '--demo', '--port', new URL(env['RCONDECK_URL'] ?? '').port]);
	expect(taken).toMatchObject({code: 2, err: expect.stringContaining('is in use')});
	demo.end({code: 143});
	expect((await demo.ended).code).toBe(143);
});

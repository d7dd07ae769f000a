import {expect, onTestFinished, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {liveService} from './live-service.ts';
import {serveRaw} from '../service/raw-client.ts';
import {runCli, runDemo, startCli} from './run-cli.ts';
import {waitFor} from '../helpers/wait-for.ts';

test('feed prints the activity of others, one JSON value per line, until interrupted', async () => {
	const env = await liveService();
	const feed = startCli(['feed', '--json', '--server', 'cs2-mirage'], {env});
	await feed.saysOnError('feed LIVE');
	await runCli(['rcon', 'cs2-mirage', '--', 'status'], {env});
	const out = await feed.says('"kind":"rcon"');
	const line = out.split('\n').find(text => text.includes('"kind":"rcon"')) ?? '';
	expect(JSON.parse(line)).toMatchObject({schema: 1, packet: {serverId: 'srv-cs2-mirage'}});
	expect(line).toMatch(/"at":"\d{4}-/);
	feed.end({code: 130});
	expect((await feed.ended).code).toBe(130);
});

test('feed prints the output of a game, sanitized, and counts omitted lines', async () => {
	const served = await serveRaw();
	const env = {RCONDECK_URL: served.served.url, RCONDECK_TOKEN: served.demo.credentials.token};
	const [text, json] = [
		startCli(['feed', '--kind', 'output'], {env}),
		startCli(['feed', '--kind', 'output', 'task', '--json'], {env}),
	];
	const lines = [
		{kind: 'chat', text: 'Joe: \u001b[31mhi'},
		{kind: 'output', text: 'saved'},
	];
	const {broker, teamId} = served.demo;
	const output = {timestamp: '2026-11-23T01:00:00Z', lines, omitted: 7};
	let isSeen = false;
	const seen = Promise.all([text.says('omitted'), json.says('\n')]).finally(() => (isSeen = true));
	// A client is LIVE when it has asked for the destination, which may be before the broker knows.
	await waitFor(() => {
		broker.broadcast(teamId, {serverId: 'srv-cs2-mirage', state: 'ONLINE'});
		broker.broadcast(teamId, {serverId: 'srv-cs2-mirage', output});
		expect(isSeen).toBe(true);
	});
	const [printed, printedJson] = await seen;
	expect(
		printed
			.replaceAll(/^\S+ {2}/gm, '')
			.split('\n')
			.slice(0, 3),
	).toEqual([
		'srv-cs2-mirage  chat  | Joe: ^[[31mhi',
		'srv-cs2-mirage  output  | saved',
		'srv-cs2-mirage  output  ... 7 lines omitted',
	]);
	expect(JSON.parse(printedJson.split('\n')[0] ?? '')).toMatchObject({
		kind: 'output',
		serverId: 'srv-cs2-mirage',
		output: {timestamp: '2026-11-23T01:00:00.000Z', lines, omitted: 7},
	});
	for (const feed of [text, json]) {
		feed.end({code: 130});
		expect((await feed.ended).code).toBe(130);
	}
});

test('feed retries after a rejected handshake, and says when', async () => {
	const {url} = await httpService(({url: asked}, response) => {
		if (asked === '/team/my') json(response, 200, {id: 't'});
		else if (asked.startsWith('/server/')) json(response, 200, []);
		else response.writeHead(401).end();
	});
	const feed = startCli(['feed'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(await feed.saysOnError('retry in')).toMatch(/feed \u2026: .*401.*, retry in \d+/);
	feed.end({code: 130});
	expect((await feed.ended).code).toBe(130);
});

test('watch prints each response under its time, until interrupted', async () => {
	const watch = startCli(['--demo', 'watch', 'cs2-mirage', '--', 'status']);
	expect(await watch.says('de_mirage')).toMatch(/^-- \d{4}-\S+Z cs2-mirage\n/);
	watch.end({code: 130});
	expect((await watch.ended).code).toBe(130);
});

test('servers --watch starts with every server, one value per line', async () => {
	const watch = startCli(['--demo', 'servers', '--watch', '--json', '--match', 'mirage']);
	const line = await watch.says('\n');
	expect(JSON.parse(line)).toMatchObject({schema: 1, change: 'changed', server: {id: 'srv-cs2-mirage'}});
	watch.end({code: 143});
	expect((await watch.ended).code).toBe(143);
});

test.each([
	[['watch', 'cs2-mirage', '--', ' '], 2, /blank/],
	[['watch', 'cs2-mirage', '--every', '0', '--', 'x'], 2, /--every: "0" is out of range. Use 10s to 10m/],
	[['watch', 'cs2-mirage'], 2, /then --, then the command/],
	[['--read-only', 'watch', 'cs2-mirage', '--', 'status'], 11, /read-only/],
	[['feed', '--server', 'nobody'], 6, /There is no server/],
])('%j reports the error', async (argv, code, words) => {
	const ran = await runDemo(argv);
	expect(ran.err).toMatch(words);
	expect(ran).toMatchObject({code, out: ''});
});

test.each([
	[[], 'login bob ***'],
	[['--show-secrets'], 'login bob hunter2'],
])('the feed prints commands of others with %j as %j', async (options, shown) => {
	const env = await liveService();
	const feed = startCli(['feed', ...options], {env});
	onTestFinished(() => feed.end({code: 130}));
	await feed.saysOnError('feed LIVE');
	await runCli(['rcon', 'cs2-mirage', '--', 'login bob hunter2'], {env});
	expect(await feed.says('login bob')).toContain(`> ${shown}`);
});

import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {runCli} from './run-cli.ts';

type Records = readonly object[];
const numbered = (count: number, more: object = {}) =>
	Array.from({length: count}, (_, n) => ({id: `r${n}`, name: `name${n}`, displayName: `name${n}`, ...more}));

const envelopes: [string, (all: Records, page: number, size: number) => object][] = [
	[
		'flat',
		(all, page, size) => ({
			content: all.slice(page * size, (page + 1) * size),
			page,
			size,
			totalElements: all.length,
			totalPages: Math.ceil(all.length / size),
			last: (page + 1) * size >= all.length,
		}),
	],
	[
		'with a page object',
		(all, page, size) => ({
			content: all.slice(page * size, (page + 1) * size),
			page: {number: page, size, totalElements: all.length, totalPages: Math.ceil(all.length / size)},
		}),
	],
];
const [[, flat] = ['', () => ({})]] = envelopes;

/** A service whose lists come in pages of two. */
async function paged(lists: Record<string, Records>, envelope = flat) {
	const {url, seen} = await httpService((request, response) => {
		const {pathname, searchParams} = new URL(request.url, 'http://x');
		const all = lists[pathname];
		if (all) json(response, 200, envelope(all, Number(searchParams.get('page') ?? 0), 2));
		else json(response, 200, pathname === '/team/my' ? {id: 't', name: 'team'} : []);
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 'token-of-a-test', RCONDECK_FEED_URL: 'off'};
	return {env, posts: () => seen.filter(({method}) => method === 'POST').map(request => request.url)};
}

const servers = numbered(5, {state: 'ONLINE', gameType: 'CS2', nodeId: 'r4'});
const everything = {
	'/server/by-team/t': servers,
	'/node/by-team/t': numbered(5).map(node => ({...node, settings: {name: node.name}})),
	'/automation/by-team/t': numbered(5, {enabled: true}),
	'/node/r4/task': numbered(5, {state: 'RUNNING', nodeId: 'r4'}),
};

test.each(envelopes)('one-shot commands read every page of an envelope %s', async (_, envelope) => {
	const {env, posts} = await paged(everything, envelope);
	for (const [argv, plural] of [
		[['servers'], 'servers'],
		[['node', 'list'], 'nodes'],
		[['automation', 'list'], 'automations'],
	] as const) {
		const ran = await runCli([...argv, '--json'], {env});
		const document = JSON.parse(ran.out) as Record<string, Records>;
		expect([ran.code, ran.err, document[plural]?.length, document['unreadable']]).toEqual([
			0,
			'',
			5,
			undefined,
		]);
	}
	const tasks = await runCli(['tasks', '--json'], {env});
	expect((JSON.parse(tasks.out) as {tasks: Records}).tasks).toHaveLength(5);
	const restarted = await runCli(['restart', '--state', 'up', '--yes'], {env});
	expect(restarted).toMatchObject({code: 0});
	const triggered = await runCli(['automation', 'trigger', 'name4', '--yes'], {env});
	expect(triggered).toMatchObject({code: 0});
	expect(posts()).toEqual([
		...servers.map(({id}) => `/server/${id}/restart`),
		expect.stringContaining('/automation/r4/trigger'),
	]);
});

test('a list that ends early says so on stderr and in JSON, and the exit code is 3', async () => {
	const {env} = await paged({'/server/by-team/t': servers}, (all, _page, size) => flat(all, 0, size));
	const reason = '2 of 5 records read: page 1 repeats earlier ones';
	const listed = await runCli(['servers', '--json'], {env});
	expect(listed).toMatchObject({code: 3, err: `rcondeck: The list is incomplete: ${reason}.\n`});
	expect(JSON.parse(listed.out)).toMatchObject({servers: {length: 2}, unreadable: [{reason}]});
	const restarted = await runCli(['restart', '--state', 'up', '--yes'], {env});
	expect(restarted.code).toBe(3);
	expect(restarted.err).toContain(reason);
	const unknown = await runCli(['restart', 'name4', '--yes'], {env});
	expect(unknown).toMatchObject({code: 6, err: expect.stringContaining(reason)});
});

const broken = {id: '', displayName: 'broken'};

test.each([
	['node list', '/node/by-team/t'],
	['automation list', '/automation/by-team/t'],
	['servers', '/server/by-team/t'],
])('%s: some unreadable records are exit 3, all are exit 9, and JSON names them', async (command, path) => {
	const argv = [...command.split(' '), '--json'];
	const some = await runCli(argv, {env: (await paged({[path]: [broken, ...servers, broken]})).env});
	expect([some.code, some.err]).toEqual([3, expect.stringContaining('2 unreadable records.')]);
	expect(JSON.parse(some.out)).toMatchObject({unreadable: [{index: 0, name: 'broken'}, {index: 6}]});
	const all = await runCli(argv, {env: (await paged({[path]: [broken, broken]})).env});
	expect([all.code, all.err]).toEqual([9, expect.stringContaining('2 unreadable records.')]);
	expect(JSON.parse(all.out)).toMatchObject({unreadable: {length: 2}});
});

test('nothing is sent to a selection if no record could be read', async () => {
	const {env, posts} = await paged({'/server/by-team/t': [broken, broken]});
	const ran = await runCli(['restart', '--state', 'up', '--yes'], {env});
	expect(ran).toMatchObject({code: 9, err: expect.stringContaining('None of the 2 records could be read.')});
	expect(posts()).toEqual([]);
});

/** Answers the list of servers in pages of one; `isIgnored`: whatever the page, the first. */
const inPages =
	(isIgnored = false) =>
	async (request: Request, service: () => Promise<Response>): Promise<Response> => {
		const answer = await service();
		const {pathname, searchParams} = new URL(request.url);
		if (!pathname.startsWith('/server/by-team/')) return answer;
		const page = isIgnored ? 0 : Number(searchParams.get('page') ?? 0);
		return Response.json(flat((await answer.json()) as Records, page, 1));
	};

test('the TUI and line mode read every page, and report missing records', async () => {
	const screen = await openApp({between: inPages()});
	await screen.sees('Alpha', 'Bravo', 'Charlie', '2 up 1 DOWN');
	const cut = await openApp({columns: 160, between: inPages(true)});
	await cut.sees('more records', '!! list incomplete: 1 of 3 records read: page 1 repeats earlier ones');
	const stream = await openLineModeApp({between: inPages()});
	await stream.comes('3 servers');
	await stream.line(':servers');
	await stream.comes('Alpha', 'Bravo', 'Charlie');
	expect(stream.output()).not.toContain('more records');
	const lacking = await openLineModeApp({between: inPages(true)});
	await lacking.comes('list incomplete (1 of 3 records read');
});

import {expect, test} from 'vitest';
import {dataFile, openService, type Answer, type Service} from './open-service.ts';

type Entry = Record<string, unknown> & {seq: number; previous: number};
const entriesIn = ({body}: Answer): Entry[] => body['entries'] as Entry[];

const note = (id: string, more: object = {}) => ({id, kind: 'note', text: 'patch at six', ...more});
const write = ({post}: Service, ...entries: object[]) => post('/journal', {entries});
const read = ({call}: Service, after?: number) =>
	call('GET', `/journal/team${after === undefined ? '' : `?after=${after}`}`);

async function signInOf({post}: Service, name: string, permissions: string[]) {
	const invited = await post('/team/team/invite-code', {name, permissions});
	const joined = await post('/team/join', {code: invited.body['code']});
	return {'Application-Token': String(joined.body['token'])};
}

test('an entry has the name and the time from the service, and no client can claim others', async () => {
	const service = await openService();
	const {call, clock} = service;
	const ana = await signInOf(service, 'Ana', ['MANAGE_SERVERS', 'ACCESS_SERVERS']);
	const claims = {by: 'Mina', memberId: 'owner', at: '2001-01-01T00:00:00Z', seq: 1};
	for (const claim of Object.entries(claims)) {
		const claimed = {...note('entry-0001'), ...Object.fromEntries([claim])};
		expect((await call('POST', '/journal', {entries: [claimed]}, ana)).status).toBe(400);
	}
	const answer = await call('POST', '/journal', {entries: [note('entry-0001')]}, ana);
	const at = new Date(clock.now()).toISOString();
	expect(answer.status).toBe(200);
	expect(entriesIn(answer)).toMatchObject([{id: 'entry-0001', by: 'Ana', at, text: 'patch at six'}]);
	expect(entriesIn(answer)[0]).not.toMatchObject({memberId: 'owner'});
	await write(service, note('entry-0002'));
	expect(entriesIn(await read(service)).map(({by, memberId}) => [by, memberId === 'owner'])).toEqual([
		['Ana', false],
		['Mina', true],
	]);
});

test('an entry that is sent again is stored and announced once', async () => {
	const service = await openService();
	const packets = await service.listen();
	const down = {id: 'entry-0001', kind: 'acknowledged', serverId: 'down', state: 'OFFLINE'};
	const first = entriesIn(await write(service, down));
	expect(first).toMatchObject([{server: 'down', state: 'OFFLINE', previous: 0}]);
	const again = entriesIn(await write(service, down, note('entry-0002')));
	expect(again).toMatchObject([first[0], {id: 'entry-0002', previous: first[0]?.seq}]);
	expect(entriesIn(await read(service))).toEqual(again);
	const heard = () => packets.flatMap(({journalEntry}) => (journalEntry === undefined ? [] : [journalEntry]));
	await service.until(() => heard().length === 2);
	expect(heard()).toEqual(again);
});

test('readers page on from the last entry, and an entry that was dropped leaves a visible gap', async () => {
	const service = await openService();
	for (let batch = 0; batch < 11; batch++) {
		const ids = Array.from({length: 100}, (_, index) => `entry-${batch}-${index}`);
		expect((await write(service, ...ids.map(id => note(id)))).status).toBe(200);
	}
	const all: Entry[] = [];
	for (let page = await read(service); entriesIn(page).length > 0;) {
		expect(entriesIn(page).length).toBeLessThanOrEqual(200);
		all.push(...entriesIn(page));
		page = await read(service, all.at(-1)?.seq);
		expect(page.body['newest']).toBeGreaterThanOrEqual(all.at(-1)?.seq ?? 0);
	}
	expect(all).toHaveLength(1000);
	expect(all[0]).toMatchObject({id: 'entry-1-0', previous: expect.toSatisfy((seq: number) => seq > 0)});
	expect(all.slice(1).map(({previous}) => previous)).toEqual(all.slice(0, -1).map(({seq}) => seq));
	expect(all.filter(({seq, previous}) => seq <= previous)).toEqual([]);
});

test('an entry made without the service keeps its own time, at most a week ago', async () => {
	const service = await openService();
	const answer = await write(service, note('entry-0001', {ageMs: 600_000}));
	const [entry] = entriesIn(answer);
	expect(entry).toMatchObject({at: new Date(service.clock.now() - 600_000).toISOString()});
	expect((await write(service, note('entry-0002', {ageMs: 8 * 86_400_000}))).status).toBe(400);
});

test('an entry about a server of another team, or of none, is not stored', async () => {
	const service = await openService();
	const answer = await write(
		service,
		{id: 'entry-0001', kind: 'acknowledged', serverId: 'none'},
		{id: 'entry-0002', kind: 'acknowledged'},
		note('entry-0003'),
	);
	expect(entriesIn(answer).map(({id}) => id)).toEqual(['entry-0003']);
});

test.each([
	['no entries', {entries: []}],
	['too many', {entries: Array.from({length: 101}, (_, index) => note(`entry-${index}`))}],
	['an empty id', {entries: [note('')]}],
	['a long id', {entries: [note('e'.repeat(101))]}],
	['an unknown kind', {entries: [note('entry-0001', {kind: 'order'})]}],
	['a long text', {entries: [note('entry-0001', {text: 'x'.repeat(1001)})]}],
	['a negative age', {entries: [note('entry-0001', {ageMs: -1})]}],
	['no list', {entries: note('entry-0001')}],
])('refuses %s and stores nothing', async (_name, body) => {
	const service = await openService();
	expect(await service.post('/journal', body)).toMatchObject({
		status: 400,
		body: {key: 'validation.failed'},
	});
	expect(entriesIn(await read(service))).toEqual([]);
});

test('whoever reads servers reads it, and whoever manages them writes it, in their own team', async () => {
	const service = await openService();
	const {call, demo} = service;
	const {readOnlyToken, noPermissionsToken, otherTeamToken} = demo.credentials;
	const as = (token: string, method: string, path: string, body?: object) =>
		call(method, path, body, {'Application-Token': token});
	const entries = [note('entry-0001')];
	expect((await as(readOnlyToken, 'GET', '/journal/team')).status).toBe(200);
	expect(await as(readOnlyToken, 'POST', '/journal', {entries})).toMatchObject({
		status: 403,
		body: {key: 'missingPermission.MANAGE_SERVERS'},
	});
	expect((await as(noPermissionsToken, 'GET', '/journal/team')).status).toBe(403);
	expect((await as(otherTeamToken, 'GET', '/journal/team')).status).toBe(404);
	expect((await as(otherTeamToken, 'POST', '/journal', {entries})).status).toBe(200);
	// The same id in two teams names two entries.
	expect(entriesIn(await read(service))).toEqual([]);
	expect(entriesIn(await write(service, note('entry-0001')))).toMatchObject([{by: 'Mina'}]);
});

test('the journal survives a restart', async () => {
	const file = dataFile();
	const first = await openService({data: file});
	await write(first, note('entry-0001'));
	const before = entriesIn(await read(first));
	await first.demo.close();
	expect(entriesIn(await read(await openService({data: file})))).toEqual(before);
});

test('a service of the specification alone has no journal', async () => {
	const service = await openService({strictSpec: true});
	expect((await read(service)).status).toBe(404);
	expect((await write(service, note('entry-0001'))).status).toBe(404);
});

import fc from 'fast-check';
import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {createServersReader} from '../../src/contract/fast-servers.ts';
import {createListParser} from '../../src/lib/json-list.ts';

const bySchema = (value: unknown) => endpoints.listServers.response.safeParse(value).data;
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

const odd = fc.constantFrom<unknown>(null, undefined, '', 7, -0.5, 1e300, true, [], {}, 'x', ['x']);
const mostly = <Value>(usual: fc.Arbitrary<Value>) =>
	fc.oneof({weight: 12, arbitrary: usual as fc.Arbitrary<unknown>}, {weight: 1, arbitrary: odd});
const moment = fc.constantFrom<unknown>(
	'2026-01-02T03:04:05Z',
	'2026-01-02T03:04:05.123456789Z',
	'1970-01-01T00:00:01Z',
	'soon',
	1769940000.5,
	1769940000500,
	null,
);
const words = fc.constantFrom('a', 'b', 'c');
const command = fc.record(
	{
		command: mostly(words),
		response: mostly(words),
		commandId: mostly(words),
		timestamp: mostly(moment),
		extra: odd,
	},
	{requiredKeys: []},
);
const backup = fc.record(
	{
		backupId: mostly(words),
		id: odd,
		serverId: mostly(words),
		name: mostly(words),
		kind: mostly(words),
		size: odd,
		autoBackup: fc.oneof(odd, fc.constantFrom('TRUE', 'false')),
		createdAt: moment,
		expiresAt: moment,
		extra: odd,
	},
	{requiredKeys: []},
);
const server = fc.record(
	{
		id: mostly(words),
		displayName: mostly(words),
		teamId: mostly(words),
		created: mostly(moment),
		state: mostly(words),
		onlinePlayers: mostly(fc.nat(3)),
		rconPort: mostly(fc.nat(3)),
		commandQueue: mostly(words),
		backups: mostly(fc.array(backup, {maxLength: 2})),
		commands: mostly(fc.array(mostly(command), {maxLength: 4})),
		unknown: odd,
	},
	{requiredKeys: ['id']},
);
const list = mostly(fc.array(mostly(server), {maxLength: 4}));

test('the fast reader returns the same as the schema, poll after poll', () => {
	fc.assert(
		fc.property(fc.array(list, {maxLength: 5}), polls => {
			const read = createServersReader();
			for (const poll of polls) expect(read(copy(poll))).toEqual(bySchema(copy(poll)));
		}),
		{numRuns: 2000},
	);
});

test.each([
	'[{"id":"a","__proto__":{"x":1}}]',
	'[{"id":"a","commands":[{"command":"x","__proto__":{"y":1}}]}]',
	'[{"id":"a","onlinePlayers":1e999}]',
	'[{"id":"a","created":1e999}]',
	'[{"id":"a"},{"id":"a","displayName":"again"}]',
])('%s reads the same as with the schema', text => {
	expect(createServersReader()(JSON.parse(text))).toEqual(bySchema(JSON.parse(text)));
});

const line = (n: number) => ({
	command: `c${n}`,
	response: 'ok',
	commandId: `id${n}`,
	timestamp: '2026-01-02T03:04:05Z',
});
const fleet = (...lists: number[][]) =>
	lists.map((commands, index) => ({
		id: `s${index}`,
		displayName: `Server ${index}`,
		created: '2026-01-01T00:00:00Z',
		onlinePlayers: 1,
		extra: {tags: ['x']},
		backups: [{backupId: 'b', createdAt: '2026-01-01T00:00:00Z'}],
		commands: commands.map(line),
	}));

test('the fast reader returns the same from lists of which only some records change', () => {
	const step = fc.record({at: fc.nat(4), removed: fc.nat(1), added: fc.array(server, {maxLength: 1})});
	fc.assert(
		fc.property(
			fc.array(server, {minLength: 2, maxLength: 5}),
			fc.array(step, {maxLength: 6}),
			(first, steps) => {
				const [read, parse] = [createServersReader(), createListParser()];
				let poll = first;
				for (const {at, removed, added} of [{at: 0, removed: 0, added: []}, ...steps]) {
					poll = poll.toSpliced(at, removed, ...added);
					const text = JSON.stringify(poll);
					const value = parse(new TextEncoder().encode(text)) ?? JSON.parse(text);
					expect(read(value)).toEqual(bySchema(copy(poll)));
				}
			},
		),
		{numRuns: 500},
	);
});

test('a poll without changes returns the identical list', () => {
	const read = createServersReader();
	const first = read(fleet([1, 2], [3]));
	expect(read(fleet([1, 2], [3]))).toBe(first);
});

test('creates a new record only for the server that changed, and reuses its commands', () => {
	const read = createServersReader();
	const first = read(fleet([1, 2], [3]))?.items ?? [];
	const second = read(fleet([1, 2, 4], [3]))?.items ?? [];
	expect(second[1]).toBe(first[1]);
	expect(second[0]).not.toBe(first[0]);
	expect(second[0]?.commands.slice(0, 2)).toEqual(first[0]?.commands);
	expect(second[0]?.commands[0]).toBe(first[0]?.commands[0]);
	expect(second[0]?.backups).toBe(first[0]?.backups);
});

test.each([
	['loses its oldest', [1, 2, 3], [2, 3, 4]],
	['is newest first', [3, 2, 1], [4, 3, 2]],
	['is newest first and grows', [2, 1], [3, 2, 1]],
])('a list of commands that %s keeps the others', (_how, before, after) => {
	const read = createServersReader();
	const old = read(fleet(before))?.items[0]?.commands ?? [];
	const now = read(fleet(after))?.items[0]?.commands ?? [];
	expect(now.map(({command}) => command)).toEqual(after.map(n => `c${n}`));
	expect(now.filter(command => old.includes(command)).length).toBe(
		after.filter(n => before.includes(n)).length,
	);
});

test('a command whose response arrived later is a new record', () => {
	const read = createServersReader();
	const pending = fleet([1]);
	Object.assign(pending[0]?.commands[0] ?? {}, {response: null});
	const first = read(pending)?.items[0];
	const second = read(fleet([1]))?.items[0];
	expect(first?.commands[0]?.response).toBeUndefined();
	expect(second?.commands[0]?.response).toBe('ok');
	expect(second).not.toBe(first);
});

import fc from 'fast-check';
import {expect, test} from 'vitest';
import type * as z from 'zod';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import type {fastRows} from '../../src/contract/endpoints/fast-rows.ts';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {table} from '../../src/contract/endpoints/table.ts';
import {createServersReader} from '../../src/contract/fast-servers.ts';
import {readTeam} from '../../src/contract/fast-team.ts';
import {readAwaitedRcon} from '../../src/contract/models/rcon-answer.ts';
import {InputProblem, requestOfFields} from '../../src/contract/request.ts';
import {sourceOf} from '../../src/contract/sources.ts';

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');
const odd = fc.constantFrom<unknown>(null, undefined, '', 7, -0.5, true, [], {}, 'x', ['x'], {name: 'x'});
const mostly = <Value>(usual: fc.Arbitrary<Value>) =>
	fc.oneof({weight: 6, arbitrary: usual as fc.Arbitrary<unknown>}, {weight: 1, arbitrary: odd});
const words = fc.constantFrom('a', 'b', 'b@example.com');
const moment = fc.constantFrom<unknown>('2026-01-02T03:04:05Z', 'soon', 1769940000500);
const open = {requiredKeys: []};

const person = fc.oneof(
	mostly(words),
	fc.record(
		{
			id: mostly(words),
			memberId: mostly(words),
			name: mostly(words),
			email: mostly(words),
			user: mostly(fc.record({id: mostly(words), name: words}, open)),
			permissions: mostly(fc.array(words)),
			twoFAEnabled: odd,
			issuedTokens: odd,
			invitedAt: moment,
			expired: odd,
			extra: odd,
		},
		open,
	),
);
const people = mostly(fc.oneof(fc.array(person, {maxLength: 3}), fc.dictionary(words, person)));
const team = fc.record(
	{
		id: mostly(words),
		teamId: mostly(words),
		name: mostly(words),
		iconImageId: odd,
		owner: person,
		members: people,
		invitedMembers: people,
		applications: mostly(fc.dictionary(words, mostly(fc.array(words)))),
		inviteCode: odd,
		limits: odd,
		extra: odd,
	},
	open,
);

test('the fast reader of the team returns the same as the schema, or leaves the team to it', () => {
	fc.assert(
		fc.property(mostly(team), value => {
			const bySchema = table.myTeam.response.safeParse(copy(value)).data;
			expect(readTeam(copy(value)) ?? bySchema).toEqual(bySchema);
		}),
		{numRuns: 2000},
	);
});

test('the fast reader reads a usual team', () => {
	const sent = {
		id: 't',
		name: 'Team',
		owner: {id: 'o', name: 'Owner'},
		members: [
			{id: 'o', name: 'Owner', permissions: ['MANAGE_TEAM']},
			{id: 'm', email: 'm@example.com'},
		],
		invitedMembers: [{email: 'i@example.com', invitedAt: '2026-01-02T03:04:05Z'}],
		applications: {app: ['ACCESS_SERVERS']},
	};
	const read = readTeam(copy(sent));
	expect(read).toEqual(table.myTeam.response.parse(copy(sent)));
	expect(read && sourceOf(read)).toEqual(sent);
});

test('the fast reader of a result returns the same as the schema', () => {
	const command = fc.record(
		{command: mostly(words), response: mostly(words), commandId: mostly(words), timestamp: mostly(moment)},
		open,
	);
	const answer = fc.record(
		{
			serverId: mostly(words),
			command: mostly(command),
			response: mostly(words),
			data: mostly(command),
			extra: odd,
		},
		open,
	);
	fc.assert(
		fc.property(mostly(answer), value => {
			const read = readAwaitedRcon(copy(value));
			expect(read).toEqual(table.awaitRcon.response.safeParse(copy(value)).data);
		}),
		{numRuns: 2000},
	);
});

test('a list that is read as sent keeps the source of each server, unlike a polled one', () => {
	const sent = [
		{id: 'a', onlinePlayers: '3', commands: [{command: 'x', timestamp: '2026-01-02T03:04:05Z'}], extra: null},
	];
	const [server] = createServersReader()(copy(sent), true)?.items ?? [];
	expect(server).toMatchObject({onlinePlayers: 3, commands: [{timestamp: 1767323045000}]});
	expect(server && sourceOf(server)).toEqual(sent[0]);
});

const record = fc.record(
	{
		id: mostly(words),
		nodeId: mostly(words),
		name: mostly(words),
		state: mostly(words),
		createdAt: moment,
		settings: mostly(fc.record({name: odd, extra: odd}, open)),
		targetIds: mostly(fc.array(words)),
		targets: odd,
		extra: odd,
	},
	open,
);
const records = fc.array(mostly(record), {maxLength: 4});
const count = mostly(fc.nat(3));
const answers = fc.oneof(
	records,
	fc.record({content: records, page: count, size: count, totalElements: count, totalPages: count}, open),
	fc.record({data: fc.record({items: records})}),
	fc.record({entries: records, newest: count}, open),
	record,
	odd,
);
const polled = [
	'version',
	'listNodes',
	'listNodeTasks',
	'listAutomations',
	'listRuns',
	'readJournal',
] as const satisfies (keyof typeof fastRows)[];

test.each(polled)(
	'the fast reader of %s returns the same as the schema, or leaves the answer to it',
	name => {
		const {response, reader}: Endpoint = table[name];
		const read = reader?.() ?? (() => {});
		fc.assert(
			fc.property(answers, value => {
				const bySchema = (response as z.ZodType).safeParse(copy(value)).data;
				expect(read(copy(value)) ?? bySchema).toEqual(bySchema);
			}),
			{numRuns: 1000},
		);
	},
);

test.each(['listNodes', 'listNodeTasks', 'listAutomations', 'listRuns'] as const)(
	'the fast reader of %s reads usual records, and keeps each as sent',
	name => {
		const sent = [
			{id: 'a', createdAt: '2026-01-02T03:04:05Z', extra: null},
			{id: 'b', teamId: 7},
		];
		const {items = []} = table[name].reader()(copy(sent)) ?? {};
		expect(items).toMatchObject([{id: 'a', extra: null}, {id: 'b'}]);
		expect(items.map(item => sourceOf(item))).toEqual(sent);
	},
);

function sent(row: Endpoint, fields: Record<string, unknown>): unknown {
	try {
		return requestOfFields(row, fields, row.path);
	} catch (error) {
		if (error instanceof InputProblem) return error.message;
		throw error;
	}
}

test.each(['listRuns', 'readJournal'] as const)(
	'the fast writer of %s sends the same as the schemas, and refuses the same',
	name => {
		const value = fc.oneof(odd, fc.constantFrom(0, -1, 1, 1.5, 50, 2 ** 53, Number.NaN, '7', 'SUCCEEDED'));
		const input = fc.record(
			{
				teamId: fc.constantFrom('a', ''),
				after: value,
				page: value,
				size: value,
				automationId: value,
				statuses: value,
				createdFrom: value,
				createdTo: value,
			},
			open,
		);
		const {writer: _, ...bySchemas} = table[name];
		fc.assert(
			fc.property(input, fields => {
				expect(sent(endpoints[name], fields)).toEqual(sent(bySchemas, fields));
			}),
			{numRuns: 1000},
		);
	},
);

test('the fast writer of a command sends the same as the schemas, and refuses the same', () => {
	const input = fc.record(
		{
			serverId: fc.constantFrom('a', '', '..'),
			command: mostly(fc.string()),
			timeoutMs: mostly(fc.constantFrom(1, 5000, 0, 1.5, '7')),
			await: odd,
		},
		open,
	);
	const {writer: _, ...bySchemas} = table.awaitRcon;
	fc.assert(
		fc.property(input, fields => {
			expect(sent(endpoints.awaitRcon, fields)).toEqual(sent(bySchemas, fields));
		}),
		{numRuns: 1000},
	);
});

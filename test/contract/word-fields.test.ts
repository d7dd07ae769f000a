import {expect, test} from 'vitest';
import type * as z from 'zod';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {listOf} from '../../src/contract/models/list.ts';
import {Count, field, Id, OwnId, record, recordOf, Words} from '../../src/contract/record.ts';
import {parseJson} from '../../src/lib/json/json.ts';
import {prototypeNames} from '../helpers/any-text.ts';
import {
	answerFields,
	answering,
	contentsOf,
	withWords,
	wordFieldsOf,
	type WordField,
} from '../helpers/contract-fields.ts';

const fieldTexts = (schema: z.ZodType) =>
	wordFieldsOf(schema).map(({place, form}) => `${place.join('.')} ${form}`);

test('finds word fields in a new model', () => {
	const inner = record({id: OwnId, memberId: Id, size: Count});
	const owner = field(value => inner.safeParse(value).data);
	const model = recordOf(['run'], record({id: OwnId, backupId: Id, permissions: Words, owner}));
	const found = ['id text', 'backupId text', 'permissions list', 'permissions name'];
	const nested = ['owner.id text', 'owner.memberId text'];
	expect(fieldTexts(model)).toEqual(expect.arrayContaining([...found, ...nested]));
	expect(fieldTexts(listOf(model))).toEqual(
		expect.arrayContaining([...found, ...nested].map(name => `*.${name}`)),
	);
	expect(fieldTexts(model).filter(name => name.includes('size') || name.includes('map'))).toEqual([]);
});

test.each([
	['listServers', 20, ['*.nodeId text', '*.state text', '*.gameType text', '*.backups.*.backupId text']],
	['getServer', 20, ['id text', 'commands.*.commandId text']],
	['listNodes', 9, ['*.status text', '*.settings.name text']],
	['listNodeTasks', 8, ['*.type text', '*.targetIds list', '*.targetIds name']],
	['listAutomations', 6, ['*.id text', '*.teamId text']],
	['listRuns', 8, ['*.status text', '*.automationId text', '*.targetIds name']],
	['myTeam', 15, ['members.*.permissions list', 'applications name', 'owner.id text', 'inviteCode text']],
	['createServer', 20, ['state text']],
	['triggerAutomation', 8, ['status text']],
	['awaitRcon', 3, ['serverId text', 'command.commandId text']],
] as const)('finds the word fields of %s in its schema', (name, least, some) => {
	const fields = answerFields(name).map(({place, form}) => `${place.join('.')} ${form}`);
	expect(fields).toEqual(expect.arrayContaining([...some]));
	expect(fields.length).toBeGreaterThanOrEqual(least);
});

/** The fields beside one, and beside the records that contain it. */
const besides = ({place}: WordField, fields: readonly WordField[]): WordField[] =>
	fields
		.filter(other => other.place.slice(0, -1).every((step, at) => step === place[at]))
		.toSorted((one, other) => one.place.length - other.place.length);

test.each(prototypeNames)('every single word may be %s and reads like any other', name => {
	const inherited = Object.getOwnPropertyNames(Object.prototype);
	const lost: string[] = [];
	for (const endpoint of answering) {
		const fields = answerFields(endpoint);
		const {response}: Endpoint = endpoints[endpoint];
		for (const field of fields) {
			const plain = withWords(undefined, besides(field, fields), (_field, at) => `plain-${at}`);
			const text = JSON.stringify(withWords(plain, [field], () => name));
			const read = (response as z.ZodType).safeParse(parseJson(text)).data;
			if (!contentsOf(read).has(name)) lost.push(`${endpoint} ${field.place.join('.')}`);
		}
	}
	expect(lost).toEqual([]);
	expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(inherited);
});

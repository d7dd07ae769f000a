import {expect, test} from 'vitest';
import {createServersReader} from '../../src/contract/fast-servers.ts';
import {listOf} from '../../src/contract/models/common.ts';
import {maxRecords, recordsIn} from '../../src/contract/models/envelope.ts';
import {pageOf} from '../../src/contract/models/page.ts';
import {GameServer} from '../../src/contract/models/server.ts';

const readers = {
	schema: (value: unknown) => listOf(GameServer).parse(value),
	'fast reader': (value: unknown) => createServersReader()(value),
};

test.each(Object.entries(readers))('a %s refuses an id that no path could hold', (_name, read) => {
	const long = 'x'.repeat(1024 * 1024);
	const servers = [{id: long}, {id: 'a', nodeId: long, commands: [{command: 'status', commandId: long}]}];
	const list = read(structuredClone(servers));
	expect(list?.unreadable).toMatchObject([{index: 0, reason: expect.stringContaining('expected an id')}]);
	expect(list?.items).toHaveLength(1);
	expect(list?.items[0]?.nodeId).toBeUndefined();
	expect(list?.items[0]?.commands[0]?.commandId).toBeUndefined();
});

test('a list with too many records is read up to a limit, and says so', () => {
	const one = {id: 'a'};
	const records = Array.from({length: maxRecords + 5}, () => one);
	const note = {
		index: maxRecords,
		reason: `only the first ${maxRecords} of ${maxRecords + 5} records are read`,
	};
	expect(recordsIn({servers: records})).toHaveLength(maxRecords);
	expect(createServersReader()(records)?.unreadable.at(-1)).toMatchObject(note);
	expect(pageOf(GameServer).parse({content: records}).unreadable.at(-1)).toMatchObject(note);
});

test.each(Object.entries(readers))(
	'a %s reads no more than a thousand unreadable records, and says so',
	(_name, read) => {
		const list = read([...Array.from({length: 100_000}, () => ({})), {id: 'a'}]);
		expect(list?.unreadable).toHaveLength(1001);
		const [, count] = /^(\d+) more records skipped/.exec(list?.unreadable.at(-1)?.reason ?? '') ?? [];
		expect((list?.items.length ?? 0) + Number(count)).toBe(99_001);
	},
);

import {expect, test} from 'vitest';
import {listOf, maxRecords, pageOf, recordsIn} from '../../src/contract/models/list.ts';
import {GameServer} from '../../src/contract/models/server.ts';

test('a list refuses an id that no path could hold', () => {
	const long = 'x'.repeat(1024 * 1024);
	const servers = [{id: long}, {id: 'a', nodeId: long, commands: [{command: 'status', commandId: long}]}];
	const list = listOf(GameServer).parse(servers);
	expect(list.unreadable).toMatchObject([{index: 0, reason: expect.stringContaining('expected an id')}]);
	expect(list.items).toHaveLength(1);
	expect(list.items[0]?.nodeId).toBeUndefined();
	expect(list.items[0]?.commands[0]?.commandId).toBeUndefined();
});

test('a list with too many records is read up to a limit, and says so', () => {
	const one = {id: 'a'};
	const records = Array.from({length: maxRecords + 5}, () => one);
	const note = {
		index: maxRecords,
		reason: `only the first ${maxRecords} of ${maxRecords + 5} records are read`,
	};
	expect(recordsIn({servers: records})).toHaveLength(maxRecords);
	expect(listOf(GameServer).parse(records).unreadable.at(-1)).toMatchObject(note);
	expect(pageOf(GameServer).parse({content: records}).unreadable.at(-1)).toMatchObject(note);
});

test('a list reads no more than a thousand unreadable records, and says so', () => {
	const list = listOf(GameServer).parse([...Array.from({length: 100_000}, () => ({})), {id: 'a'}]);
	expect(list.unreadable).toHaveLength(1001);
	const [, count] = /^(\d+) more records skipped/.exec(list.unreadable.at(-1)?.reason ?? '') ?? [];
	expect(list.items.length + Number(count)).toBe(99_001);
});

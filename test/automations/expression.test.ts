import {expect, test} from 'vitest';
import {fill} from '../../src/automations/expression.ts';

const names = {
	teamName: 'Northwind',
	epoch: 1_790_000_000,
	nothing: null,
	targets: {
		all: {ids: ['a', 'b', 'c'], names: ['Ark 1', 'Ark 2', 'Cs'], size: 3},
		failed: {ids: [], size: 0},
		nameById: (id: unknown) => (id === 'a' ? 'Ark 1' : null),
	},
	counts: [3, 4.5, 1],
	people: [
		{name: 'Mina', age: 31},
		{name: 'Tom', age: 17},
	],
	outputs: {rcon: () => ({byId: () => ({response: 'World Saved', present: true})})},
};

test.each([
	['plain, with {nothing} in it', 'plain, with  in it'],
	['{teamName} has {targets.all.size} servers', 'Northwind has 3 servers'],
	['{upper(teamName)} {lower("ÄB")} {trim("  x ")}', 'NORTHWIND äb x'],
	["{join(targets.all.names, ', ')}", 'Ark 1, Ark 2, Cs'],
	['{targets.all.names}', 'Ark 1,Ark 2,Cs'],
	['{targets.all.names[0]} {targets.all.ids.size()} {"four".size()}', 'Ark 1 3 4'],
	["{targets.nameById('a')}{targets.nameById('z')}", 'Ark 1'],
	['{1 + 2 * 3 - 4 / 2 % 5}', '5'],
	['{(1 + 2) * -3}', '-9'],
	['{"a" + 1 + 2}', 'a12'],
	['{min(counts)} {max(counts, 9)} {sum(1, 2)} {avg(counts) > 2.8 and not (1 == 2)}', '1 9 3 true'],
	["{targets.failed.size > 0 ? 'some failed' : 'all well'}", 'all well'],
	["{targets.failed.ids ? 'some' : nothing ?: 'none'}", 'none'],
	['{nothing?.deep?.deeper}|{nothing == null}', '|true'],
	['{people.?[age >= 18].![name]} {counts.![#this * 2]}', 'Mina 6,9,2'],
	["{'it''s'} {true or false && false}", "it's true"],
	["{formatDate(epoch, 'dd.MM.yyyy HH:mm:ss', 'Europe/Berlin')}", '21.09.2026 16:13:20'],
	["{outputs.rcon('save').byId('a').response}", 'World Saved'],
])('%j becomes %j', (template, text) => {
	expect(fill(template, names)).toBe(text);
});

test.each([
	['{}', 'The expression "" is incomplete'],
	['{1 +}', 'is incomplete'],
	['{(1}', '")" is missing'],
	['{1 2}', 'Unexpected "2"'],
	['{1 / 0}', 'Division by zero'],
	['{teamNam}', 'Unknown name teamNam'],
	['{nothing.deep}', 'deep cannot be read from an empty value'],
	['{counts[7]}', 'The list has no element 7'],
	['{targets}', 'cannot be shown as text'],
	['{teamName * 2}', 'is not a number'],
	['{teamName.![x]}', 'Only a list'],
	['{teamName()}', 'Unknown function teamName'],
	['{targets.all.size()}', 'is not a function'],
	["{formatDate(epoch, 'yyyy', 'Mars')}", 'time zone "Mars"'],
	['{a; b}', 'Unexpected character ";"'],
	[`{${'1+'.repeat(300)}1}`, 'at most 500 characters'],
])('%j fails the step with a reason', (template, why) => {
	expect(() => fill(template, names)).toThrow(/^automation\.expression_error: /);
	expect(() => fill(template, names)).toThrow(why);
});

test.each([
	'{constructor}',
	'{teamName.constructor}',
	'{counts.__proto__}',
	'{counts["map"]}',
	'{upper.call("x")}',
])('%j cannot access JavaScript internals', template => {
	expect(() => fill(template, names)).toThrow(/Unknown name|The list has no/);
});

test('limits the work of nested searches', () => {
	const all = Array.from({length: 1000}, (_, index) => index);
	expect(() => fill('{all.![all.![all.![1]]].size()}', {all})).toThrow('reads too many elements');
});

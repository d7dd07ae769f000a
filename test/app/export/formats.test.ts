import {expect, onTestFinished, test} from 'vitest';
import type {Entry} from '../../../src/app/export/export-entry.ts';
import {fileTime, formats} from '../../../src/app/export/formats.ts';
import {startAt} from '../../helpers/builders.ts';

const command: Entry = {
	kind: 'command',
	at: startAt,
	serverId: 's1',
	server: 'ark-isl-1',
	origin: 'me',
	status: 'late',
	command: 'ListPlayers',
	response: '\n0. Vex, 0002ab\n1. `tick`, 0002cd\n ',
	commandId: 'c-1',
	latencyMs: 6214,
	problem: undefined,
};
const gap: Entry = {kind: 'gap', at: startAt, to: startAt + 18_000, filled: 3};
const mark: Entry = {
	kind: 'note',
	at: startAt + 1000,
	serverId: 's1',
	server: 'ark-isl-1',
	tone: 'bookmark',
	text: 'disk *full*',
};

test('text shows author, command and outcome, with the answer below', () => {
	expect([command, gap, mark].map(one => formats.text.entry(one)).join('')).toBe(
		[
			'2026-11-21 03:00:00Z  ark-isl-1  me > ListPlayers  (late answer, 6214ms)',
			'    0. Vex, 0002ab',
			'    1. `tick`, 0002cd',
			'2026-11-21 03:00:00Z  gap  no feed from 2026-11-21 03:00:00Z to 2026-11-21 03:00:18Z; 3 back-filled',
			'2026-11-21 03:00:01Z  ark-isl-1  bookmark  disk *full*',
			'',
		].join('\n'),
	);
});

test('escapes Markdown in text of players and admins', () => {
	expect(formats.markdown.entry({...command, response: '```\n# not a title'})).toBe(
		[
			'- `2026-11-21 03:00:00Z` `ark-isl-1`  me > `ListPlayers`  (late answer, 6214ms)',
			'',
			'  ````',
			'  ```',
			'  # not a title',
			'  ````',
			'',
			'',
		].join('\n'),
	);
	expect(formats.markdown.heading({title: '<b>*x*', facts: [['Team', 'a_b']]})).toBe(
		'# \\<b\\>\\*x\\*\n\n- **Team:** a\\_b\n\n',
	);
	expect(formats.markdown.entry({...mark, text: 'a `b'})).toContain('mark  `` a `b ``');
});

test('JSON Lines has one value per row, with times in ISO 8601', () => {
	const lines = [
		formats.json.heading({title: 'x', facts: []}),
		...[command, gap].map(one => formats.json.entry(one)),
	];
	expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
		{schema: 1, kind: 'heading', title: 'x'},
		{kind: 'command', at: '2026-11-21T03:00:00.000Z', server: 'ark-isl-1', response: command.response},
		{kind: 'gap', from: '2026-11-21T03:00:00.000Z', to: '2026-11-21T03:00:18.000Z', filled: 3},
	]);
	expect(lines.every(line => line.indexOf('\n') === line.length - 1)).toBe(true);
});

test.each([
	[
		{status: 'timeout', response: undefined, problem: 'No reply [server.rcon_timeout]'},
		'TIMEOUT - may have run',
	],
	[
		{status: 'timeout', response: undefined, problem: 'The answer is a web page.'},
		'outcome unknown - may have run, The answer is a web page.',
	],
	[{status: 'abandoned', response: undefined}, 'may have run'],
	[{status: 'answered', response: undefined, latencyMs: undefined}, '(no answer from the game'],
	[{status: 'answered', response: ''}, '(no output)'],
	[{status: 'recalled', response: undefined}, 'never sent'],
] as const)('describes the outcome %o', (given, words) => {
	expect(formats.text.entry({...command, ...given})).toContain(words);
});

test('a time that is not in the calendar is unknown', () => {
	expect(fileTime(Number.NaN, true)).toContain('unknown');
	expect(() => formats.json.entry({...mark, at: 1e20})).not.toThrow();
});

test('JSON keeps the terms of its schema for sessions and bookmarks', () => {
	const toneOf = (tone: 'bookmark' | 'session') =>
		JSON.parse(formats.json.entry({kind: 'note', at: startAt, serverId: 'a', server: 'a', tone, text: 'x'}))
			.tone;
	expect([toneOf('bookmark'), toneOf('session')]).toEqual(['mark', 'deck']);
});

test('times are in the zone of this machine with its offset, or in UTC, and JSON stays UTC', () => {
	const zone = process.env['TZ'];
	process.env['TZ'] = 'Asia/Kolkata';
	onTestFinished(() => {
		if (zone === undefined) delete process.env['TZ'];
		else process.env['TZ'] = zone;
	});
	expect(formats.text.entry(gap)).toBe(
		'2026-11-21 08:30:00+05:30  gap  no feed from 2026-11-21 08:30:00+05:30 to 2026-11-21 08:30:18+05:30; 3 back-filled\n',
	);
	expect(formats.markdown.entry(mark, true)).toContain('2026-11-21 03:00:01Z');
	expect(formats.json.entry(gap)).toContain('"from":"2026-11-21T03:00:00.000Z"');
});

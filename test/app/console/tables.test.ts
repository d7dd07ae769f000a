import fc from 'fast-check';
import {expect, test} from 'vitest';
import {linesOf} from '../../../src/app/console/record/lines.ts';
import {playersIn} from '../../../src/app/console/input/references.ts';
import {readAsTable} from '../../../src/app/console/tables/read-answer-table.ts';
import {tableRows} from '../../../src/app/console/tables/answer-table.ts';
import {printable} from '../../../src/lib/text/text.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {aLine} from '../../helpers/builders.ts';
import {personAt} from '../../../src/demo/games/population.ts';
import {type Cs2Scene, statusJson, statusText} from '../../../src/demo/games/cs2.ts';
import {cpuMs} from '../../helpers/cpu-time.ts';

const now = Date.UTC(2026, 10, 21, 3, 0, 0);

const scene = (names: readonly string[]): Cs2Scene => ({
	hostname: "Bob's public 5v5",
	map: 'de_nuke',
	port: 27_015,
	now,
	startedAt: now - 3_600_000,
	hibernating: false,
	players: names.map((name, index) => ({
		...personAt(index),
		name,
		userId: index + 2,
		pingMs: 20 + index,
		joinedAt: now - 61_000 * (index + 1),
		leavesAt: now + 1,
	})),
	bots: ['Crusher', "O'Neil"],
});

/** Hidden parts are reported in a sentence, which is wrapped elsewhere. */
const widest = (rows: ReturnType<typeof tableRows>): number =>
	Math.max(0, ...(rows ?? []).map(({kind, text}) => (kind === 'hidden' ? 0 : widthOf(text))));
const texts = (rows: ReturnType<typeof tableRows>) => rows?.map(({text}) => text.trimEnd());

test("ARK's ListPlayers becomes rows, with the name up to the last comma", () => {
	const answer = '\n0. Old, but gold, 0002abcdef0123456789abcdef012345\n1. 雪豹, 76561198000000001\n ';
	const table = readAsTable('ARK_ASCENDED', ' listplayers ', answer);
	expect(table && texts(tableRows(table, 80))).toEqual([
		'#  Name           Id',
		'0  Old, but gold  0002abcdef0123456789abcdef012345',
		'1  雪豹           76561198000000001',
	]);
});

test("CS2's status becomes details, including the map, and players without the empty slot", () => {
	const table = readAsTable('CS2', 'status', statusText(scene(['Pip the "Quick"', "Q'uote'"])));
	// A folded response must show the essentials first.
	expect(table?.before.slice(0, 4)).toEqual([
		"hostname : Bob's public 5v5",
		expect.stringMatching(/^players {2}: 2 humans, 2 bots/),
		'map      : de_nuke',
		'Server:  Running [0.0.0.0:27015]',
	]);
	expect(table?.rows).toEqual([
		['0', 'Crusher', 'BOT', '0', '0', 'active', '0', ''],
		['1', "O'Neil", 'BOT', '0', '0', 'active', '0', ''],
		['2', 'Pip the "Quick"', '01:01', '20', '0', 'active', '786432', `${personAt(0).address}:27005`],
		['3', "Q'uote'", '02:02', '21', '0', 'active', '786432', `${personAt(1).address}:27005`],
	]);
});

test('also reads status of builds before Source 2 as rows', () => {
	const answer = [
		'hostname: old one',
		'map     : de_dust2',
		'# userid name uniqueid connected ping loss state rate adr',
		'#  2 "Bot Ivan" BOT     active 64',
		'# 3 1 "say "hi"" STEAM_1:0:123 10:02 38 0 active 196608 203.0.113.7:27005',
		'#end',
	].join('\n');
	expect(readAsTable('CS2', 'status', answer)?.rows).toEqual([
		['2', 'Bot Ivan', 'BOT', '', '', '', 'active', '64', ''],
		['3', 'say "hi"', 'STEAM_1:0:123', '10:02', '38', '0', 'active', '196608', '203.0.113.7:27005'],
	]);
});

test("CS2's users and status_json become rows", () => {
	const users = readAsTable('CS2', 'users', '<slot:userid:"name">\n0:2:"Vex"\n1:3:"a:b"\n2 users');
	expect(users).toMatchObject({
		rows: [
			['0', '2', 'Vex'],
			['1', '3', 'a:b'],
		],
		after: ['2 users'],
	});
	const json = readAsTable('CS2', 'status_json', statusJson(scene(['Vex'])));
	expect(json?.before).toContain('server.map: de_nuke');
	expect(json?.rows).toContainEqual(['Vex', personAt(0).steamId, personAt(0).steamId64, 'false']);
});

test.each([
	['ARK', 'ListPlayers', 'No Players Connected'],
	['ARK', 'ListPlayers', '0. Vex, 0002ab\nsomething else'],
	['ARK', 'GetChat', '0. Vex, 0002ab'],
	['CS2', 'ListPlayers', '0. Vex, 0002ab'],
	['RUST', 'status', statusText(scene([]))],
	[undefined, 'status', statusText(scene([]))],
	['CS2', 'status', statusText(scene(['Vex'])).replace('Vex', 'two\nlines')],
	['CS2', 'status', ''],
	['CS2', 'status_json', '{"server": {"clients": [{"name": "cut o'],
	['CS2', 'constructor', 'x'],
])('leaves an answer without such a list unchanged: %s %s', (game, command, answer) => {
	expect(readAsTable(game, command, answer)).toBeUndefined();
});

/** What a table may omit: layout marks, the spawn groups after the map, the empty slot. */
const layout =
	/^(-+\w+-+|#end|\s*id\s+time.*|loaded spawngroup\(.*|\s*65535 .*''|# userid.*|<slot:userid:"name">|)\s*$/;

test('a table contains every word of the answer, whatever the names, or is not used', () => {
	const name = fc.oneof(fc.string({maxLength: 24}), fc.string({unit: 'grapheme', maxLength: 24}));
	fc.assert(
		fc.property(fc.array(name, {maxLength: 8}), fc.integer({min: 0, max: 200}), (names, width) => {
			const answers = [
				['CS2', 'status', printable(statusText(scene(names)))],
				['ARK', 'ListPlayers', printable(names.map((text, at) => `${at}. ${text}, 0002abc`).join('\n'))],
			] as const;
			for (const [game, command, answer] of answers) {
				const table = readAsTable(game, command, answer);
				if (!table) continue;
				const all = [...table.before, ...table.rows.flat(), ...table.after].join('\n');
				const bare = all.replaceAll(/\s/g, '');
				for (const line of answer.split('\n').filter(text => !layout.test(text))) {
					for (const word of line.split(/\s+/).map(text => text.replaceAll(/^'|'$|,$/g, ''))) {
						expect(bare).toContain(word.replace(/^(\d+)\.$/, '$1'));
					}
				}
				expect(widest(tableRows(table, width))).toBeLessThanOrEqual(width);
			}
		}),
	);
});

test('narrow tables shorten names but never IDs, and without space for that there is no table', () => {
	const answer = `0. ${'n'.repeat(40)}, 0002abcdef0123456789abcdef012345`;
	const table = readAsTable('ARK', 'ListPlayers', answer);
	expect(table && texts(tableRows(table, 60))).toEqual([
		`#  Name${' '.repeat(19)}  Id`,
		`0  ${'n'.repeat(22)}…  0002abcdef0123456789abcdef012345`,
	]);
	expect(table && tableRows(table, 40)).toBeUndefined();
});

test('omits the least important columns of CS2 players when space is short, and names them', () => {
	const table = readAsTable('CS2', 'status', statusText(scene(['A name that is quite long indeed'])));
	const headAt = (width: number) => {
		const rows = table && tableRows(table, width);
		return [
			rows?.find(({kind}) => kind === 'head')?.text.trimEnd(),
			rows?.find(({kind}) => kind === 'hidden')?.text,
		];
	};
	expect(headAt(120)).toEqual([
		expect.stringMatching(/Id +Name +Time +Ping +Loss +State +Rate +Address$/),
		undefined,
	]);
	expect(headAt(70)).toEqual([expect.stringMatching(/Id +Name +Time +Ping +Loss +State +Address$/), 'Rate']);
	// The width of a console at 80 columns.
	expect(headAt(62)).toEqual([expect.stringMatching(/Id +Name +Time +Ping +Loss +Address$/), 'State, Rate']);
	expect(headAt(40)).toEqual([expect.stringMatching(/Id +Name +Time +Ping$/), 'Loss, State, Rate, Address']);
	expect(headAt(20)).toEqual([expect.stringMatching(/Id +Name +Ping$/), expect.stringContaining('Time')]);
	expect(headAt(16)).toEqual([undefined, undefined]);
	for (const width of [120, 70, 62, 40, 20]) {
		expect(widest(table && tableRows(table, width))).toBeLessThanOrEqual(width);
	}
});

test.each([
	['CS2', 'status', `${' '.repeat(100_000)}x\n---------players--------\n`],
	['CS2', 'status', `loaded spawngroup(  1)  : SV:  [1: ${' '.repeat(100_000)}\n---------players--------\n`],
	['CS2', 'status', `---------players--------\n1 BOT 0 0 active 0 ${"' ".repeat(50_000)}x`],
	[
		'CS2',
		'status',
		`# userid name uniqueid connected ping loss state rate adr\n# 1 ${'" 1 '.repeat(30_000)}`,
	],
	['ARK', 'ListPlayers', `0. a,${' '.repeat(100_000)}!`],
	['ARK', 'ListPlayers', `0. ${', a'.repeat(50_000)}!`],
	['CS2', 'users', `0:1:"${'">'.repeat(50_000)}x`],
])('a malicious answer is parsed quickly: %s %s', (game, command, answer) => {
	const before = cpuMs();
	readAsTable(game, command, answer);
	playersIn(linesOf([aLine({command, response: answer})]), game);
	expect(cpuMs() - before).toBeLessThan(500);
});

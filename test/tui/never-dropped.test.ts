import {expect, test} from 'vitest';
import {widthOf} from '../../src/lib/text/width.ts';
import {after, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

const long = 'ark-a-very-long-name-of-a-server-eu-17';
const state = after(
	{type: 'access/granted', team: aTeam()},
	polled([
		aServer({id: 'a', displayName: long, nodeName: 'eu-1'}),
		...Array.from({length: 60}, (_, index) => aServer({id: `s-${index}`, displayName: `ark-${index}`})),
		aServer({id: 'down', displayName: 'cs2-scrim', gameType: 'CS2', state: 'OFFLINE', onlinePlayers: 0}),
	]),
	{type: 'feed/changed', at: startAt, status: {status: 'live'}},
	viewChanged({currentId: 'a'}),
);

async function screenAt(columns: number, rows: number) {
	const {terminal, services} = await showTui({columns, rows, state});
	await services.clock.advance(3000);
	if (columns >= 40 && rows >= 10) await terminal.sees('list 3s');
	else await terminal.until('a frame', () => terminal.screen().trim() !== '');
	expect(terminal.rows()).toHaveLength(rows);
	expect(Math.max(...terminal.rows().map(widthOf))).toBeLessThanOrEqual(columns);
	return terminal.screen();
}

/**
 * For each width and height at which something is dropped: the last size without it and the first with it.
 */
const usable = [
	[300, 20],
	[200, 60],
	[199, 59],
	[160, 50],
	[159, 40],
	[120, 40],
	[119, 39],
	[100, 30],
	[99, 29],
	[80, 100],
	[80, 24],
	[79, 23],
	[60, 20],
	[59, 18],
	[50, 17],
	[40, 200],
	[40, 12],
	[40, 11],
	[40, 10],
] as const;

test.each(usable)(
	'at %ix%i profile, RW, number down, list age, feed state and prompt target are visible',
	async (columns, rows) => {
		const screen = await screenAt(columns, rows);
		const [head = ''] = screen.split('\n');
		expect(head).toMatch(/\[TEST\] RW\b/);
		expect(head).toContain('1 DOWN');
		expect(head).toContain('list 3s');
		expect(head).toContain('feed LIVE');
		// A long name is shortened in the middle, because the number at its end distinguishes the servers.
		expect(screen).toMatch(/^.*\[ark-\S*17 .*\] rcon>|\[ark-\S*17\] rcon>/m);
		expect(screen).toMatch(/^>.*ark-\S*17/m);
	},
);

test.each([
	[300, ['NAME', 'GAME', 'STATE', 'SINCE', 'PLAYERS', 'LAST 12H', 'NODE', 'PENDING'], ['MAP']],
	[200, ['NAME', 'GAME', 'STATE', 'SINCE', 'PLAYERS', 'LAST 12H', 'NODE'], ['MAP', 'PEND']],
	[199, ['NAME', 'STATE', 'SINCE', 'PLAYERS', '12H', 'NODE'], ['GAME', 'MAP', 'PEND']],
	[100, ['NAME', 'GAME', 'STATE', 'SINCE', 'PLAYERS', 'NODE'], []],
	[80, ['NAME', 'GAME', 'STATE', 'SINCE', 'PLAYERS', 'NODE'], []],
	[79, ['NAME', 'GAME', 'STATE', 'SINCE', 'PLAYERS'], ['NODE']],
	[60, ['NAME', 'STATE', 'SINCE', 'PLAYERS'], ['GAME', 'NODE']],
	[59, ['NAME', 'GAME', 'STATE'], ['SINCE', 'PLAYERS', 'NODE']],
	[40, ['NAME', 'STATE'], ['SINCE', 'PLAYERS', 'GAME', 'NODE']],
] as const)('drops columns of the list in order: at a width of %i', async (columns, there, gone) => {
	const heading = (await screenAt(columns, 40)).split('\n').find(row => row.includes('NAME')) ?? '';
	for (const word of there) expect(heading).toContain(word);
	for (const word of gone) expect(heading).not.toContain(word);
});

test.each([
	[200, 60, 'beside'],
	[120, 40, 'beside'],
	[119, 40, 'below'],
	[80, 24, 'below'],
	[79, 40, 'behind'],
	[80, 17, 'behind'],
] as const)('at %ix%i the console is %s the list', async (columns, rows, where) => {
	const lines = (await screenAt(columns, rows)).split('\n');
	const list = lines.findIndex(line => line.includes('SERVERS 62'));
	const console = lines.findIndex(line => line.includes('CONSOLE '));
	expect(list).toBeGreaterThan(-1);
	expect(console === -1 ? 'behind' : console === list ? 'beside' : 'below').toBe(where);
});

test.each([
	[39, 9],
	[200, 9],
	[39, 60],
	[20, 3],
])(
	'at %ix%i, which is too small for work, it still shows the number down and the required size',
	async (columns, rows) => {
		const screen = await screenAt(columns, rows);
		expect(screen).toContain('1 DOWN');
	},
);

test('nothing breaks at sizes down to 1x1, and a usable size shows everything again', async () => {
	const {terminal} = await showTui({columns: 80, rows: 24, state});
	for (const [columns, rows] of [
		[1, 1],
		[2, 1],
		[1, 40],
		[300, 1],
	] as const) {
		terminal.resize(columns, rows);
		await terminal.until(
			'a frame in this size',
			() => terminal.rows().length === rows && terminal.screen().trim().startsWith('1'),
		);
		expect(terminal.screen()).not.toContain('rcon>');
	}
	terminal.resize(80, 24);
	await terminal.sees('feed LIVE');
	await terminal.sees('17 41p] rcon>');
});

import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keymap/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {openDesk, server} from '../../helpers/desk.ts';

const three = [
	server('a', 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'n1'}),
	server('b', 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'n2'}),
	server('c', 'ONLINE', {gameType: 'CS2', nodeId: 'n3'}),
];

test('the dialog offers the harmless command of the game, and says when the watch ends by itself', async () => {
	const desk = openDesk(three);
	await desk.openDialog('w');
	expect(desk.view()?.title).toBe('Watch a command on name-a');
	desk.press('enter');
	await desk.settle();
	const rows =
		desk.view()?.review?.rows.flatMap(({lines}) => lines.map(line => renderWithKeys(line, usualKeymap))) ??
		[];
	expect(rows).toContain('Ends after about 30m (30m, or 600 commands); o shows it, A ends it there.');
	expect(rows.join('\n')).toContain('rcondeck watch --every 30s name-a -- ListPlayers');
	desk.press('tab', 'enter');
	await desk.settle();
	expect(desk.sent).toMatchObject([{method: 'await', input: {serverId: 'a', command: 'ListPlayers'}}]);
	expect(desk.state().watches).toMatchObject([{command: 'ListPlayers', everyMs: 30_000, runs: 1}]);
	expect(desk.state().fleet.actionTimes).toEqual(new Map());
});

test('a command that is typed takes the place of the one that is offered', async () => {
	const desk = openDesk(three);
	await desk.openDialog('w');
	desk.type('GetChat');
	desk.press('enter');
	await desk.settle();
	desk.press('tab', 'enter');
	await desk.settle();
	expect(desk.state().watches).toMatchObject([{command: 'GetChat'}]);
});

test('the selected servers are watched together', async () => {
	const desk = openDesk(three);
	desk.press('*');
	await desk.openDialog('w');
	expect(desk.view()?.title).toBe('Watch a command on 3 servers');
	desk.press('enter');
	await desk.settle();
	desk.press('tab', 'enter');
	await desk.settle();
	expect(desk.state().watches[0]?.targets.map(({now}) => now?.text)).toEqual(['ok', 'ok', 'ok']);
});

test.each([
	['DestroyWildDinos', 'A destructive command cannot be watched'],
	['& ListPlayers', 'Leave out the &'],
	['', 'Enter a command to watch'],
])('"%s" cannot be watched', async (typed, problem) => {
	const desk = openDesk(three);
	await desk.openDialog('w');
	desk.press('ctrl+u');
	desk.type(typed);
	desk.press('enter');
	expect(desk.view()?.step).toBe('edit');
	expect(desk.view()?.fields[0]?.problem).toContain(problem);
});

test('nine seconds are too often, and a pattern must be one', async () => {
	const desk = openDesk(three);
	await desk.openDialog('w');
	desk.press('tab');
	desk.type('9');
	desk.press('tab');
	desk.type('(open');
	desk.press('enter');
	const problems = desk.view()?.fields.map(({problem}) => problem) ?? [];
	expect(problems[1]).toContain('Use 10s to 10m');
	expect(problems[2]).toContain('Invalid pattern');
});

import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {openHeadlessApp, server} from '../../helpers/headless-app.ts';

const three = [
	server('a', 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'n1'}),
	server('b', 'ONLINE', {gameType: 'ARK_ASCENDED', nodeId: 'n2'}),
	server('c', 'ONLINE', {gameType: 'CS2', nodeId: 'n3'}),
];

test('the dialog suggests a harmless command of the game, and shows when the watch ends on its own', async () => {
	const app = openHeadlessApp(three);
	await app.openDialog('w');
	expect(app.view()?.title).toBe('Watch a command on name-a');
	app.press('enter');
	await app.settle();
	const rows =
		app.view()?.review?.rows.flatMap(({lines}) => lines.map(line => renderWithKeys(line, usualKeymap))) ?? [];
	expect(rows).toContain('Ends after about 30m (30m, or 600 commands); o shows it, A ends it there.');
	expect(rows.join('\n')).toContain('rcondeck watch --every 30s name-a -- ListPlayers');
	app.press('tab', 'enter');
	await app.settle();
	expect(app.sent).toMatchObject([{method: 'await', input: {serverId: 'a', command: 'ListPlayers'}}]);
	expect(app.state().watches).toMatchObject([{command: 'ListPlayers', everyMs: 30_000, runs: 1}]);
	expect(app.state().fleet.actionTimes).toEqual(new Map());
});

test('a typed command replaces the suggested one', async () => {
	const app = openHeadlessApp(three);
	await app.openDialog('w');
	app.type('GetChat');
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	await app.settle();
	expect(app.state().watches).toMatchObject([{command: 'GetChat'}]);
});

test('watches the selected servers together', async () => {
	const app = openHeadlessApp(three);
	app.press('*');
	await app.openDialog('w');
	expect(app.view()?.title).toBe('Watch a command on 3 servers');
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	await app.settle();
	expect(app.state().watches[0]?.targets.map(({now}) => now?.text)).toEqual(['ok', 'ok', 'ok']);
});

test.each([
	['DestroyWildDinos', 'A destructive command cannot be watched'],
	['& ListPlayers', 'Leave out the &'],
	['', 'Enter a command to watch'],
])('"%s" cannot be watched', async (typed, problem) => {
	const app = openHeadlessApp(three);
	await app.openDialog('w');
	app.press('ctrl+u');
	app.type(typed);
	app.press('enter');
	expect(app.view()?.step).toBe('edit');
	expect(app.view()?.fields[0]?.problem).toContain(problem);
});

test('rejects an interval of nine seconds and an invalid pattern', async () => {
	const app = openHeadlessApp(three);
	await app.openDialog('w');
	app.press('tab');
	app.type('9');
	app.press('tab');
	app.type('(open');
	app.press('enter');
	const problems = app.view()?.fields.map(({problem}) => problem) ?? [];
	expect(problems[1]).toContain('Use 10s to 10m');
	expect(problems[2]).toContain('Invalid pattern');
});

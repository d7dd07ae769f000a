import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

/** Opens a session with an open command input. */
async function openLine() {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j', 'i').sees('[Alpha 0p] rcon>');
	return screen;
}

test('wide and combining characters are typed, skipped and deleted as users perceive them', async () => {
	const screen = await openLine();
	await screen.type('雪豹e\u0301x').sees('rcon> 雪豹e\u0301x');
	const x = screen.cursor().x;
	await screen
		.press('left', 'left')
		.seesCursorAt(x - 2)
		.press('left')
		.seesCursorAt(x - 4)
		.type('!')
		.sees('rcon> 雪!豹e\u0301x')
		.press('end', 'backspace', 'backspace')
		.sees(/rcon> 雪!豹$/m);
});

test('an input method inserts words at once', async () => {
	const screen = await openLine();
	await screen.burst('こんにちは').sees('rcon> こんにちは').burst('한강').sees('rcon> こんにちは한강');
});

test('an emoji family is one character', async () => {
	const screen = await openLine();
	await screen
		.type('a')
		.burst('👨‍👩‍👧')
		.type('b')
		.press('left', 'backspace')
		.sees(/rcon> ab$/m);
});

test('the line-editing keys work in the command input', async () => {
	const screen = await openLine();
	await screen
		.type('say one two')
		.press('ctrl+a')
		.type('1')
		.sees('rcon> 1say one two')
		.press('ctrl+e')
		.type('3');
	await screen
		.sees('two3')
		.press('ctrl+w')
		.sees(/1say one$/m)
		.press('home', 'right', 'ctrl+u')
		.sees('rcon> say one');
	await screen
		.press('right', 'right', 'right', 'ctrl+k')
		.sees(/rcon> say$/m)
		.press('home', 'delete')
		.sees(/rcon> ay$/m);
});

test('the same keys work in the filter and in dialog fields', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha').press('R').sees('Restart Alpha');
	await screen
		.type('123')
		.press('home', 'delete', 'end')
		.type('4')
		.sees(/Delay +\[234 /)
		.press('ctrl+u')
		.sees(/Delay +\[\(now\)/);
	await screen
		.press('esc', '/')
		.type('one two')
		.press('ctrl+w')
		.type('x')
		.sees('one x')
		.press('ctrl+u')
		.type('zz');
	await screen.sees('zz').press('esc').sees('Charlie');
});

test('Up and Down walk the history and restore the draft', async () => {
	const screen = await openLine();
	await screen
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_max/)
		.type('bot_quota')
		.press('enter')
		.sees(/me +> bot_quota/);
	await screen.type('half').press('up').sees('rcon> bot_quota').press('up').sees('rcon> mp_maxrounds');
	await screen
		.press('down')
		.sees('rcon> bot_quota')
		.press('down')
		.sees(/rcon> half$/m);
	expect(screen.asked('/rcon')).toHaveLength(2);
});

test('a draft survives switching servers, panes and dialogs', async () => {
	const screen = await openLine();
	await screen.type('say half').press('esc', 'j').sees('CONSOLE Bravo').seesNot('say half');
	await screen
		.press('i')
		.type('Other')
		.press('esc', 'k')
		.sees('not sent: say half')
		.press('?')
		.sees('Keys')
		.press('esc');
	await screen.press('R').sees('Restart Alpha').press('esc', 'i').type(' done').sees('rcon> say half done');
});

test('a line longer than the screen keeps the cursor visible', async () => {
	const screen = await openLine();
	await screen.burst(`${'x'.repeat(300)}END`).sees('xEND');
	expect(screen.cursor().x).toBeLessThan(100);
	await screen.press('home').seesNot('END').type('START').sees('rcon> STARTx');
});

test('Tab completes and Ctrl-R searches sent commands; neither sends anything', async () => {
	const screen = await openLine();
	await screen
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_max/)
		.type('mp_maxro')
		.press('tab')
		.sees('rcon> mp_maxrounds');
	await screen.press('ctrl+u', 'ctrl+r').type('max').sees('mp_maxrounds').press('esc');
	expect(screen.asked('/rcon')).toHaveLength(1);
});

test('Ctrl-D leaves the input only if it is empty', async () => {
	const screen = await openLine();
	await screen
		.type('x')
		.press('ctrl+d')
		.sees('The input is not empty')
		.press('backspace', 'ctrl+d')
		.press('j')
		.sees('CONSOLE Bravo');
});

import {expect, test} from 'vitest';
import {openApp, type Screen} from '../helpers/open-app.ts';

/** Returns the bytes of a click and of the wheel on the row with this text. */
function at(screen: Screen, text: string | RegExp, x = 5) {
	const y = screen.rows().findIndex(row => (typeof text === 'string' ? row.includes(text) : text.test(row)));
	if (y === -1) throw new Error(`There is no row with ${String(text)}.`);
	return {
		click: `\x1b[<0;${x};${y + 1}M\x1b[<0;${x};${y + 1}m`,
		down: `\x1b[<65;${x};${y + 1}M`,
		up: `\x1b[<64;${x};${y + 1}M`,
	};
}

test('a click highlights a server and focuses the list, and the wheel continues from there', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('2');
	await screen.burst(at(screen, /Alpha +CS2/).click).sees('CONSOLE Alpha');
	expect(screen.row('Alpha  ')).toMatch(/^>/);
	await screen.burst(at(screen, /Alpha +CS2/).down).sees('CONSOLE Bravo');
	await screen.burst(at(screen, /Alpha +CS2/).up).sees('CONSOLE Alpha');
	expect(screen.asked().filter(({method}) => method !== 'GET')).toEqual([]);
});

test('the wheel scrolls the console under the mouse without moving the focus', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').sees('CONSOLE Alpha');
	for (let line = 1; line <= 20; line++)
		await screen.type(`mark ${line}`).press('enter').comes(`mark ${line}`);
	await screen.press('esc').sees('mark 20');
	const {up, down} = at(screen, 'mark 20');
	await screen.burst(up.repeat(10)).seesNot('mark 20');
	await screen.burst(down.repeat(10)).sees('mark 20');
});

test('while the user types, the wheel does not change the target server, and a click keeps the line as a draft', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').type('half').sees('[Alpha 0p] rcon> half');
	await screen.burst(at(screen, /Bravo +ARK/).down).sees('[Alpha 0p] rcon> half', 'CONSOLE Alpha');
	await screen
		.burst(at(screen, /Bravo +ARK/).click)
		.sees('CONSOLE Bravo')
		.type('j')
		.seesNot('halfj');
	await screen.burst(at(screen, /Alpha +CS2/).click).sees('not sent: half');
	await screen.burst(at(screen, 'not sent: half').click).type(' line').sees('rcon> half line');
	expect(screen.asked('/rcon')).toEqual([]);
});

test('dialogs ignore clicks, so a click never confirms an action', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen
		.sees('feed LIVE')
		.press('j', 'X')
		.sees('Stop Alpha')
		.press('enter')
		.sees('[ Stop ]', 'updated just now');
	const y = screen.rows().findIndex(row => row.includes('[ Stop ]'));
	const x = (screen.rows()[y] ?? '').indexOf('[ Stop ]') + 3;
	await screen
		.waits(1000)
		.burst(`\x1b[<0;${x};${y + 1}M\x1b[<0;${x};${y + 1}m`)
		.waits(1000);
	await screen.sees('[>Do nothing<]', '[ Stop ]');
	expect(screen.asked('/stop')).toEqual([]);
});

test('a report that arrives in two reads does not press a key', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE', 'CONSOLE Charlie');
	const {click} = at(screen, /Alpha +CS2/);
	const [press = ''] = click.split(/(?<=M)/);
	await screen.burst(press.slice(0, 5)).waits(500).burst(press.slice(5)).sees('CONSOLE Alpha');
	await screen.seesNot('does nothing here', 'SERVERS 1 of');
});

test('on another screen, a click highlights a row and the wheel moves the cursor', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen
		.sees('feed LIVE')
		.press('5')
		.comes('NODES 2', /> ?eu-1/);
	await screen.burst(at(screen, /eu-2 +ONLINE/).click).sees(/> ?eu-2/);
	await screen.burst(at(screen, /eu-2 +ONLINE/).up).sees(/> ?eu-1/);
});

test('Esc alone is still a key', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen.sees('feed LIVE').press('j', 'i').type('x').sees('rcon> x').press('esc').waits(100);
	await screen.type('j').sees('CONSOLE Bravo');
});

test('reports are turned on at the start and off at the end, and never with mouse = false', async () => {
	const on = await openApp();
	await on.sees('feed LIVE').press('q', 'q');
	await on.ended();
	const bytes = on.terminal.bytes();
	expect(bytes.indexOf('\x1b[?1000h')).toBeGreaterThan(-1);
	expect(bytes.lastIndexOf('\x1b[?1000l')).toBeGreaterThan(bytes.lastIndexOf('\x1b[?1000h'));
	expect(bytes.lastIndexOf('\x1b[?1006l')).toBeGreaterThan(bytes.lastIndexOf('\x1b[?1006h'));
	const off = await openApp({settings: {mouse: false}});
	await off.sees('feed LIVE').press('q', 'q');
	await off.ended();
	expect(off.terminal.bytes()).not.toMatch(/\x1b\[\?100(?!4)/);
});

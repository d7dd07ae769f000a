import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const [seconds, minutes] = [/ \d\d:\d\d:\d\d\n/, / \d\d:\d\d\n/];
const [focusIn, focusOut] = ['\x1b[I', '\x1b[O'];

test('an idle screen shows no seconds and hardly changes until a key is pressed', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen.sees('feed LIVE', seconds).waits(90_000).sees('list <15s', minutes);
	const before = screen.terminal.bytes().length;
	await screen.waits(30_000).sees('list <15s');
	expect(screen.terminal.bytes().length - before).toBeLessThan(300);
	await screen
		.press('j')
		.waits(1000)
		.sees(seconds, /list [0-4]s/);
});

test('a service that fails ends the rest: the age of the list counts at once', async () => {
	let isUp = true;
	const between = async (_request: Request, service: () => Promise<Response>) =>
		isUp ? service() : new Response('', {status: 503});
	const screen = await openApp({columns: 80, rows: 24, between});
	await screen.sees('feed LIVE').waits(90_000).sees('list <15s', minutes);
	isUp = false;
	await screen
		.comes('The service failed (503)')
		.sees(seconds, /list \ds old/)
		.waits(10_000);
	await screen.sees(/list 1\ds old/);
});

test('without the focus the list is polled a third as often, and at once when it is back', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	const polls = () => screen.asked('/server/by-team').length;
	await screen.sees('feed LIVE').burst(focusOut).waits(30_000).sees('list <25s', minutes);
	const before = polls();
	await screen.waits(60_000);
	expect(polls() - before).toBe(4);
	await screen.burst(focusIn).comes('list 0s');
	expect(polls() - before).toBe(5);
	await screen.waits(10_000);
	expect(polls() - before).toBe(7);
});

test('a terminal that reports at the start that it has no focus shows the age of the list as it is', async () => {
	const screen = await openApp({columns: 80, rows: 24});
	await screen
		.burst(focusOut)
		.sees('feed LIVE', /list [0-4]s/)
		.waits(3000)
		.sees(/list [0-4]s/);
	await screen.waits(30_000).sees('list <25s');
});

test('reports of the focus are turned on at the start and off at the end', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('q', 'q');
	await screen.ended();
	const bytes = screen.terminal.bytes();
	expect(bytes.indexOf('\x1b[?1004h')).toBeGreaterThan(-1);
	expect(bytes.lastIndexOf('\x1b[?1004l')).toBeGreaterThan(bytes.lastIndexOf('\x1b[?1004h'));
});

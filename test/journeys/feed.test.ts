import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('a lost feed is LOST, leaves a gap that counts the recovered entries, and is LIVE again without duplicates', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	const other = await openApp({beside: screen});
	await other
		.sees('feed LIVE')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds/);
	await screen
		.sees('feed LIVE')
		.press('j')
		.sees(/other +> mp_maxrounds/);
	screen.demo.faults.feedDown(true);
	await screen.sees('feed LOST', '-- gap no feed since', '0 back-filled; ');
	await other
		.type('bot_quota')
		.press('enter')
		.sees(/me +> bot_quota/);
	await screen.comes(/other +> bot_quota/).sees('1 back-filled');
	await other.type('mp_maxrounds').press('enter').sees('mp_maxrounds = ');
	screen.demo.faults.feedDown(false);
	await screen.comes('feed LIVE', 'no feed; 2 back-filled', '3 lines');
	await screen.waits(12_000).sees('3 lines', '1 gap');
	expect(screen.frame().match(/other +>/g)).toHaveLength(3);
});

test("while the feed is lost, the user's own answers still arrive, once", async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('j').sees('CONSOLE Alpha');
	screen.demo.faults.feedDown(true);
	await screen
		.sees('feed LOST')
		.press('i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds +\d+ms/);
	await screen.waits(11_000).sees('1 line ');
});

test('a frozen feed is detected and reconnected', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.freezeFeed(true);
	await screen.comes('feed LOST');
	screen.demo.faults.freezeFeed(false);
	await screen.comes('feed LIVE');
});

test('r reconnects a lost feed immediately', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE');
	screen.demo.faults.feedDown(true);
	await screen.sees('feed LOST').waits(60_000);
	screen.demo.faults.feedDown(false);
	await screen.press('r').sees('feed LIVE');
});

test('without a feed the header says POLL, and every answer still arrives', async () => {
	const screen = await openApp({feed: 'off'});
	const other = await openApp({beside: screen});
	await screen
		.sees('feed POLL')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds +\d+ms/);
	await other
		.sees('feed LIVE')
		.press('j', 'i')
		.type('bot_quota')
		.press('enter')
		.sees(/me +> bot_quota/);
	await screen.comes(/other +> bot_quota/).sees('2 lines');
	await screen.type('& sv_cheats').press('enter').sees('sent, answer follows').comes('matched by text');
});

test('a feed that refuses the credentials is retried slowly; the TUI says why and when, and polls', async () => {
	const screen = await openApp({feed: 'refused', columns: 120});
	await screen.sees(
		/feed POLL retry \d+s/,
		/No team feed, retry in \d+s: the feed does not accept these credentials \(401\)\./,
	);
	await screen
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds +\d+ms/);
});

test('a feed that is down from the start is reported, and is LIVE once it is up', async () => {
	const first = await openApp();
	await first.sees('feed LIVE');
	first.demo.faults.feedDown(true);
	const screen = await openApp({beside: first});
	await screen.sees('feed POLL', 'No team feed: the feed answered with HTTP 503');
	first.demo.faults.feedDown(false);
	await screen.comes('feed LIVE').seesNot('gap');
});

test("a connected feed that does not deliver the user's own answers is LIVE?, and polls deliver the commands of others", async () => {
	const screen = await openApp({columns: 120, rows: 40, feed: 'silent'});
	const other = await openApp({beside: screen});
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('mp_maxrounds')
		.press('enter')
		.sees(/mp_maxrounds +\d+ms/);
	// A single missing answer may be an accident.
	await screen.waits(15_000);
	expect(screen.frame()).not.toContain('LIVE?');
	await screen.type('bot_quota').press('enter').comes('feed LIVE?', 'does not deliver');
	await other
		.press('j', 'i')
		.type('mp_friendlyfire')
		.press('enter')
		.sees(/me +> mp_friendlyfire/);
	await screen.comes(/other +> mp_friendlyfire/);
	await screen.press('esc', '?').sees('The feed is connected but does not deliver: the last 2 answers');
});

test("a feed that delivers the user's own answers stays LIVE through any number of polls", async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen.sees('feed LIVE').press('j', 'i');
	for (const command of ['mp_maxrounds', 'bot_quota', 'mp_friendlyfire'])
		await screen
			.type(command)
			.press('enter')
			.sees(new RegExp(`${command} +\\d+ms`))
			.waits(6000);
	await screen.waits(20_000).sees('feed LIVE');
	expect(screen.frame()).not.toContain('LIVE?');
});

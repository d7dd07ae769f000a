import {expect, test} from 'vitest';
import {withAutomations} from '../helpers/automations.ts';
import {openApp} from '../helpers/open-app.ts';

test('4 shows all events in order: your own commands and those of others, states, actions and runs', async () => {
	const first = await openApp({columns: 140, rows: 40, seed: {fleet: withAutomations}});
	const second = await openApp({beside: first, columns: 140, rows: 40});
	await first.sees('feed LIVE').press('4').sees('TIMELINE');
	await second.sees('feed LIVE').press('G', 'i').type('SaveWorld').press('enter').comes('World Saved');
	await first.comes(/other +Bravo +SaveWorld/, 'following');
	await first.press('1', 'g', 'S').sees('Start Charlie', 'updated just now').press('tab', 'enter');
	await first
		.comes('Charlie: start accepted')
		.press('4')
		.comes(/state +Charlie .*-> RUNNING/, /action +Charlie +Start accepted\./);
	await first.comes(/run +.*Status round .*SUCCEEDED/);
	expect(first.asked('/start')).toHaveLength(1);
});

test('Enter lists the runs that ended alike in a row and opens one, Esc returns to the automations', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: withAutomations}});
	await screen
		.sees('feed LIVE')
		.press('4')
		.comes(/Status round .*SUCCEEDED/)
		.press('/')
		.type('kind:run')
		.press('enter')
		.sees('filter: kind:run');
	await screen
		.comes(/\[\+\] Status round +\d+ runs SUCCEEDED in/)
		.press('enter')
		.sees('[-] Status round');
	await screen.press('k', 'enter').sees('RUNS', 'of Status round', 'step 1');
	await screen.press('esc').sees('AUTOMATIONS 3');
});

test('a gap in the feed is drawn, and filled by polls', async () => {
	const screen = await openApp({columns: 80, rows: 24, sockets: true});
	await screen.sees('feed LIVE').press('4').sees('TIMELINE', 'No events yet.');
	await screen.plug(false);
	await screen.comes(/gap +feed lost/, 'feed LOST');
	await screen.plug(true);
	await screen.comes(/gap +feed back after .*, \d+ back-filled/);
	await screen.press('enter').sees('This entry has no server to go to');
});

test('new entries are counted while the user reads, and G follows again', async () => {
	const first = await openApp({columns: 80, rows: 24, seed: {fleet: withAutomations}});
	await first
		.sees('feed LIVE')
		.press('4')
		.comes(/Status round .*SUCCEEDED/)
		.press('k')
		.sees('1/');
	await first
		.comes(/\d+ new, G follows/)
		.press('G')
		.sees('following');
	await first.press('f').sees('only states', 'No entries match').press('esc').sees('Status round');
	expect(first.rows()).toHaveLength(24);
});

test('a wide screen shows the timeline beside everything, with one line per entry', async () => {
	const screen = await openApp({columns: 200, rows: 60, seed: {fleet: withAutomations}});
	await screen.sees('feed LIVE', 'SERVERS', 'CONSOLE', 'DETAILS', 'TIMELINE');
	await screen.press('i').type('status').press('enter').comes('me status', '@Alpha');
	await screen
		.press('esc')
		.press('t')
		.press('t')
		.comes(/\d+s ago me status/);
});

test('without the permission for automations the timeline has no runs, says so, and retries slowly', async () => {
	const refused = () => Response.json({key: 'missingPermission.ACCESS_AUTOMATIONS'}, {status: 403});
	const screen = await openApp({
		columns: 80,
		rows: 24,
		seed: {fleet: withAutomations},
		feed: 'off',
		between: async (request, service) => (request.url.includes('/automation') ? refused() : service()),
	});
	await screen.sees('feed POLL').press('4').waits(100_000);
	// The first request, and the one a minute after the refusal.
	expect(screen.asked('automation-run').length).toBeLessThanOrEqual(2);
	await screen
		.press('f', 'f', 'f', 'f', 'f', 'f')
		.sees('only runs', 'Runs are not shown', 'ACCESS_AUTOMATIONS');
});

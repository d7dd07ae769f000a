import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

test('a scheduled restart counts down in the list, also for a second admin, and u cancels it', async () => {
	const screen = await openApp({columns: 100, rows: 30});
	const other = await openApp({beside: screen});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').type('10').press('enter');
	await screen.sees('updated just now').press('tab', 'enter').comes('Alpha: restart in 10m accepted');
	await screen
		.comes(/Alpha .* rst ~10m/)
		.press('d')
		.sees(/pending +restart ~03:1\dZ/, 'u cancels it');
	await other.comes(/Alpha .* rst ~10m/);
	await screen
		.press('esc')
		.waits(60_000)
		.sees(/Alpha .* rst ~9m/);
	await screen
		.press('u')
		.sees('Cancel the scheduled restart of Alpha')
		.sees('updated just now')
		.press('tab', 'enter');
	await screen.sees('Alpha: cancellation of the restart accepted').comes(/Alpha +CS2 +ONLINE/);
	await screen.waits(16_000);
	await screen.seesNot('rst ~');
	await other.seesNot('rst ~');
	expect(screen.asked('/cancel')).toHaveLength(1);
});

test('u says why there is nothing to undo', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('u').sees('Nothing to undo: nothing is pending or scheduled');
});

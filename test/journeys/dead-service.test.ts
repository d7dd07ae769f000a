import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

/** A service that stops answering. */
function mortal() {
	let isDead = false;
	return {
		die: () => void (isDead = true),
		between: async (_request: Request, service: () => Promise<Response>) => {
			if (isDead) throw new TypeError('fetch failed');
			return service();
		},
	};
}

const views = ['5', '6', '7', '8'] as const;

test('every view shows the age of its data and the failure once the service is dead', async () => {
	const {die, between} = mortal();
	const screen = await openApp({columns: 120, rows: 40, feed: 'off', between});
	await screen.sees('Alpha');
	for (const key of views) await screen.press(key).comes(/updated \d+s ago/);
	die();
	await screen.waits(40_000);
	for (const key of views) {
		await screen
			.press(key)
			.comes(/updated [1-9]\d*[sm] ago: \S/)
			.seesNot('updated just now');
	}
});

test('a service that is dead from the start has its reason in every view instead of a list that loads', async () => {
	const {die, between} = mortal();
	die();
	const screen = await openApp({columns: 80, rows: 24, feed: 'off', between});
	await screen.waits(20_000);
	for (const key of views) {
		await screen.press(key).comes('Unreachable').seesNot('Loading');
	}
});

test('line mode also gives the reason in every view', async () => {
	const {die, between} = mortal();
	const lines = await openLineModeApp({between});
	await lines.comes('feed LIVE');
	lines.demo.faults.feedDown(true);
	die();
	await lines.pass(60_000);
	for (const view of [':nodes', ':automations', ':team', ':players']) {
		await lines.line(view);
		await lines.comes(
			'cannot be read: The connection to demo was lost',
			/updated 1 minute ago|not loaded yet/,
		);
	}
	expect(lines.posts()).toEqual([]);
});

import {expect, test} from 'vitest';
import {harmIn, nastyFleet, nastyService, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {keySequences} from '../helpers/key-sequences.ts';
import {withAutomations} from '../helpers/automations.ts';

/** Set NASTY_SEED to try another seed or to reproduce a failure. */
const {NASTY_SEED} = process.env;
const seeds = NASTY_SEED === undefined ? [1, 2] : [Number(NASTY_SEED)];

/** Sends a command to each server as another admin; the feed delivers it and its answer. */
async function somebodySends({demo}: Screen, command: string): Promise<void> {
	for (const id of ['alpha', 'bravo']) {
		const request = new Request(`http://demo/server/${id}/rcon`, {
			method: 'POST',
			headers: {'Application-Token': demo.credentials.token, 'Content-Type': 'application/json'},
			body: JSON.stringify({command}),
		});
		await demo.fetch(request);
	}
}

test.each(seeds)('no byte from the wire acts on the terminal on any screen (seed %i)', async seed => {
	const random = seeded(seed);
	const screen = await openApp({
		columns: seed % 2 === 0 ? 140 : 80,
		rows: seed % 2 === 0 ? 40 : 24,
		seed: {fleet: nastyFleet(withAutomations, random)},
		between: nastyService(random),
	});
	let seen = 0;
	const isClean = (what: string) => {
		const bytes = screen.terminal.bytes();
		// Includes a sequence that was incomplete at the previous check.
		const from = Math.max(0, seen - 200);
		const copy = bytes.lastIndexOf('\x1b]52;', seen);
		const start = copy !== -1 && bytes.indexOf('\x07', copy) >= from ? Math.min(copy, from) : from;
		const harm = harmIn(bytes.slice(start).replace(/^[\udc00-\udfff]/, ''));
		seen = bytes.length;
		expect(harm, `seed ${seed}, after ${what}`).toBeUndefined();
	};
	await screen.comes('feed LIVE');
	isClean('opening');
	for (const way of keySequences) {
		for (const key of way) {
			await screen.press(key).waits(420);
			isClean(`${key} of ${way.join(' ')}`);
		}
		await somebodySends(screen, `say ${nastyText(random).replaceAll(/\p{Surrogate}/gu, '')}`);
	}
	await screen.paste(`say ${nastyText(random)}\n${nastyText(random)}`).press('i');
	await screen.paste(`say ${nastyText(random)}\n${nastyText(random)}`).waits(500);
	isClean('a paste');
});

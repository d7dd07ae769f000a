import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui, prompt} from './pty-tui.ts';

test('the first run of the demo shows a welcome, which Esc dismisses permanently', async () => {
	const tui = await openPtyTui({isFirstRun: true, atEnd: onTestFinished});
	await tui.isLive();
	await tui.sees('WELCOME TO RCONDECK');
	tui.write('\x1b');
	await tui.until('screen without the welcome', () => !tui.shows('WELCOME'));
	tui.write('q');
	await tui.sees(prompt);
	tui.write('sh -c "$START"\r');
	await tui.isLive();
	expect(tui.shows('WELCOME')).toBe(false);
});

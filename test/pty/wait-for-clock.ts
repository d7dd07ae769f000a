import type {PtyTui} from './pty-tui.ts';

/**
Waits for more than half a second on the header's clock: a dialog ignores keys at first, and the journal is written with
a delay.
*/
export async function waitForClock(tui: PtyTui): Promise<void> {
	const clock = () => /\d\d:\d\d:\d\d/.exec(tui.screen())?.[0];
	for (let second = 0; second < 2; second++) {
		const before = clock();
		await tui.until('later second', () => clock() !== before);
	}
}

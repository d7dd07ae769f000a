import type {PtyTui} from './pty-tui.ts';

/**
More than half a second goes by, as the clock of the header shows it: what is typed in the first moments of a dialog is
not meant for it, and what is told to the journal is written a moment later.
*/
export async function momentPasses(tui: PtyTui): Promise<void> {
	const clock = () => /\d\d:\d\d:\d\d/.exec(tui.screen())?.[0];
	for (let second = 0; second < 2; second++) {
		const before = clock();
		await tui.until('later second', () => clock() !== before);
	}
}

import type {Services} from './kernel/state/services.ts';

/** Notes whether the terminal has the focus; when it has it again, reads the list at once, unless that just failed. */
export function setTerminalFocus(
	{store, refreshers}: Pick<Services, 'store' | 'refreshers'>,
	hasFocus: boolean,
): void {
	const {view, fleet} = store.getState();
	if (view.hasFocus === hasFocus) return;
	store.dispatch({type: 'view/changed', change: {hasFocus}});
	if (hasFocus && fleet.problem === undefined) refreshers.pollNow();
}

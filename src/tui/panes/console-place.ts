import type {ConsoleView} from '../../app/console/view.ts';
import type {ReadingState} from '../../app/console/console-reading.ts';
import {renderWithKeys, type Keymap} from '../../app/kernel/keymap/keymap.ts';
import type {Span} from '../theme/tokens.ts';
import {plural} from '../../lib/plural.ts';
import {consolePaneMessages} from '../../messages/tui-panes.ts';

/** Whether new lines come into view, how many are out of it, and which lines are shown at all. */
export function consolePlace(
	shown: ConsoleView,
	{source, raw}: ReadingState,
	keymap: Keymap,
	width: number,
): Span[] {
	const {following, below, fresh, gaps, lines} = shown;
	const place: Span = following
		? {text: 'following', tone: 'done'}
		: {text: renderWithKeys(consolePaneMessages.notFollowing(fresh, below), keymap), tone: 'warning'};
	const how: Span[] = [
		...(source === 'all' ? [] : [{text: `${consolePaneMessages.only(source)}  `, tone: 'warning'} as const]),
		...(raw ? [{text: 'raw  ', tone: 'warning'} as const] : []),
	];
	if (width < 60) return [...how, place];
	const count = `  ${plural(lines, 'line')}`;
	const holes: Span[] = gaps > 0 ? [{text: `  ${plural(gaps, 'gap')}`, tone: 'gap'}] : [];
	return [...how, place, ...holes, {text: count, tone: 'faint'}];
}

import type {ConsoleView} from '../../app/console/view.ts';
import type {ReadingState} from '../../app/console/console-reading.ts';
import {keyOf, type Keymap} from '../../app/kernel/keymap/keymap.ts';
import type {Span} from '../theme/tokens.ts';
import {plural} from '../../lib/plural.ts';

/** Whether new lines come into view, how many are out of it, and which lines are shown at all. */
export function consolePlace(
	shown: ConsoleView,
	{source, raw}: ReadingState,
	keymap: Keymap,
	width: number,
): Span[] {
	const {following, below, fresh, gaps, lines} = shown;
	const out = fresh > 0 ? `${fresh} new, ` : below > 0 ? `${below} below, ` : '';
	const place: Span = following
		? {text: 'following', tone: 'done'}
		: {text: `${out}${keyOf('console.last', keymap)} follows`, tone: 'warning'};
	const how: Span[] = [
		...(source === 'all' ? [] : [{text: `${source} only  `, tone: 'warning'} as const]),
		...(raw ? [{text: 'raw  ', tone: 'warning'} as const] : []),
	];
	if (width < 60) return [...how, place];
	const count = `  ${plural(lines, 'line')}`;
	const holes: Span[] = gaps > 0 ? [{text: `  ${plural(gaps, 'gap')}`, tone: 'gap'}] : [];
	return [...how, place, ...holes, {text: count, tone: 'faint'}];
}

import type {ConsoleView} from './view.ts';
import type {ReadingState} from './console-reading.ts';
import {renderWithKeys, type Keymap} from '../kernel/keymap/keymap.ts';
import type {Span} from '../kernel/spans.ts';
import {plural} from '../../lib/plural.ts';
import type {State} from '../state.ts';
import {consoleMessages} from '../../messages/console.ts';
import {consolePaneMessages, paneMessages} from '../../messages/tui-panes.ts';
import type {Message} from '../../messages/text.ts';

/** Renders whether the console follows, how many entries are out of view, and which entries are shown. */
export function consoleStatus(
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
		...(source === 'all' ? [] : [{text: `${consoleMessages.sources[source]}  `, tone: 'warning'} as const]),
		...(raw ? [{text: 'raw  ', tone: 'warning'} as const] : []),
	];
	if (width < 56) return [...how, place];
	const count = `  ${plural(lines, 'line')}`;
	const holes: Span[] = gaps > 0 ? [{text: `  ${plural(gaps, 'gap')}`, tone: 'gap'}] : [];
	return [...how, place, ...holes, {text: count, tone: 'faint'}];
}

/** Returns the text shown in place of entries. */
export function emptyConsole({
	fleet,
	reading: {source},
	view: {currentId = ''},
}: Pick<State, 'fleet' | 'reading' | 'view'>): Message {
	if (!fleet.servers.has(currentId)) return fleet.at === undefined ? '' : paneMessages.noServerSelected;
	return source === 'all'
		? consolePaneMessages.nothingYet
		: consolePaneMessages.nothingOf(consoleMessages.sources[source]);
}

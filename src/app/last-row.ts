import {focusOf, undoCommandOf} from './focus.ts';
import {hintsFor, type Hint, type Keyed} from './hints.ts';
import {helpSpans, promptOf} from './console/input/prompt.ts';
import {type Keymap, keyOf} from './kernel/keys/keymap.ts';
import {keyLabel} from './kernel/keys/chords.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import {paneCommands, paneKeyIds} from './kernel/screens/pane-commands.ts';
import type {Notice} from './kernel/state/notices.ts';
import type {Screens} from './kernel/screens/list-screen.ts';
import {openScreen} from './kernel/screens/screen-view.ts';
import {type Span, type Tone, widthOfSpans} from './kernel/text/spans.ts';
import {currentFilter} from './servers/list-rows.ts';
import type {State} from './state.ts';
import {timelineView} from './timeline/timeline-view.ts';
import {pushAll} from '../lib/lists/long-lists.ts';
import {cut, widthOf} from '../lib/text/width.ts';
import {hintBarMessages} from '../messages/screens.ts';

const tones: Record<Notice['tone'], Tone> = {
	info: 'info',
	done: 'done',
	warning: 'warning',
	failure: 'danger',
};

type Room = {
	width: number;
	/** Seconds left in the undo window, from `secondsLeft`. */
	seconds: number;
	/** Describes how the typed text differs from what the terminal shows. */
	unlike: string | undefined;
};

/** Returns what the rule above the command input shows: help for typing, else the newest notice if it fits. */
export function ruleSpans(state: State, {settings, keymap}: Keyed): readonly Span[] {
	const {input} = layoutOf(state.view);
	if (!input || input.height === 1) return [];
	const room = input.width - 3;
	const help = helpSpans(promptOf(state, settings, input), keymap, room);
	if (help.length > 0) return help;
	const notice = state.notices.at(-1);
	// A dialog may cover the rule.
	if (!notice || state.dialog || widthOf(notice.text) > room) return [];
	return [{text: notice.text, tone: tones[notice.tone]}];
}

/** Returns the newest notice unless it is in the rule. */
const noticeOutsideRule = (state: State, keyed: Keyed): Notice | undefined => {
	const notice = state.notices.at(-1);
	return notice && ruleSpans(state, keyed)[0]?.text === notice.text ? undefined : notice;
};

const textOf = ({text}: Notice) => ` ${text} `;

/** Returns a notice of a screen without a command input, for a row of its own: beside it there is no room for all keys. */
export function noticeSpans(state: State, keyed: Keyed, width: number): readonly Span[] {
	const notice = noticeOutsideRule(state, keyed);
	if (!notice || state.dialog || layoutOf(state.view).input) return [];
	if (widthOf(textOf(notice)) + widthOfSpans(hintSpans(state, keyed, width)) <= width) return [];
	return [{text: textOf(notice), tone: tones[notice.tone]}];
}

const noticeInRow = (state: State, keyed: Keyed, width: number): Notice | undefined =>
	noticeSpans(state, keyed, width).length > 0 ? undefined : noticeOutsideRule(state, keyed);

/**
Returns the last row: the first that exists of an action in its undo window, an export in progress, a filter
problem, the newest notice unless it is in the rule or a row of its own, help for the command input, and the keys that work here. A warning or
failure takes the place of the export; a notice leaves the rest of the row to the keys.
*/
export function lastRow(state: State, keyed: Keyed, {width, seconds, unlike}: Room): readonly Span[] {
	const {view, exporting} = state;
	const {keymap} = keyed;
	const notice = noticeInRow(state, keyed, width);
	const held = state.undoWindow.at(-1);
	if (held)
		return undoWindowSpans(held.text, seconds, {
			undoKey: keyOf(undoCommandOf(state), keymap),
			keymap,
			isQuitting: view.quitArmed,
		});
	if (exporting && notice?.tone !== 'failure' && notice?.tone !== 'warning')
		return exportingSpans(exporting, keyOf('export.stop', keymap), width);
	const wrong = filterProblem(state, keyed.screens);
	if (wrong !== undefined) return [{text: ` ${wrong}`, tone: 'danger'}];
	if (notice) {
		const text = textOf(notice);
		const hints = hintSpans(state, keyed, width - widthOf(text));
		return [{text, tone: tones[notice.tone]}, ...hints];
	}
	if (unlike !== undefined) return [{text: ` ${unlike}`, tone: 'warning'}];
	return lineHelp(state, keyed) ?? hintSpans(state, keyed, width);
}

/** Returns the seconds until the newest action in an undo window is sent. */
export const secondsLeft = ({undoWindow}: Pick<State, 'undoWindow'>, now: number): number =>
	Math.min(3, Math.max(1, Math.ceil(((undoWindow.at(-1)?.until ?? now) - now) / 1000)));

/** Returns the problem with the focused filter, which can be read in full here. */
function filterProblem(state: State, screens: Screens): string | undefined {
	switch (focusOf(state).place) {
		case 'serverFilter':
			return currentFilter(state).problem;
		case 'timelineFilter':
			return timelineView(state).problem;
		case 'listFilter':
			return openScreen(state, screens)?.filter.problem;
		default:
			return undefined;
	}
}

/** Shows an action in its undo window, the time left, and the key that undoes it. Nothing is more urgent. */
const undoWindowSpans = (
	text: string,
	seconds: number,
	{undoKey, keymap, isQuitting}: {undoKey: string; keymap: Keymap; isQuitting: boolean},
): Span[] => [
	{text: ` ${hintBarMessages.sentIn(text, seconds)}  `, tone: 'warning'},
	{text: undoKey, tone: 'hintKey'},
	{text: ` ${hintBarMessages.undoes}`, tone: 'warning'},
	...(isQuitting
		? ([
				{text: ', ', tone: 'warning'},
				{text: keyOf('app.quit', keymap), tone: 'hintKey'},
				{text: ` ${hintBarMessages.quitsWithout}`, tone: 'warning'},
			] as const)
		: []),
];

/** Shows the progress of an export and the key that stops it; a long path is cut in its middle. */
const exportingSpans = (
	{name, done, leftMs}: NonNullable<State['exporting']>,
	key: string,
	width: number,
): Span[] => [
	{
		text: ` ${hintBarMessages.exporting(cut(name, Math.max(8, width - 46), 'middle'), Math.floor(done * 100), leftMs)}  `,
		tone: 'info',
	},
	{text: key, tone: 'hintKey'},
	{text: ` ${hintBarMessages.stops}`, tone: 'info'},
];

/** Returns help for the command input, if there is no rule above the input that shows it. */
function lineHelp(state: State, {settings, keymap}: Keyed): Span[] | undefined {
	const {input} = layoutOf(state.view);
	if (!state.view.input || !input || input.height > 1) return undefined;
	const help = helpSpans(promptOf(state, settings, input), keymap, state.view.size.columns - 1);
	return help.length > 0 ? [{text: ' ', tone: 'plain'}, ...help] : undefined;
}

/** Hints that are dropped last: without them nobody finds the rest. */
const kept: ReadonlySet<Hint['id']> = new Set(['app.help', 'app.quit', 'servers.open']);
const keptWithRoom: ReadonlySet<Hint['id']> = new Set([...kept, 'app.input']);

/** Returns as many whole hints as fit. The screens share one hint where theirs do not all fit. */
function hintSpans(state: State, keyed: Keyed, width: number): Span[] {
	const all = hintsFor(state, keyed);
	const isWhole = width >= hintsWidth(all);
	const hints = isWhole ? all : withoutScreens(all);
	const screens = isWhole ? undefined : screensHint(all, keyed.keymap);
	const ids = width < 60 ? kept : keptWithRoom;
	const isKept = (hint: Hint) => ids.has(hint.id) || hint === screens;
	const first = [...hints.filter(isKept), ...(screens ? [screens] : [])];
	const isNarrow = width < 60 && first.length > 0;
	const wanted = isNarrow ? first : [...hints, ...(screens ? [screens] : [])];
	let reserved = hintsWidth(first);
	const spans: Span[] = [];
	for (const hint of wanted) {
		const next = spansOf(hint);
		const taken = widthOfSpans(spans) + widthOfSpans(next);
		if (isKept(hint)) {
			reserved -= widthOfSpans(next);
			if (taken <= width) pushAll(spans, next);
		} else if (taken + reserved <= width) pushAll(spans, next);
	}
	return spans;
}

const hintsWidth = (hints: readonly Hint[]) =>
	hints.reduce((sum, hint) => sum + widthOfSpans(spansOf(hint)), 0);

const screenIds: ReadonlySet<Hint['id']> = new Set(
	paneCommands.filter(({hint}) => hint !== undefined).map(({id}) => id),
);
const withoutScreens = (hints: readonly Hint[]) => hints.filter(({id}) => !screenIds.has(id));

/** Returns one hint for all panes and screens, such as `1-9`, or `1-0` if that of 9 is followed by 0. */
function screensHint(hints: readonly Hint[], keymap: Keymap): Hint | undefined {
	const hint = hints.find(({id}) => screenIds.has(id));
	if (!hint) return undefined;
	const keys = keymap.commands
		.filter(({id, keys}) => paneKeyIds.has(id) && keys.length > 0)
		.map(({keys}) => keyLabel(keys[0] ?? ''));
	const [first = ''] = keys;
	const follows = (key: string, at: number) => /^\d$/.test(key) && Number(key) === (Number(first) + at) % 10;
	const end = keys.findIndex((key, at) => !follows(key, at));
	const inRow = end === -1 ? keys.length : end;
	const row = inRow > 1 ? [`${first}-${keys[inRow - 1] ?? ''}`] : keys.slice(0, inRow);
	const key = [...row, ...keys.slice(inRow)].join(' ');
	return {...hint, key, title: hintBarMessages.screens};
}

const spansOf = ({key, title}: Hint): Span[] => [
	{text: ` ${key}`, tone: 'hintKey'},
	{text: ` ${title} `, tone: 'faint'},
];

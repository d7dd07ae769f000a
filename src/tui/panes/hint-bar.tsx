import {hintsFor, type Hint, type Keyed} from '../../app/hints.ts';
import {keyOf, type Keymap} from '../../app/kernel/keymap/keymap.ts';
import {focusedField, focusOf} from '../../app/focus.ts';
import {layoutOf, type Rect} from '../../app/kernel/layout.ts';
import {currentFilter} from '../../app/servers/list-rows.ts';
import {openScreen} from '../../app/kernel/screen-view.ts';
import type {Notice} from '../../app/kernel/notices.ts';
import type {State} from '../../app/state.ts';
import {timelineView} from '../../app/timeline/timeline-view.ts';
import {pushAll} from '../../lib/long-lists.ts';
import {cut} from '../../lib/width.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {fitSpans, Line, widthOfSpans} from '../parts/line.tsx';
import {unlikeShown} from '../theme/ascii.ts';
import type {Span, Token} from '../theme/tokens.ts';
import {helpSpans, promptOf} from './prompt.ts';
import {hintBarMessages} from '../../messages/tui-panes.ts';

const tones: Record<Notice['tone'], Token> = {
	info: 'info',
	done: 'done',
	warning: 'warning',
	failure: 'danger',
};

/** The last row: the newest notice, else the keys that work here. How far an export is gives way only to what is wrong. */
export function HintBar({rect: {width}}: {rect: Rect}) {
	const {services, throttled, theme} = useTui();
	const notice = useSelect(state => state.notices.at(-1));
	useSelect(state => state.dialog);
	useSelect(state => state.view.filter);
	useSelect(state => state.fleet.servers);
	useSelect(state => state.input);
	// Where keys go while something is searched or filtered.
	useSelect(state => state.reading.search);
	useSelect(state => state.timeline.filter);
	// What can be done on a screen of its own depends on what stands there.
	useSelect(state => state.screens);
	useSelect(state => state.automations);
	useSelect(state => state.nodes);
	useSelect(state => state.access);
	const view = useSelect(state => state.view);
	const {input} = layoutOf(view);
	const hold = useSelect(state => state.holds.at(-1));
	const exporting = useSelect(state => state.exporting);
	const left = useShown(now => (hold ? Math.min(3, Math.max(1, Math.ceil((hold.until - now) / 1000))) : 0));
	const wrong = filterProblem(throttled.getState());
	const spans: readonly Span[] = hold
		? holdSpans(hold.text, left, services.keymap, view.quitArmed)
		: exporting && notice?.tone !== 'failure' && notice?.tone !== 'warning'
			? exportingSpans(exporting, keyOf('take.stop', services.keymap), width)
			: wrong !== undefined
				? [{text: ` ${wrong}`, tone: 'danger'}]
				: notice
					? [{text: ` ${notice.text}`, tone: tones[notice.tone]}]
					: (unlikeSpans(throttled.getState(), theme.ascii) ??
						lineHelp(throttled.getState(), services, input) ??
						hintSpans(throttled.getState(), services, width));
	return <Line spans={fitSpans(spans, width)} />;
}

/** Why what is typed cannot be meant by the filter: here it can be read whole. */
function filterProblem(state: State): string | undefined {
	switch (focusOf(state).place) {
		case 'serverFilter':
			return currentFilter(state).problem;
		case 'timelineFilter':
			return timelineView(state).problem;
		case 'listFilter':
			return openScreen(state)?.filter.problem;
		default:
			return undefined;
	}
}

/** What is held back, how long still, and how it is recalled: nothing is more urgent to know. */
const holdSpans = (text: string, seconds: number, keymap: Keymap, isQuitting: boolean): Span[] => [
	{text: ` ${hintBarMessages.sentIn(text, seconds)}  `, tone: 'warning'},
	{text: keyOf('view.undo', keymap), tone: 'hintKey'},
	{text: ` ${hintBarMessages.recalls}`, tone: 'warning'},
	...(isQuitting
		? ([
				{text: ', ', tone: 'warning'},
				{text: keyOf('app.quit', keymap), tone: 'hintKey'},
				{text: ` ${hintBarMessages.quitsWithout}`, tone: 'warning'},
			] as const)
		: []),
];

/** How far an export is, and how it is stopped; a long path is cut in its middle. */
const exportingSpans = (
	{name, done}: NonNullable<State['exporting']>,
	key: string,
	width: number,
): Span[] => [
	{
		text: ` ${hintBarMessages.exporting(cut(name, Math.max(8, width - 36), 'middle'), Math.floor(done * 100))}  `,
		tone: 'info',
	},
	{text: key, tone: 'hintKey'},
	{text: ` ${hintBarMessages.stops}`, tone: 'info'},
];

/** What is typed must be known, even where the terminal cannot show it. */
function unlikeSpans(state: State, isAscii: boolean): Span[] | undefined {
	const text = isAscii ? unlikeShown(focusedField(state)?.text ?? '') : undefined;
	return text === undefined ? undefined : [{text: ` ${text}`, tone: 'warning'}];
}

/** Where the input has no rule above it, what helps with the line stands here. */
function lineHelp(state: State, {settings, keymap}: Keyed, input: Rect | undefined): Span[] | undefined {
	if (!state.view.input || !input || input.height > 1) return undefined;
	const help = helpSpans(promptOf(state, settings, input), keymap, state.view.size.columns - 1);
	return help.length > 0 ? [{text: ' ', tone: 'plain'}, ...help] : undefined;
}

/** As many hints as fit, none of them cut; help and quit are the last to go. */
function hintSpans(state: State, keyed: Keyed, width: number): Span[] {
	const hints = hintsFor(state, keyed);
	const kept = new Set((['app.help', 'app.quit'] as const).map(id => keyOf(id, keyed.keymap)));
	const first = hints.filter(({key}) => kept.has(key));
	const wanted = width < 60 && first.length > 0 ? first : hints;
	let reserved = first.reduce((sum, hint) => sum + widthOfSpans(spansOf(hint)), 0);
	const spans: Span[] = [];
	for (const hint of wanted) {
		const next = spansOf(hint);
		const taken = widthOfSpans(spans) + widthOfSpans(next);
		if (kept.has(hint.key)) {
			reserved -= widthOfSpans(next);
			if (taken <= width) pushAll(spans, next);
		} else if (taken + reserved <= width) pushAll(spans, next);
	}
	return spans;
}

const spansOf = ({key, title}: Hint): Span[] => [
	{text: ` ${key}`, tone: 'hintKey'},
	{text: ` ${title} `, tone: 'faint'},
];

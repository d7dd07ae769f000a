import {Box} from 'ink';
import {useEffect, useReducer} from 'react';
import {fitSpans, type Span, toneAtCursor} from '../../app/kernel/text/spans.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import type {Entry} from '../../app/timeline/entry.ts';
import {
	emptyTimeline,
	jobSpans,
	placeSpans,
	rowsOf,
	timelineTitle,
	timelineView,
} from '../../app/timeline/timeline-view.ts';
import type {State} from '../../app/state.ts';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Line, Paragraphs, Title} from '../parts/line.tsx';

/** The time until more entries of a long timeline are read, ms: about a frame. */
const stepMs = 20;

/** The events on all servers, by everyone, on one time axis, below the jobs in progress. */
export function Timeline({rect: {width, height}}: {rect: Rect}) {
	const {throttled, theme, services} = useTui();
	useSelect(state => state.console);
	useSelect(state => state.feed.gaps);
	const jobs = useSelect(state => state.jobs);
	useSelect(state => state.automations);
	useSelect(state => state.timeline);
	useSelect(state => state.fleet.servers);
	const view = useSelect(state => state.view);
	// Ages are shown for jobs and for relative times.
	const now = useShown(second =>
		view.time === 'relative' || jobs.length > 0 ? second : second - (second % 60_000),
	);
	const state = throttled.getState();
	const shown = timelineView(state, 'step');
	const {isWhole} = shown;
	const [, showMore] = useReducer((steps: number) => steps + 1, 0);
	useEffect(() => {
		let cancelTimer = () => {};
		const wait = () => {
			cancelTimer = services.clock.after(stepMs, () => {
				showMore();
				wait();
			});
		};
		if (!isWhole) wait();
		return () => cancelTimer();
	}, [services, isWhole]);
	const isFocused = view.pane === 'timeline' && !view.input;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={timelineTitle(state, width).spans}
				right={placeSpans(shown, services.keymap, width)}
			/>
			{shown.jobs.map(job => (
				<Line
					key={job.id}
					spans={fitSpans(
						[{text: '~ ', tone: 'changing'}, ...jobSpans(state, job, services.keymap, now)],
						width,
					)}
				/>
			))}
			{shown.total === 0 ? (
				<Paragraphs
					paragraphs={[{text: emptyTimeline(state), tone: 'faint'}]}
					width={width}
					height={height - 1}
				/>
			) : (
				linesOf(shown, {state, width, now, cursor: theme.glyphs.cursor, isFocused}).map(({key, spans}) => (
					<Line key={key} spans={spans} />
				))
			)}
		</Box>
	);
}

type Look = {state: State; width: number; now: number; cursor: string; isFocused: boolean};

/** Returns the rows on screen. The rows of long entries take the place of those farthest from the cursor. */
function linesOf(
	{entries, top, at, height}: ReturnType<typeof timelineView>,
	{isFocused, ...look}: Look,
): {key: string; spans: Span[]}[] {
	const lines = entries.flatMap((entry, index) => {
		const isAt = isFocused && top + index === at;
		return spansOf(entry, {...look, isAt}).map((spans, line) => ({
			key: `${entry.key}\n${line}`,
			spans,
			isAt,
		}));
	});
	const last = lines.length - height;
	const [from, to] = [lines.findIndex(each => each.isAt), lines.findLastIndex(each => each.isAt)];
	// Without a cursor, the newest entries are shown.
	const start = from === -1 ? last : Math.max(to - height + 1, from - (at - top));
	const first = Math.max(0, Math.min(last, start));
	return lines.slice(first, first + height);
}

function spansOf(
	entry: Entry,
	{state, width, now, cursor, isAt}: Omit<Look, 'isFocused'> & {isAt: boolean},
): Span[][] {
	return rowsOf(entry, state, {width: width - 2, now, isWhole: isAt}).map((segments, line) => {
		const sign: Span = {text: `${isAt && line === 0 ? cursor : ' '} `, tone: 'titleFocused'};
		const row: Span[] = isAt
			? segments.map(({text, tone}) => ({text, tone: toneAtCursor(tone)}))
			: [...segments];
		return fitSpans([sign, ...row], width, {text: ' ', tone: isAt ? 'current' : 'plain'});
	});
}

import {Box} from 'ink';
import {useEffect, useReducer} from 'react';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import type {Entry} from '../../app/timeline/entry.ts';
import {
	emptyTimeline,
	jobSpans,
	placeSpans,
	rowOf,
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
				shown.entries.map((entry, index) => {
					const isAt = isFocused && shown.top + index === shown.at;
					return (
						<Line
							key={entry.key}
							spans={spansOf({entry, state, width, now, cursor: theme.glyphs.cursor, isAt})}
						/>
					);
				})
			)}
		</Box>
	);
}

type Row = {entry: Entry; state: State; width: number; now: number; cursor: string; isAt: boolean};

function spansOf({entry, state, width, now, cursor, isAt}: Row): Span[] {
	const segments = rowOf(entry, state, width - 2, now);
	const sign: Span = {text: `${isAt ? cursor : ' '} `, tone: 'titleFocused'};
	// Colors are not readable under the cursor.
	const row: Span[] = isAt ? segments.map(({text}) => ({text, tone: 'current'})) : [...segments];
	return fitSpans([sign, ...row], width, {text: ' ', tone: isAt ? 'current' : 'plain'});
}

import {Box} from 'ink';
import {troubleLine} from '../../core/list/trouble.ts';
import type {Rect} from '../../core/layout.ts';
import {useDeck, useSelect, useShown} from '../hooks.ts';
import {betweenEnds, fitSpans, Line} from '../parts/line.tsx';
import type {Span, Token} from '../theme/tokens.ts';
import {headerRow} from './header-row.ts';

const tones: Record<'failure' | 'warning' | 'quiet', Token> = {
	failure: 'danger',
	warning: 'warning',
	quiet: 'faint',
};

/** Who, how many, how old, feed; and below it what is wrong. On a low screen both share one row. */
export function Header({rect: {width, height}}: {rect: Rect}) {
	const {services} = useDeck();
	const fleet = useSelect(state => state.fleet);
	const feed = useSelect(state => state.feed);
	const access = useSelect(state => state.access);
	const view = useSelect(state => state.view);
	const transcript = useSelect(state => state.transcript);
	const now = useShown(second => second);
	const trouble = troubleLine({fleet, access}, now);
	const problem: Span = {text: trouble.text, tone: tones[trouble.tone]};
	const next: Span[] = trouble.tone === 'warning' ? [{text: '[!]next ', tone: 'hintKey'}] : [];
	const isShared = height === 1 && trouble.tone === 'failure';
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line
				spans={
					isShared
						? fitSpans([problem], width)
						: headerRow({fleet, feed, access, view, transcript}, services.settings, now, width)
				}
			/>
			{height > 1 && <Line spans={betweenEnds([{text: ' ', tone: 'plain'}, problem], next, width)} />}
		</Box>
	);
}

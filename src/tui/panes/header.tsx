import {Box} from 'ink';
import {renderWithKeys, keyOf} from '../../app/kernel/keymap/keymap.ts';
import {troubleLine} from '../../app/servers/alerts.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {watchSign} from '../../app/watch/watch-labels.ts';
import {cut} from '../../lib/width.ts';
import {betweenEnds, fitSpans, Line, widthOfSpans} from '../parts/line.tsx';
import type {Span, Token} from '../theme/tokens.ts';
import {headerRow} from './header-row.ts';

const tones: Record<'failure' | 'warning' | 'quiet', Token> = {
	failure: 'danger',
	warning: 'warning',
	quiet: 'faint',
};

/** Who, how many, how old, feed; and below it what is wrong. On a low screen both share one row. */
export function Header({rect: {width, height}}: {rect: Rect}) {
	const {services} = useTui();
	const fleet = useSelect(state => state.fleet);
	const feed = useSelect(state => state.feed);
	const access = useSelect(state => state.access);
	const view = useSelect(state => state.view);
	const transcript = useSelect(state => state.transcript);
	const watches = useSelect(state => state.watches);
	const now = useShown(second => second);
	const tick = useShown((_now, second) => second);
	const {text: words, tone} = troubleLine({fleet, access}, now, tick);
	const trouble = {text: renderWithKeys(words, services.keymap), tone};
	const sign = watchSign(watches, width, view.time === 'utc');
	const watch: Span[] = sign === undefined ? [] : [{text: ` ${sign} `, tone: 'warning'}];
	const next: Span[] =
		trouble.tone === 'warning'
			? [{text: `[${keyOf('view.nextTrouble', services.keymap)}]next `, tone: 'hintKey'}]
			: [];
	// What is watched is always seen: the trouble gives way, its beginning says the most.
	const room = width - 1 - widthOfSpans([...watch, ...next]);
	const text = watch.length > 0 ? cut(trouble.text, Math.max(8, room)) : trouble.text;
	const problem: Span = {text, tone: tones[trouble.tone]};
	const isShared = height === 1 && trouble.tone === 'failure';
	const beside = height === 1 && width >= 60 ? watch : [];
	const left = width - widthOfSpans(beside);
	const first = isShared
		? fitSpans([{...problem, text: trouble.text}], left)
		: headerRow({fleet, feed, access, view, transcript}, services.settings, {now, tick}, left);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line spans={[...first, ...beside]} />
			{height > 1 && (
				<Line spans={betweenEnds([{text: ' ', tone: 'plain'}, problem], [...watch, ...next], width)} />
			)}
		</Box>
	);
}

import {betweenEnds, type Span} from '../../app/kernel/spans.ts';
import {useTui} from '../hooks.ts';
import {Line} from './line.tsx';

type Props = {width: number; left: readonly Span[]; right?: readonly Span[]; focused: boolean};

/**
The row above a pane: a rule with the name of the pane, brighter if it has the keys; without colors, inverse
after a sign.
*/
export function Title({width, left, right, focused}: Props) {
	const {theme} = useTui();
	const rule = {text: theme.glyphs.horizontal, tone: 'rule'} as const;
	const isPlain = theme.styles.titleFocused.color === undefined;
	const sign = focused && isPlain ? ({text: theme.glyphs.cursor, tone: 'titleFocused'} as const) : rule;
	const name = left.map((span): Span =>
		span.tone === 'title' && focused ? {...span, tone: 'paneFocused'} : span,
	);
	const end =
		right && right.length > 0
			? [{text: ' ', tone: 'plain'} as const, ...right, {text: ' ', tone: 'plain'} as const]
			: [];
	return (
		<Line spans={betweenEnds([sign, ...name, {text: ' ', tone: 'plain'}], [...end, rule], width, rule)} />
	);
}

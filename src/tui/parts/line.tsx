import {Text} from 'ink';
import {memo} from 'react';
import {betweenEnds, type Span, type Tone} from '../../app/kernel/text/spans.ts';
import {useTui} from '../hooks.ts';
import {asciiOnly} from '../theme/ascii.ts';
import {paintText} from '../theme/paint.ts';
import type {Style, Theme} from '../theme/tokens.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {wrap} from '../../lib/text/width.ts';
import type {Message} from '../../messages/text.ts';

/**
One row of the screen. Its spans are already cut to fit. Every text on screen passes through here, so that a
terminal without Unicode receives none. Painted again only when a span changes.
*/
export const Line = memo(
	function Line({spans}: {spans: readonly Span[]}) {
		const {theme} = useTui();
		const texts = spans.map(({text, tone, color}) =>
			paintText(theme.ascii ? asciiOnly(text) : text, styleOf(theme, tone, color)),
		);
		return <Text wrap="truncate">{texts.join('')}</Text>;
	},
	(before, next) =>
		before.spans === next.spans ||
		(before.spans.length === next.spans.length &&
			before.spans.every(({text, tone, color}, index) => {
				const other = next.spans[index];
				return other?.text === text && other.tone === tone && other.color === color;
			})),
);

/** A style for each color, because what paints it is cached by the style. */
const colored = new Map<string, Style>();
const maxColored = 256;

function styleOf({styles, hasColor}: Theme, tone: Tone, color: string | undefined): Style {
	if (color === undefined || !hasColor) return styles[tone];
	const known = colored.get(color);
	if (known) return known;
	if (colored.size >= maxColored) colored.clear();
	const style = {color};
	colored.set(color, style);
	return style;
}

/** The same text in each of `height` rows, as one element: much cheaper than separate lines. */
export function Repeated({text, tone, height}: Span & {height: number}) {
	const {theme} = useTui();
	const shown = paintText(theme.ascii ? asciiOnly(text) : text, theme.styles[tone]);
	return <Text>{Array.from({length: height}, () => shown).join('\n')}</Text>;
}

type ParagraphsProps = {paragraphs: readonly {text: Message; tone: Tone}[]; width: number; height: number};

/** Text in place of rows, as far as it fits. */
export function Paragraphs({paragraphs, width, height}: ParagraphsProps) {
	const {keymap} = useTui().services;
	return paragraphs
		.flatMap(({text, tone}) =>
			wrap(renderWithKeys(text, keymap), Math.max(8, width - 2)).map(row => ({text: ` ${row}`, tone})),
		)
		.slice(0, Math.max(0, height))
		.map(span => <Line key={span.text} spans={[span]} />);
}

type TitleProps = {width: number; left: readonly Span[]; right?: readonly Span[]; focused: boolean};

/**
The row above a pane: a rule with the name of the pane, brighter if it has the keys; without colors, inverse
after a sign.
*/
export function Title({width, left, right, focused}: TitleProps) {
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

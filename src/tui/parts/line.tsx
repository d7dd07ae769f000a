import {Text} from 'ink';
import {memo} from 'react';
import {cut, widthOf} from '../../lib/width.ts';
import {useTui} from '../hooks.ts';
import {asciiOnly} from '../theme/ascii.ts';
import {paintText} from '../theme/paint.ts';
import type {Span} from '../theme/tokens.ts';

/**
One row of the screen. Its spans are already cut to the room there is; every text on screen passes here, so that a
terminal without Unicode gets none. Painted anew only when a span says something else.
*/
export const Line = memo(
	function Line({spans}: {spans: readonly Span[]}) {
		const {theme} = useTui();
		const texts = spans.map(({text, tone}) =>
			paintText(theme.ascii ? asciiOnly(text) : text, theme.styles[tone]),
		);
		return <Text wrap="truncate">{texts.join('')}</Text>;
	},
	(before, next) =>
		before.spans === next.spans ||
		(before.spans.length === next.spans.length &&
			before.spans.every(({text, tone}, index) => {
				const other = next.spans[index];
				return other?.text === text && other.tone === tone;
			})),
);

/** The same text in each of `height` rows, one below the other, as one part of the screen: much cheaper than as many lines. */
export function Repeated({text, tone, height}: Span & {height: number}) {
	const {theme} = useTui();
	const shown = paintText(theme.ascii ? asciiOnly(text) : text, theme.styles[tone]);
	return <Text>{Array.from({length: height}, () => shown).join('\n')}</Text>;
}

export const widthOfSpans = (spans: readonly Span[]): number =>
	spans.reduce((width, {text}) => width + widthOf(text), 0);

/** Exactly `width` columns: cut at the end, or filled with spaces. */
export function fitSpans(
	spans: readonly Span[],
	width: number,
	filler: Span = {text: ' ', tone: 'plain'},
): Span[] {
	const fitted: Span[] = [];
	let left = width;
	for (const {text, tone} of spans) {
		if (left <= 0) break;
		const short = cut(text, left);
		fitted.push({text: short, tone});
		left -= widthOf(short);
	}
	return left > 0 ? [...fitted, {text: filler.text.repeat(left), tone: filler.tone}] : fitted;
}

/** Something at the left and something at the right of a row; the right side gives way where both do not fit. */
export function betweenEnds(
	left: readonly Span[],
	right: readonly Span[],
	width: number,
	filler?: Span,
): Span[] {
	const room = width - widthOfSpans(right);
	if (room < widthOfSpans(left)) return fitSpans(left, width, filler);
	return [...fitSpans(left, room, filler), ...right];
}

import {Text} from 'ink';
import {memo} from 'react';
import type {Span} from '../../app/kernel/spans.ts';
import {useTui} from '../hooks.ts';
import {asciiOnly} from '../theme/ascii.ts';
import {paintText} from '../theme/paint.ts';

/**
One row of the screen. Its spans are already cut to fit. Every text on screen passes through here, so that a
terminal without Unicode receives none. Painted again only when a span changes.
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

/** The same text in each of `height` rows, as one element: much cheaper than separate lines. */
export function Repeated({text, tone, height}: Span & {height: number}) {
	const {theme} = useTui();
	const shown = paintText(theme.ascii ? asciiOnly(text) : text, theme.styles[tone]);
	return <Text>{Array.from({length: height}, () => shown).join('\n')}</Text>;
}

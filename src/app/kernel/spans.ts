import {cut, widthOf} from '../../lib/width.ts';
import type {CellTone} from './cells.ts';

/** The meaning of a piece of text. Every theme gives each meaning a style. */
export type Tone =
	| CellTone
	| 'rule'
	| 'title'
	| 'titleFocused'
	| 'paneFocused'
	| 'heading'
	| 'label'
	| 'current'
	| 'currentElsewhere'
	| 'live'
	| 'lost'
	| 'info'
	| 'done'
	| 'danger'
	| 'hintKey'
	| 'prompt'
	| 'promptFocused'
	| 'placeholder'
	| 'button'
	| 'buttonFocused'
	| 'profile'
	| 'demo'
	| 'changed'
	| 'time'
	| 'command'
	| 'response'
	| 'output'
	| 'latency'
	| 'pending'
	| 'timeout'
	| 'late'
	| 'note'
	| 'gap'
	| 'bookmark'
	| 'unread'
	| 'match'
	| 'cursor';

/** A piece of a row. */
export type Span = {text: string; tone: Tone};

export const widthOfSpans = (spans: readonly Span[]): number =>
	spans.reduce((width, {text}) => width + widthOf(text), 0);

/** Fits spans into exactly `width` columns: cut at the end, or padded with `filler`. */
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

/** Places spans at the left and the right of a row. The right side is dropped if both do not fit. */
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

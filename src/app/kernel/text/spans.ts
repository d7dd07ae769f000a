import type {cellTones, tones} from '../../../contract/theme.ts';
import type {Message} from '../../../messages/text.ts';
import type {TableColumn} from '../../../lib/text/table-layout.ts';
import {cut, widthOf} from '../../../lib/text/width.ts';

/** The meaning of a piece of text. Every theme gives each meaning a style. */
export type Tone = (typeof tones)[number];

/** The tone of a text in the highlighted row: other colors are not readable there. */
export const toneAtCursor = (tone: Tone): Tone =>
	tone === 'offline' || tone === 'failure' || tone === 'danger' ? 'currentBad' : 'current';

/** The meaning of a cell. */
export type CellTone = (typeof cellTones)[number];

export type Cell = {text: Message; tone: CellTone};

/** A label and its text, which wraps if it is long. With an empty label it continues the fact above. */
export type Fact = {
	label: Message;
	text: Message;
	tone?: CellTone;
	/** It says why something is wrong, so it is never cut. */
	isReason?: true;
};

/**
A column of a list, declared once for all front ends. `Printed` is the part of an item that a one-shot command has.
*/
export type ListColumn<Item, Printed = Item> = TableColumn & {
	id: string;
	value: (item: Item, now: number) => Message;
	/** The cell's own tone, which the cursor row overrides. */
	style?: (item: Item, now: number) => CellTone | undefined;
	/** The value is clear without a header, so line mode omits the header. */
	isClear?: true;
	/** A text that does not fit continues in rows below, which no other column uses. */
	wraps?: true;
	/** It is no wider than its widest value, which does not depend on the time. */
	isSnug?: true;
	/** The column that one-shot commands print; they omit it if undefined. */
	printed?: PrintedColumn<Printed>;
};

/** A column of a table on stdout, which scripts may parse. `header` overrides the header of the list. */
export type PrintedColumn<Item> = {
	header?: string;
	/** undefined if unknown. */
	value: (item: Item) => string | number | undefined;
	style?: (item: Item) => CellTone | undefined;
};

/** Returns a function that makes the cells of an item, each when it is requested. */
export function cellsBy<Item>(columns: readonly ListColumn<Item, never>[]) {
	const byId = new Map(columns.map(column => [column.id, column]));
	return (item: Item) =>
		(id: string, now: number): Cell => {
			const column = byId.get(id);
			return {text: column?.value(item, now) ?? '', tone: column?.style?.(item, now) ?? 'plain'};
		};
}

/**
A piece of a row. `color`: the text's own, in place of that of its tone: a name of the terminal's palette, or `#rrggbb`;
themes without colors ignore it.
*/
export type Span = {text: string; tone: Tone; color?: string | undefined};

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

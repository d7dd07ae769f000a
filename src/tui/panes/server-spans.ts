import type {Span, Tone} from '../../app/kernel/spans.ts';
import {
	serverSigns,
	signWidth,
	type FittedServerColumn,
	type SignedServer,
} from '../../app/servers/columns.ts';
import {fitCell, headerCell} from '../../lib/table-layout.ts';
import type {Glyphs} from '../theme/tokens.ts';

export function headerSpans(columns: readonly FittedServerColumn[]): Span[] {
	const headers = columns.map(headerCell).join(' ');
	return [{text: ' '.repeat(signWidth) + headers, tone: 'heading'}];
}

export type ServerRowData = SignedServer & {
	/** The list has the keys. */
	focused: boolean;
};

/** Returns a row of the list; `texts` has the text of each column. */
export function serverSpans(
	row: ServerRowData,
	texts: readonly string[],
	columns: readonly FittedServerColumn[],
	glyphs: Glyphs,
): Span[] {
	const {current, focused} = row;
	const base: Tone = current ? (focused ? 'current' : 'currentElsewhere') : 'plain';
	const quiet: Tone = current ? base : 'faint';
	const gap: Span = {text: ' ', tone: base === 'current' ? base : 'plain'};
	const spans: Span[] = [
		{text: current ? glyphs.cursor : ' ', tone: 'titleFocused'},
		...signsOf(row, glyphs),
	];
	for (const [index, fitted] of columns.entries()) {
		const own = fitted.column.style?.(row);
		const tone = own === undefined ? quiet : own === 'plain' || base === 'current' ? base : own;
		if (index > 0) spans.push(gap);
		spans.push({text: fitCell(texts[index] ?? '', fitted), tone});
	}
	return spans;
}

function signsOf(row: ServerRowData, glyphs: Glyphs): Span[] {
	const spans = serverSigns(row).map(({sign, tone}): Span => ({text: glyphs[sign], tone}));
	const rest = signWidth - 1 - spans.length;
	return rest > 0 ? [...spans, {text: ' '.repeat(rest), tone: 'plain'}] : spans;
}

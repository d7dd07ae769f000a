import {phaseOf, type Phase} from '../../actions/preconditions.ts';
import {signWidth, type FittedServerColumn, type ListedServer} from '../../app/servers/columns.ts';
import {fitCell, headerCell} from '../../lib/table-layout.ts';
import type {Glyphs, Span, Token} from '../theme/tokens.ts';

export function headerSpans(columns: readonly FittedServerColumn[]): Span[] {
	const headers = columns.map(headerCell).join(' ');
	return [{text: ' '.repeat(signWidth) + headers, tone: 'heading'}];
}

export type ServerRowGiven = ListedServer & {
	marked: boolean;
	/** Its console got lines since it was on screen. */
	unread: boolean;
	/** The list has the keys. */
	focused: boolean;
};

/** A row of the list; `texts` has what stands in each of the columns. */
export function serverSpans(
	given: ServerRowGiven,
	texts: readonly string[],
	columns: readonly FittedServerColumn[],
	glyphs: Glyphs,
): Span[] {
	const {selected, focused} = given;
	const base: Token = selected ? (focused ? 'selected' : 'selectedElsewhere') : 'plain';
	const quiet: Token = selected ? base : 'faint';
	const gap: Span = {text: ' ', tone: base === 'selected' ? base : 'plain'};
	const spans: Span[] = [
		{text: selected ? glyphs.cursor : ' ', tone: 'titleFocused'},
		...signsOf(given, glyphs),
	];
	for (const [index, fitted] of columns.entries()) {
		const own = fitted.column.style?.(given);
		const tone = own === undefined ? quiet : own === 'plain' || base === 'selected' ? base : own;
		if (index > 0) spans.push(gap);
		spans.push({text: fitCell(texts[index] ?? '', fitted), tone});
	}
	return spans;
}

/**
Two columns for at most three signs: the state of what is not up, a mark, unread lines. Of three, the last one gives:
the title counts it, and everything acts on marks.
*/
function signsOf({state, acknowledged, marked, unread}: ServerRowGiven, glyphs: Glyphs): Span[] {
	const phase = phaseOf(state);
	const signs: Record<Phase, string | undefined> = {
		online: undefined,
		offline: glyphs.down,
		changing: glyphs.changing,
		unknown: glyphs.unknown,
	};
	const sign = signs[phase];
	const spans: Span[] = [
		...(sign === undefined ? [] : [{text: sign, tone: acknowledged ? ('faint' as const) : phase}]),
		...(marked ? [{text: '*', tone: 'warning'} as const] : []),
		...(unread ? [{text: glyphs.unread, tone: 'unread'} as const] : []),
	];
	const shown = spans.slice(0, signWidth - 1);
	return shown.length < signWidth - 1
		? [...shown, {text: ' '.repeat(signWidth - 1 - shown.length), tone: 'plain'}]
		: shown;
}

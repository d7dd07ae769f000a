import {betweenEnds, type Span} from '../../app/kernel/text/spans.ts';
import {cut, widthOf} from '../../lib/text/width.ts';
import {fieldWindow, type TextField} from '../../app/kernel/text/text-field.ts';

/** Returns the search of a pane at its lower edge, and the column of the caret in it. */
export function searchRow(
	{field, editing}: {field: TextField; editing: boolean},
	place: string,
	width: number,
): {spans: Span[]; caret: number} {
	const sign = 'search / ';
	const right = cut(place, Math.max(0, Math.floor(width / 2)));
	const room = Math.max(4, width - sign.length - widthOf(right) - 2);
	const {text, caret} = fieldWindow(field, room);
	const spans = betweenEnds(
		[
			{text: sign, tone: editing ? 'promptFocused' : 'prompt'},
			{text, tone: 'plain'},
		],
		[{text: right, tone: 'faint'}],
		width,
	);
	return {spans, caret: sign.length + caret};
}

import {visibleServers} from '../../core/fleet-view.ts';
import type {State} from '../../core/state/index.ts';
import {fieldWindow} from '../field-window.ts';
import {widthOfSpans} from '../parts/line.tsx';
import type {Span} from '../theme/tokens.ts';

const widest = 40;

/**
The title of the list: how many there are, and the filter, so that it is always seen while it hides something.
`caret` is the column of the cursor in the filter, counted from the first span.
*/
export function listTitle(
	state: Pick<State, 'fleet' | 'view'>,
	width: number,
): {spans: Span[]; caret: number} {
	const {fleet, view} = state;
	const {field, editing} = view.filter;
	const total = fleet.order.length;
	const shown = visibleServers(state).length;
	const count = shown === total ? String(total) : `${shown} of ${total}`;
	const spans: Span[] = [{text: `SERVERS ${count}`, tone: 'title'}];
	if (!editing && field.text === '') return {spans, caret: 0};
	const label: Span[] = [...spans, {text: '  filter: ', tone: 'faint'}];
	const room = Math.max(4, Math.min(widest, width - widthOfSpans(label) - 10));
	const {text, caret} = fieldWindow(field, room);
	return {
		spans: [...label, {text, tone: editing ? 'promptFocused' : 'warning'}],
		caret: widthOfSpans(label) + caret,
	};
}

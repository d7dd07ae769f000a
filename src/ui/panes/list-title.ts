import {markedServers} from '../../core/list/marks.ts';
import {currentFilter, listRows} from '../../core/list/rows.ts';
import type {State} from '../../core/state/index.ts';
import {isOpen, jobProgress} from '../../core/state/jobs.ts';
import {fieldWindow, restingWindow} from '../field-window.ts';
import {widthOfSpans} from '../parts/line.tsx';
import type {Span} from '../theme/tokens.ts';

const widest = 40;

/**
The title of the list: how many there are, how many are marked, what it is sorted by, and the filter, so that it is
always seen while it hides something. `caret` is the column of the cursor in the filter, counted from the first span.
*/
export function listTitle(
	state: Pick<State, 'fleet' | 'view' | 'jobs'>,
	width: number,
): {spans: Span[]; caret: number} {
	const {view} = state;
	const {field, editing} = view.filter;
	const spans: Span[] = [
		{text: `SERVERS ${countText(state)}`, tone: 'title'},
		...marksSpans(state),
		...jobSpans(state),
		...(view.sort === 'trouble' ? [] : [{text: `  sort:${view.sort}`, tone: 'faint'} as const]),
	];
	if (!editing && field.text === '') return {spans, caret: 0};
	const label: Span[] = [...spans, {text: '  filter: ', tone: 'faint'}];
	const {problem} = currentFilter({view});
	const room = Math.max(4, Math.min(widest, width - widthOfSpans(label) - 10));
	// A reason needs the room more than what is left of the field.
	const seen = editing ? fieldWindow : restingWindow;
	const {text, caret} = seen(field, problem === undefined ? room : Math.min(room, 16));
	const tone = problem !== undefined ? 'danger' : editing ? 'promptFocused' : 'warning';
	return {
		spans: [
			...label,
			{text, tone},
			...(problem === undefined ? [] : [{text: ` ${problem}`, tone: 'danger'} as const]),
		],
		caret: widthOfSpans(label) + caret,
	};
}

function countText(state: Pick<State, 'fleet' | 'view'>): string {
	const shown = listRows(state).ids.length;
	const total = state.fleet.order.length;
	return shown === total ? String(total) : `${shown} of ${total}`;
}

/** What is under way on several servers; `o` shows more. */
function jobSpans({jobs}: Pick<State, 'jobs'>): Span[] {
	const open = jobs.findLast(isOpen);
	if (!open) return [];
	const paused = open.status === 'paused' ? ' PAUSED' : '';
	return [{text: `  [o]${open.act} ${jobProgress(open)}${paused}`, tone: 'changing'}];
}

/** Marks outlive a filter, so those that it hides are counted. */
function marksSpans(state: Pick<State, 'fleet' | 'view'>): Span[] {
	const marks = markedServers(state);
	const range = state.view.range === undefined ? '' : ' range';
	if (marks.size === 0) return [];
	const {places} = listRows(state);
	const hidden = [...marks].filter(id => !places.has(id)).length;
	const text = `  ${marks.size} marked${hidden > 0 ? ` (${hidden} hidden)` : ''}${range}`;
	return [{text, tone: 'warning'}];
}

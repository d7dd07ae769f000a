import {type Keymap, keyOf} from './kernel/keys/keymap.ts';
import {selectedServers} from './servers/selection.ts';
import {unreadCount} from './console/record/read-positions.ts';
import {currentFilter, listRows} from './servers/list-rows.ts';
import type {State} from './state.ts';
import {needsAttention, progressOf} from './jobs/job-report.ts';
import {isOpen} from './jobs/jobs-state.ts';
import type {Span} from './kernel/text/spans.ts';
import {titleWithFilter} from './kernel/screens/screen-title.ts';
import {jobTexts} from '../messages/jobs.ts';
import {serverListMessages, titleMessages} from '../messages/screens.ts';

type TitleState = Pick<State, 'fleet' | 'view' | 'jobs' | 'unread'>;

/**
Returns the title of the list: the counts, the selection, the sort order, and the filter, which is always
shown while it hides rows. `caret` is the column of the cursor in the filter, counted from the first span.
*/
export function listTitle(state: TitleState, keymap: Keymap, width: number): {spans: Span[]; caret: number} {
	const {view} = state;
	const spans: Span[] = [
		{text: serverListMessages.title(countText(state)), tone: 'title'},
		...selectionSpans(state),
		...jobSpans(state, keymap),
		...unreadSpans(state, keymap, width),
		...(view.sort === 'alerts' ? [] : [{text: `  sort:${view.sort}`, tone: 'faint'} as const]),
	];
	return titleWithFilter(spans, {...view.filter, problem: currentFilter(state).problem}, {width, spare: 10});
}

function countText(state: Pick<State, 'fleet' | 'view'>): string {
	const shown = listRows(state).ids.length;
	const total = state.fleet.order.length;
	return shown === total ? String(total) : titleMessages.partOf(shown, total);
}

/** Shows a job in progress, or one that needs attention, after the key that shows more. */
function jobSpans({jobs, fleet}: Pick<State, 'jobs' | 'fleet'>, keymap: Keymap): Span[] {
	const open = jobs.findLast(isOpen) ?? jobs.findLast(job => needsAttention({fleet}, job));
	if (!open) return [];
	const paused = open.status === 'paused' ? ' PAUSED' : '';
	const progress = progressOf({fleet}, open);
	return [
		{
			text: `  [${keyOf('jobs.open', keymap)}]${jobTexts.action(open.action)} ${progress}${paused}`,
			tone: 'changing',
		},
	];
}

/**
Shows the number of unread consoles, after the key that jumps to them. On a narrow screen, the filter takes
precedence.
*/
function unreadSpans(state: TitleState, keymap: Keymap, width: number): Span[] {
	const count = unreadCount(state);
	const {field, editing} = state.view.filter;
	if (count === 0 || ((editing || field.text !== '') && width < 80)) return [];
	return [
		{text: `  [${keyOf('view.nextUnread', keymap)}]${serverListMessages.unread(count)}`, tone: 'unread'},
	];
}

/** The selection outlives a filter, so hidden servers are counted as well. */
function selectionSpans(state: Pick<State, 'fleet' | 'view'>): Span[] {
	const selected = selectedServers(state);
	if (selected.size === 0) return [];
	const {places} = listRows(state);
	const hidden = [...selected].filter(id => !places.has(id)).length;
	const text = `  ${serverListMessages.selected(selected.size, hidden, state.view.range !== undefined)}`;
	return [{text, tone: 'warning'}];
}

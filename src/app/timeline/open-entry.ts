import {indexOfId} from '../console/record/lines.ts';
import {pointAtLine} from '../console/read/scroll.ts';
import {consoleView} from '../console/read/view.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import {showNode} from '../kernel/screens/places.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import {allRuns} from '../automations/automations-state.ts';
import {timelineSlice} from './timeline-state.ts';
import {axisOf} from './axis.ts';
import {type Entry, isFold} from './entry.ts';
import {timelineTest} from './timeline-filter.ts';
import {rowsOf, timelineView, type TimelineView} from './timeline-view.ts';
import {openJobs} from '../jobs/jobs-view.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** Moves the cursor; on the newest entry it follows new ones. */
export function moveInTimeline(
	{store, clock}: Services,
	to: (at: number, total: number, page: number) => number,
): void {
	const state = store.getState();
	// A step of a long timeline lacks entries, also between those that it has.
	const view = timelineView(state, 'all');
	const {timeline} = state;
	const {test} = timelineTest({kinds: timeline.kinds, text: timeline.filter.field.text}, state);
	const {shown} = axisOf(state, test);
	const page = pageOf(shown, view, state, clock.now());
	const at = Math.max(0, Math.min(view.total - 1, to(view.at, view.total, page)));
	if (view.total === 0 || at === view.total - 1) {
		store.dispatch({type: 'timeline/changed', change: {cursor: undefined}});
		return;
	}
	const entry = shown[at];
	if (!entry) return;
	const top = Math.max(at - view.height + 1, Math.min(at, view.top));
	const seen = timeline.cursor?.seen ?? shown.at(-1)?.order ?? 0;
	const cursor = {key: entry.key, order: entry.order, row: at - top, seen};
	store.dispatch({type: 'timeline/changed', change: {cursor}});
}

/** Returns how many entries have room on the screen before and after the current one, since some take several rows. */
function pageOf(
	shown: readonly Entry[],
	{at, height}: Pick<TimelineView, 'at' | 'height'>,
	state: State,
	now: number,
): number {
	const {size} = state.view;
	const width = (layoutOf(state.view).panes.timeline?.width ?? size.columns) - 2;
	const fitting = (entries: readonly Entry[]) => {
		let rows = 0;
		const over = entries.findIndex(entry => (rows += rowsOf(entry, state, {width, now}).length) > height);
		return over === -1 ? height : over;
	};
	const before = shown.slice(Math.max(0, at - height), Math.max(0, at)).toReversed();
	return Math.max(1, Math.min(fitting(before), fitting(shown.slice(at + 1, at + 1 + height))));
}

/** Returns why an entry has no target to open, if so. */
export function openBlocked(state: State, entry: Entry | undefined): string | undefined {
	if (!entry) return timelineMessages.empty;
	const {subject, serverId} = entry;
	if (subject.what === 'job' || subject.what === 'step' || subject.what === 'run') return undefined;
	if (isFold(entry)) return undefined;
	if (nodeIn(subject) !== undefined) return undefined;
	if (serverId === undefined) return timelineMessages.noServer;
	return state.fleet.servers.get(serverId) ? undefined : timelineMessages.serverGone;
}

const nodeIn = (subject: Entry['subject']): string | undefined =>
	subject.what === 'action' && subject.action.activity.type === 'nodeChange'
		? subject.action.activity.nodeId
		: subject.what === 'past' && subject.past.kind === 'note' && subject.past.activity.type === 'nodeChange'
			? subject.past.activity.nodeId
			: undefined;

/** Opens the subject of an entry: the console of its server, its node, its run, or its job; unfolds an entry that represents several. */
export function goToEntry(services: Services, entry: Entry): void {
	const {subject, serverId} = entry;
	const {store} = services;
	const nodeId = nodeIn(subject);
	if (subject.what === 'job' || subject.what === 'step') openJobs(services, subject.job.id);
	else if (isFold(entry)) toggleFold(services, entry);
	else if (subject.what === 'run') {
		const {id, automationId} = subject.run;
		store.dispatch({type: 'automations/asked', query: {...allRuns, automationId}});
		store.dispatch({
			type: 'screens/changed',
			list: 'runs',
			change: {currentId: id, at: 0, open: false, top: 0},
		});
		store.dispatch({type: 'screens/runsShown', isShown: true});
		store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
	} else if (nodeId !== undefined) showNode(services, nodeId);
	else if (serverId !== undefined) {
		store.dispatch({type: 'view/changed', change: {currentId: serverId, pane: 'console'}});
		// The console has an event of an earlier session under the key of its entry.
		showLine(services, subject.what === 'line' ? subject.line.id : entry.key);
	}
}

/** The cursor stays on the entry, so that the same key folds it again. */
function toggleFold({store}: Services, {key, order}: Entry): void {
	const {timeline} = store.getState();
	const {at, top} = timelineView(store.getState());
	const unfolded = new Set(timeline.unfolded);
	if (!unfolded.delete(key)) unfolded.add(key);
	const cursor = {key, order, row: at - top, seen: timeline.cursor?.seen ?? order};
	store.dispatch({type: 'timeline/changed', change: {unfolded, cursor}});
	const view = timelineView(store.getState());
	if (view.at === view.total - 1) store.dispatch({type: 'timeline/changed', change: {cursor: undefined}});
}

/** Shows the line itself, unless the console hides it. */
function showLine(services: Services, id: string): void {
	const {document} = consoleView(services.store.getState());
	const index = indexOfId(document.lines, id);
	if (index !== -1) pointAtLine(services, index, () => true);
}

/** Handles Esc in the timeline: clears the filters first. */
export function backInTimeline(services: Services): boolean {
	const {view, timeline} = services.store.getState();
	if (view.pane !== 'timeline') return false;
	if (timeline.filter.field.text === '' && timeline.kinds === 'all') return false;
	const {filter, kinds} = timelineSlice.initial;
	services.store.dispatch({type: 'timeline/changed', change: {filter, kinds}});
	notify(services, 'info', timelineMessages.showsAll, {about: 'view'});
	return true;
}

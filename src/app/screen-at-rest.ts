import {layoutOf} from './kernel/screens/layout.ts';
import {pollIntervalMs} from './servers/poll-servers.ts';
import type {State} from './state.ts';
import {isRunning} from './watch/watches.ts';

/**
Returns whether someone may wait for the seconds on the screen: they count down, or the data may be stale. If not, a
screen that nobody uses shows times in coarse steps.
*/
export function needsSeconds(state: State): boolean {
	const {fleet, feed, view, dialog, undoWindow, jobs, scheduled, watches} = state;
	return (
		fleet.at === undefined ||
		fleet.problem !== undefined ||
		fleet.late !== undefined ||
		fleet.expected.size > 0 ||
		feed.retryTick !== undefined ||
		dialog !== undefined ||
		undoWindow.length > 0 ||
		jobs.some(({status}) => status === 'running' || status === 'paused') ||
		scheduled.own.size + scheduled.tasks.size > 0 ||
		watches.some(isRunning) ||
		view.pane === 'automations'
	);
}

/** The interval at which a screen at rest is painted, ms. Whatever cannot wait for it is painted at once. */
export const restStepMs = 10_000;

/** The greatest age of the list on a screen at rest: unlike its age, it does not change. */
export const restingAgeMs = (...known: Parameters<typeof pollIntervalMs>): number =>
	pollIntervalMs(...known) + restStepMs;

/**
What can wait: times of reading, and values that count players or read entries. A new state of a server changes `since`.
*/
const patientFields: ReadonlyMap<keyof State, ReadonlySet<string>> = new Map([
	['fleet', new Set(['at', 'latencyMs', 'servers', 'list'])],
	['feed', new Set(['lastAt'])],
	['nodes', new Set(['at', 'nodes'])],
	['scheduled', new Set(['readAt'])],
	['automations', new Set(['at', 'list', 'recent', 'lastRuns', 'unreadable'])],
]);

/** Returns whether a screen at rest can show a change with its next step: nothing happened that someone may wait for. */
export function canWait(before: State, next: State): boolean {
	return changedFields(before, next).every(slice => {
		if (slice === 'trends' || slice === 'unread') return true;
		if (slice === 'console') return isElsewhere(before, next);
		const patient = patientFields.get(slice);
		return (
			patient && changedFields(before[slice] ?? {}, next[slice] ?? {}).every(field => patient.has(field))
		);
	});
}

/** Returns whether only consoles that are not on screen have changed. */
function isElsewhere({console}: State, {console: next, view}: State): boolean {
	const id = view.currentId ?? '';
	const isRead = view.pane === 'servers' || view.pane === 'console' || view.pane === 'details';
	return isRead && !layoutOf(view).panes.timeline && console.get(id) === next.get(id);
}

/** Returns the fields with another value; both objects have the same fields. */
const changedFields = <Fields extends object>(before: Fields, next: Fields) =>
	(Object.keys(next) as (keyof Fields & string)[]).filter(name => before[name] !== next[name]);

import type {State} from './state.ts';
import {isRunning} from './watch/watches.ts';

/**
Returns whether somebody may wait for the seconds on the screen: they count down, or the data may be stale. If not, a
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

/** When something was last read. At rest none of these is shown. */
const readTimes: ReadonlyMap<keyof State, ReadonlySet<string>> = new Map([
	['fleet', new Set(['at', 'latencyMs'])],
	['feed', new Set(['lastAt'])],
	['nodes', new Set(['at'])],
	['scheduled', new Set(['readAt'])],
]);

/** Returns whether a screen at rest looks the same: nothing but the times of reading has changed. */
export function looksTheSame(before: State, next: State): boolean {
	return changedFields(before, next).every(slice => {
		const ignored = readTimes.get(slice);
		return (
			ignored && changedFields(before[slice] ?? {}, next[slice] ?? {}).every(field => ignored.has(field))
		);
	});
}

/** Returns the fields with another value; both objects have the same fields. */
const changedFields = <Fields extends object>(before: Fields, next: Fields) =>
	(Object.keys(next) as (keyof Fields & string)[]).filter(name => before[name] !== next[name]);

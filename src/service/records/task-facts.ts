import type {TaskRecord} from './records.ts';

/** Returns whether a task is unfinished. */
export function isLive({state}: TaskRecord): boolean {
	return state === 'PENDING' || state === 'RUNNING';
}

/** Returns whether a task is a scheduled stop or restart. */
export function isTimed({type}: TaskRecord): boolean {
	return type === 'TIMED_SHUTDOWN' || type === 'TIMED_RESTART';
}

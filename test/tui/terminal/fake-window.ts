import {EventEmitter} from 'node:events';

/** The writer's view of a window: a size that changes. */
export function fakeWindow(columns: number, rows: number) {
	return Object.assign(new EventEmitter(), {columns, rows});
}

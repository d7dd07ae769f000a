import {EventEmitter} from 'node:events';

/** What a window is to the writer: a size that changes. */
export function fakeWindow(columns: number, rows: number) {
	return Object.assign(new EventEmitter(), {columns, rows});
}

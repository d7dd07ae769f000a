import {isLive, isTimed} from '../records/records.ts';
import type {Service} from '../index.ts';

/** Returns the names of the servers that have a scheduled action since `since` (epoch milliseconds). */
export function scheduledOn({context}: Service, since: number): string[] {
	const {tasks, servers} = context.store;
	const timed = tasks.all().filter(task => isLive(task) && isTimed(task) && task.createdAt >= since);
	const names = timed.flatMap(({targetIds}) => targetIds.map(id => servers.get(id)?.displayName ?? id));
	return [...new Set(names)];
}

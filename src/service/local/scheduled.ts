import {isLive} from '../records/task-facts.ts';
import type {Service} from '../index.ts';

/** Returns the names of the servers that have a scheduled action since `since` (epoch milliseconds). */
export function scheduledOn({context}: Service, since: number): string[] {
	const {tasks, servers} = context.store;
	const timed = tasks
		.all()
		.filter(task => isLive(task) && /^TIMED_(SHUTDOWN|RESTART)$/.test(task.type) && task.createdAt >= since);
	const names = timed.flatMap(({targetIds}) => targetIds.map(id => servers.get(id)?.displayName ?? id));
	return [...new Set(names)];
}

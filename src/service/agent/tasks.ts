import {isLive} from '../context.ts';
import {notify} from '../history.ts';
import type {TaskRecord, TaskType} from '../records.ts';
import type {Node} from './node.ts';
import {setTask} from '../publish.ts';

type Wish = {
	type: TaskType;
	targetIds: string[];
	context?: Record<string, unknown>;
	/** What `work` needs to be begun anew after a restart of the sandbox. */
	order?: Record<string, unknown>;
	cancellable?: boolean;
};
export type Work = (signal: AbortSignal, report: (progressPercentage: number) => void) => Promise<void>;

/** PENDING at once, then RUNNING, then over. (service-facts: Node tasks, Lifecycle) */
export function createTask({id: nodeId, plane}: Node, wish: Wish): TaskRecord {
	return setTask(plane, {
		id: plane.newId(),
		state: 'PENDING',
		nodeId,
		context: null,
		order: {},
		cancellable: false,
		createdAt: plane.clock.now(),
		progressPercentage: 0,
		...wish,
	});
}

/** Does the work of a task, and says how it ends. A sandbox that closes leaves it RUNNING: it goes on when reopened. */
export async function runTask(node: Node, {id, type}: TaskRecord, work: Work): Promise<void> {
	const {plane} = node;
	const cancel = new AbortController();
	const signal = AbortSignal.any([cancel.signal, node.closed]);
	const change = (changes: Partial<TaskRecord>) => {
		const task = plane.store.tasks.get(id);
		if (task && !node.closed.aborted) setTask(plane, {...task, ...changes});
	};
	const finish = (state: TaskRecord['state'], changes: Partial<TaskRecord> = {}) =>
		change({state, finishedAt: plane.clock.now(), cancellable: false, ...changes});
	node.tasks.set(id, cancel);
	change({state: 'RUNNING', cancellable: type === 'TIMED_SHUTDOWN' || type === 'TIMED_RESTART'});
	try {
		await work(signal, progressPercentage => change({progressPercentage}));
		if (node.closed.aborted) return;
		if (cancel.signal.aborted) finish('CANCELED');
		else finish('SUCCEEDED', {progressPercentage: 100});
	} catch (error) {
		if (node.closed.aborted) return;
		if (cancel.signal.aborted) return finish('CANCELED');
		const errorMessage = error instanceof Error ? error.message : String(error);
		finish('FAILED', {errorMessage});
		const teamId = plane.store.nodes.get(node.id)?.teamId;
		if (teamId) notify(plane, teamId, {type: 'TASK_FAILED', title: 'A task failed', message: errorMessage});
	} finally {
		node.tasks.delete(id);
		forgetOld(node);
	}
}

export function liveTasksOfNode({id, plane}: Node): TaskRecord[] {
	return plane.store.tasks.all().filter(task => task.nodeId === id && isLive(task));
}

const maxHistory = 100;

/** Tasks that are over are kept for a while, oldest dropped first. */
function forgetOld({id, plane}: Node): void {
	const over = plane.store.tasks.all().filter(task => task.nodeId === id && !isLive(task));
	for (const task of over.slice(0, Math.max(0, over.length - maxHistory))) plane.store.tasks.remove(task.id);
}

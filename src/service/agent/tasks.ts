import {nodeAgentMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {isLive, type TaskRecord, type TaskType} from '../records/records.ts';
import {notify} from '../records/history.ts';
import {setTask} from '../records/publish.ts';

type NewTask = {
	/** Default: a new one. */
	id?: string;
	type: TaskType;
	targetIds: string[];
	context?: Record<string, unknown>;
	/** What `work` needs to restart after the service is reopened. */
	order?: Record<string, unknown>;
	cancellable?: boolean;
};
/** The part of a node's agent that runs tasks. */
export type TaskHost = {
	/** The id of the node. */
	id: string;
	service: ServiceContext;
	/** Aborts running tasks, by task id. */
	tasks: Map<string, AbortController>;
	/** Aborted when the service closes. */
	closed: AbortSignal;
	/** Called with bugs of this program in work that nobody awaits. */
	onBug: (bug: unknown) => void;
};
export type Work = (signal: AbortSignal, report: (progressPercentage: number) => void) => Promise<void>;

/** Starts work that nobody awaits, once its order is committed. An abort by the close of the service ends it silently. */
export function inBackground({service, closed, onBug}: TaskHost, work: () => Promise<unknown>): void {
	service.store.afterCommit(() => {
		work().catch(error => {
			if (!closed.aborted) onBug(error);
		});
	});
}

/** Creates a task: PENDING, then RUNNING, then a final state. (public documentation: Node tasks, Lifecycle) */
export function createTask(
	{id: nodeId, service}: Pick<TaskHost, 'id' | 'service'>,
	task: NewTask,
): TaskRecord {
	return setTask(service, {
		id: service.newId(),
		state: 'PENDING',
		nodeId,
		context: null,
		order: {},
		cancellable: false,
		createdAt: service.clock.now(),
		progressPercentage: 0,
		...task,
	});
}

/** Runs a task and records how it ends. If the service closes, the task stays RUNNING and continues when reopened. */
export async function runTask(node: TaskHost, {id, type}: TaskRecord, work: Work): Promise<void> {
	const {service} = node;
	const cancel = new AbortController();
	const signal = AbortSignal.any([cancel.signal, node.closed]);
	const change = (changes: Partial<TaskRecord>) => {
		const task = service.store.tasks.get(id);
		if (task && isLive(task) && !node.closed.aborted) setTask(service, {...task, ...changes});
	};
	const finish = (state: TaskRecord['state'], changes: Partial<TaskRecord> = {}) =>
		change({state, finishedAt: service.clock.now(), cancellable: false, ...changes});
	node.tasks.set(id, cancel);
	change({state: 'RUNNING', cancellable: type.startsWith('TIMED_')});
	try {
		await work(signal, progressPercentage => change({progressPercentage}));
		if (node.closed.aborted) return;
		if (cancel.signal.aborted) finish('CANCELED');
		else finish('SUCCEEDED', {progressPercentage: 100});
	} catch (error) {
		if (node.closed.aborted) return;
		if (cancel.signal.aborted) return finish('CANCELED');
		const errorMessage = error instanceof Error ? error.message : String(error);
		const teamId = service.store.nodes.get(node.id)?.teamId;
		const title = nodeAgentMessages.taskFailed;
		service.store.atomically(() => {
			finish('FAILED', {errorMessage});
			if (teamId) notify(service, teamId, {type: 'TASK_FAILED', title, message: errorMessage});
		});
	} finally {
		node.tasks.delete(id);
		forgetOld(node);
	}
}

/** Cancels a task, also one that is not running here. */
export function cancelTask({service, tasks}: TaskHost, {id}: Pick<TaskRecord, 'id'>): void {
	const task = service.store.tasks.get(id);
	if (!task || !isLive(task)) return;
	setTask(service, {...task, state: 'CANCELED', finishedAt: service.clock.now(), cancellable: false});
	service.store.afterCommit(() => tasks.get(id)?.abort());
}

export function liveTasksOfNode({id, service}: Pick<TaskHost, 'id' | 'service'>): TaskRecord[] {
	return service.store.tasks.all().filter(task => task.nodeId === id && isLive(task));
}

/** For each node. */
export const maxFinishedTasks = 100;

/** Drops the oldest finished tasks beyond the limit. */
function forgetOld({id, service}: Pick<TaskHost, 'id' | 'service'>): void {
	const over = service.store.tasks.all().filter(task => task.nodeId === id && !isLive(task));
	for (const task of over.slice(0, Math.max(0, over.length - maxFinishedTasks)))
		service.store.tasks.remove(task.id);
}

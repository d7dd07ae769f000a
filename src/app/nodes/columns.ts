import {momentText} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import {nameOfNode, nodeLabel} from '../../actions/names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {isRunning, progressText} from '../../actions/task-progress.ts';
import {commonMessages} from '../../messages/common.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import type {ListColumn} from '../kernel/columns.ts';
import {serversText, type Carried} from './node-labels.ts';

/** The data behind the columns of a node. */
export type ListedNode = {
	node: Node;
	carried: Carried | undefined;
	/** undefined if not read. */
	tasks: readonly NodeTask[] | undefined;
	/** How far the clock of the service, which dates when nodes were last alive, is ahead of ours, ms. */
	skewMs: number;
};

/** A node reports at least every ten seconds that it is alive; longer silence than this is notable, ms. */
const quietMs = 60_000;

/** The columns of the list of nodes, declared only here. */
export const nodeColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 28},
		priority: 0,
		cut: 'middle',
		value: ({node}) => nodeLabel(node),
		printed: {value: ({node}) => nameOfNode(node)},
	},
	{
		id: 'status',
		header: 'STATUS',
		width: {min: 8, max: 10},
		priority: 0,
		value: ({node}) => node.status ?? commonMessages.notReported,
		style: ({node: {status}}) => (status === undefined ? 'faint' : phaseOf(status)),
		printed: {value: ({node}) => node.status, style: ({node}) => phaseOf(node.status)},
	},
	{
		id: 'alive',
		header: 'ALIVE',
		width: {min: 8, max: 8},
		priority: 0,
		value: (listed, now) =>
			momentText(listed.node.lastAlive, () => commonMessages.ago(quietFor(listed, now)), '-'),
		style: (listed, now) => (quietFor(listed, now) > quietMs ? 'offline' : 'faint'),
	},
	{
		id: 'servers',
		header: 'SERVERS',
		width: {min: 12, max: 22},
		priority: 1,
		value: ({carried}) => serversText(carried),
		style({carried}) {
			if ((carried?.phases.offline ?? 0) > 0) return 'offline';
			return (carried?.phases.unknown ?? 0) > 0 ? 'unknown' : 'plain';
		},
	},
	{
		id: 'players',
		header: 'PLAYERS',
		width: {min: 7, max: 7},
		priority: 4,
		align: 'right',
		value: ({carried}) => (carried ? String(carried.players) : '-'),
		style: () => 'faint',
	},
	{
		id: 'tasks',
		header: 'TASKS',
		width: {min: 12, max: 26},
		priority: 2,
		value({tasks}) {
			const [first, ...others] = runningIn(tasks);
			if (!first) return tasks ? 'none' : '-';
			if (others.length > 0) return nodeMessages.tasksRunning(others.length + 1);
			return `${progressText(first)} ${first.type ?? 'task'}`.trimStart();
		},
		style: ({tasks}) => (runningIn(tasks).length > 0 ? 'changing' : 'faint'),
	},
	{
		id: 'version',
		header: 'VERSION',
		width: {min: 9, max: 14},
		priority: 3,
		value: ({node}) => node.daemonVersion ?? '-',
		style: () => 'faint',
		printed: {header: 'DAEMON', value: ({node}) => node.daemonVersion},
	},
] as const satisfies readonly ListColumn<ListedNode, Pick<ListedNode, 'node'>>[];

/** Returns the running tasks. */
export const runningIn = (tasks: ListedNode['tasks']): readonly NodeTask[] => tasks?.filter(isRunning) ?? [];

/** Returns the time since the node was last alive by the clock of the service, ms; 0 if unknown. */
const quietFor = ({node: {lastAlive}, skewMs}: ListedNode, now: number): number =>
	typeof lastAlive === 'number' ? now + skewMs - lastAlive : 0;

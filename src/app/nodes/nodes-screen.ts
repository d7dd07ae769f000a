import {momentText} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import {nameOf, nameOfNode, nodeLabel, serverName} from '../../actions/names.ts';
import {phaseOf, stateNames} from '../../contract/states.ts';
import {dueAt, isRunning, progressText, taskTimeLeft} from '../../actions/task-progress.ts';
import {commonMessages, gap, joinMessages, type Message, message, narrowGap} from '../../messages/text.ts';
import {nodeMessages} from '../../messages/nodes.ts';
import {cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import {type Carried, carriedBy, serversText} from './node-outages.ts';
import {textOf} from '../../contract/wire-values.ts';
import {serverMessages} from '../../messages/server-list.ts';
import type {DetailsOptions, ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {clockText} from '../../lib/time/ago.ts';
import {compareNames} from '../../lib/text/compare-names.ts';
import {notableSkew, serviceTime} from '../kernel/state/access.ts';
import {ownValue} from '../../lib/json/maps.ts';
import type {State} from '../state.ts';
import {almostFull, machineFacts, settingFacts, usedParts} from './machine-facts.ts';
import {openFacts} from '../kernel/screens/open-facts.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {fieldOf} from '../kernel/text/text-field.ts';

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

/** A column of the used resources, if any node reports them: it shows which node has room. */
const usedColumn = <Id extends keyof ReturnType<typeof usedParts>>(id: Id, header: string) =>
	({
		id,
		header,
		width: {min: 4, max: 4},
		priority: 5,
		align: 'right',
		isSnug: true,
		value({node, carried}: ListedNode) {
			const part = usedParts(node, carried)[id];
			return part === undefined ? '' : `${Math.round(100 * part)}%`;
		},
		style: ({node, carried}: ListedNode) =>
			id === 'disk' && (usedParts(node, carried)[id] ?? 0) >= almostFull ? 'warning' : 'plain',
	}) as const;

/** The columns of the list of nodes, declared only here. */
export const nodeColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 28},
		priority: 0,
		cut: 'middle',
		isSnug: true,
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
		style: (listed, now) => (quietFor(listed, now) > quietMs ? 'offline' : 'plain'),
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
		value: ({carried}) => String(carried?.players ?? '-'),
	},
	{
		id: 'tasks',
		header: 'TASKS',
		width: {min: 12, max: 26},
		priority: 2,
		value({tasks, skewMs}, now) {
			const [first, ...others] = runningIn(tasks);
			if (!first) return tasks ? 'none' : '-';
			if (others.length > 0) return nodeMessages.tasksRunning(others.length + 1);
			const leftMs = taskTimeLeft(first, now + skewMs);
			const left = leftMs === undefined ? undefined : nodeMessages.timeLeft(leftMs);
			return joinMessages([progressText(first), first.type ?? 'task', left], ' ');
		},
		style: ({tasks}) => (runningIn(tasks).length > 0 ? 'changing' : 'plain'),
	},
	{
		id: 'version',
		header: 'VERSION',
		width: {min: 9, max: 14},
		priority: 6,
		value: ({node}) => node.daemonVersion ?? '-',
		printed: {header: 'DAEMON', value: ({node}) => node.daemonVersion},
	},
	usedColumn('load', 'LOAD'),
	usedColumn('memory', 'MEM'),
	usedColumn('disk', 'DISK'),
] as const satisfies readonly ListColumn<ListedNode, Pick<ListedNode, 'node'>>[];

/** Returns the running tasks. */
const runningIn = (tasks: ListedNode['tasks']): readonly NodeTask[] => tasks?.filter(isRunning) ?? [];

/** Returns the time since the node was last alive by the clock of the service, ms; 0 if unknown. */
const quietFor = ({node: {lastAlive}, skewMs}: ListedNode, now: number): number =>
	typeof lastAlive === 'number' ? now + skewMs - lastAlive : 0;

function whenText(task: NodeTask, now: number): Message {
	const {createdAt, finishedAt} = task;
	const agoText = (at: number) => commonMessages.ago(now - at);
	if (finishedAt !== undefined) return nodeMessages.taskEnded(momentText(finishedAt, agoText, ''));
	const due = dueAt(task);
	if (due !== undefined) return due > now ? nodeMessages.taskDueIn(due - now) : nodeMessages.taskDueNow;
	return createdAt === undefined ? '' : nodeMessages.taskStarted(momentText(createdAt, agoText, ''));
}

/** Formats a task as `RUNNING 40%   ark-isl-1   started 12s ago`; a progress bar would say less in the same space. */
function taskText(task: NodeTask, nameOf: (serverId: string) => string, now: number): Message {
	const {state, targetIds, errorMessage, cancellable} = task;
	// A task that waits for its time has no progress.
	const isWorking = isRunning(task) && dueAt(task) === undefined;
	const progress = isWorking ? ` ${progressText(task)}` : '';
	const leftMs = isWorking ? taskTimeLeft(task, now) : undefined;
	return joinMessages(
		[
			`${state ?? nodeMessages.taskStateNotSaid}${progress}`,
			targetIds.map(nameOf).join(', '),
			whenText(task, now),
			leftMs === undefined ? undefined : nodeMessages.timeLeft(leftMs),
			textOf(task.context?.['command']),
			errorMessage,
			cancellable === true && isRunning(task) ? nodeMessages.cancelsTask : undefined,
		],
		gap,
	);
}

const maxEnded = 5;

/** Returns everything known about a node: what matters in an incident first, system data last. */
export function nodeFacts(state: State, id: string, {now, revealed}: DetailsOptions): Fact[] {
	const {nodes, fleet, view, access} = state;
	const node = nodes.nodes.find(other => other.id === id);
	if (!node) return [];
	const carried = carriedBy(fleet).get(id);
	const machine = machineFacts(node, carried, revealed);
	const agoText = (at: number) =>
		commonMessages.agoAt(serviceTime(access, now) - at, clockText(at, view.time === 'utc'));
	return [
		{
			label: 'status',
			text: node.status ?? commonMessages.notReported,
			...(node.status !== undefined && {tone: phaseOf(node.status)}),
		},
		{label: 'alive', text: momentText(node.lastAlive, agoText, commonMessages.notReported)},
		...(node.logoutReason === undefined ? [] : [{label: nodeMessages.loggedOut, text: node.logoutReason}]),
		...machine.first,
		{label: 'servers', text: serversText(carried)},
		...serverFacts(state, id),
		...taskFacts(state, id, serviceTime(access, now)),
		{label: 'agent', text: node.daemonVersion ?? commonMessages.notReported},
		{label: 'login', text: momentText(node.lastLogin, agoText, commonMessages.notReported)},
		...machine.last,
		...settingFacts(node, revealed),
		...openFacts(remainingFields(node), '', revealed),
		{label: 'name', text: nodeLabel(node)},
		{label: 'id', text: node.id},
	];
}

const maxServers = 12;

/** Servers that are down come first. */
function serverFacts({fleet}: State, id: string): Fact[] {
	const here = [...fleet.servers.values()]
		.filter(({nodeId}) => nodeId === id)
		.sort(
			(a, b) =>
				Number(phaseOf(a.state) === 'online') - Number(phaseOf(b.state) === 'online') ||
				compareNames(nameOf(a), nameOf(b)),
		);
	const facts = here.slice(0, maxServers).map((server): Fact => ({
		label: '',
		text: message`${server.state ?? serverMessages.noState}${narrowGap}${nameOf(server)}`,
		tone: phaseOf(server.state) === 'online' ? 'plain' : phaseOf(server.state),
	}));
	const more = here.length - maxServers;
	return more > 0 ? [...facts, {label: '', text: nodeMessages.andMore(more), tone: 'faint'}] : facts;
}

/** Returns running tasks, then finished ones, or why they are not known. */
function taskFacts({nodes, fleet}: State, id: string, now: number): Fact[] {
	const tasks = nodes.tasks.get(id);
	if (!tasks) return [{label: 'tasks', text: whyNoTasks(nodes), tone: 'faint'}];
	const named = (serverId: string) => serverName(fleet, serverId);
	const fact = (task: NodeTask): Fact => ({
		label: nodeMessages.task(task.type),
		text: taskText(task, named, now),
		tone: isRunning(task) ? 'changing' : task.state === 'FAILED' ? 'failure' : 'plain',
	});
	const running = tasks.filter(isRunning);
	const ended = tasks.filter(task => !isRunning(task)).slice(0, maxEnded);
	return running.length + ended.length === 0
		? [{label: 'tasks', text: 'none', tone: 'faint'}]
		: [...running, ...ended].map(fact);
}

function whyNoTasks({tasksProblem}: State['nodes']): Message {
	if (!tasksProblem) return nodeMessages.tasksNotRead;
	if (tasksProblem.status === 403) return nodeMessages.tasksForbidden(tasksProblem.title);
	return nodeMessages.tasksNotOffered;
}

/** Not repeated if the label shows their value. */
const nameFields = new Set(['name', 'nodeName']);

const shown = new Set([
	'id',
	'teamId',
	'status',
	'lastAlive',
	'lastLogin',
	'logoutReason',
	'daemonVersion',
	'settings',
	'systemData',
]);

/** Returns the remaining fields of a node, by their words if they have some; its record is unspecified beyond the known ones. */
const remainingFields = (node: Node) =>
	Object.fromEntries(
		Object.entries(node)
			.filter(([name, value]) => !shown.has(name) && !(nameFields.has(name) && value === nodeLabel(node)))
			.map(([name, value]) => [ownValue(nodeMessages.fields, name) ?? name, value]),
	);

const cells = cellsBy(nodeColumns);

const rows = memoize(
	(
		nodes: readonly Node[],
		carried: ReadonlyMap<string, Carried>,
		tasks: State['nodes']['tasks'],
		skewMs: number,
	): readonly ScreenRow[] => {
		return nodes
			.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(nodeLabel(a), nodeLabel(b)))
			.map(node => rowOf({node, carried: carried.get(node.id), tasks: tasks.get(node.id), skewMs}));
	},
);

/** Nodes that are not online come first. */
const rankOf = ({status}: Node) => (phaseOf(status) === 'online' ? 1 : 0);

function rowOf(listed: ListedNode): ScreenRow {
	const {node, carried, tasks} = listed;
	return {
		id: node.id,
		fields: {
			name: nodeLabel(node),
			id: node.id,
			status: stateNames(node.status).join(' '),
			version: node.daemonVersion,
			servers: carried?.total ?? 0,
			down: carried?.phases.offline ?? 0,
			tasks: runningIn(tasks).length,
		},
		cell: cells(listed),
	};
}

export const nodesScreen: ListScreen = {
	id: 'nodes',
	permission: 'ACCESS_NODES',
	columns: nodeColumns,
	fields: ['name', 'status', 'version', 'id'],
	numbers: ['servers', 'down', 'tasks'],
	data: ({nodes, fleet, access}) => ({
		rows:
			nodes.at === undefined
				? undefined
				: rows(nodes.nodes, carriedBy(fleet), nodes.tasks, notableSkew(access) ?? 0),
		at: nodes.at,
		problem: nodes.problem,
		unreadable: nodes.unreadable,
	}),
	empty: ({access}) => [nodeMessages.none(access.team?.name), nodeMessages.appearWhenListed],
	details: nodeFacts,
	refresh: ({refreshers}) => refreshers.readNodes(),
	enter: ({store}, id) => {
		const node = store.getState().nodes.nodes.find(other => other.id === id);
		if (!node) return;
		// The filter of the server list finds a node by the name in the server records.
		const {servers} = store.getState().fleet;
		const known = servers.values().find(({nodeId}) => nodeId === id);
		const name = known?.nodeName ?? known?.nodeId ?? nodeLabel(node);
		const field = fieldOf(`node:${/\s/.test(name) ? `"${name}"` : name}`);
		store.dispatch({
			type: 'view/changed',
			change: {pane: 'servers', filter: {field, editing: false}, zoomed: false},
		});
	},
};

import {commonMessages} from '../../messages/common.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import {serverMessages} from '../../messages/servers.ts';
import type {DetailsOptions} from '../kernel/list-screen.ts';
import {momentText} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import {clockText} from '../../lib/ago.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import {compareNames} from '../../lib/compare-names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {serviceTime} from '../kernel/access.ts';
import type {State} from '../state.ts';
import {nodeLabel} from '../../actions/names.ts';
import type {Fact} from '../kernel/cells.ts';
import {carriedBy, serversText} from './node-labels.ts';
import {openFacts} from '../kernel/open-facts.ts';
import {taskText} from './task-text.ts';
import {isRunning} from '../../actions/task-progress.ts';
import {type Message, message, narrowGap} from '../../messages/text.ts';

const maxEnded = 5;

/** Returns everything known about a node: what matters in an incident first, system data last. */
export function nodeFacts(state: State, id: string, {now, revealed}: DetailsOptions): Fact[] {
	const {nodes, fleet, view, access} = state;
	const node = nodes.nodes.find(other => other.id === id);
	if (!node) return [];
	const agoText = (at: number) =>
		commonMessages.agoAt(serviceTime(access, now) - at, clockText(at, view.time === 'utc'));
	return [
		{
			label: 'status',
			text: node.status ?? commonMessages.notReported,
			...(node.status !== undefined && {tone: phaseOf(node.status)}),
		},
		{label: 'alive', text: momentText(node.lastAlive, agoText, commonMessages.notReported)},
		{label: 'login', text: momentText(node.lastLogin, agoText, commonMessages.notReported)},
		...(node.logoutReason === undefined ? [] : [{label: nodeMessages.loggedOut, text: node.logoutReason}]),
		{label: 'version', text: node.daemonVersion ?? commonMessages.notReported},
		{label: 'servers', text: serversText(carriedBy(fleet.servers).get(id))},
		...serverFacts(state, id),
		...taskFacts(state, id, serviceTime(access, now)),
		...openFacts(node.systemData, 'system', revealed),
		...openFacts(remainingSettings(node), 'setting', revealed),
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

/** Returns the remaining fields of a node; its record is unspecified beyond the known ones. */
const remainingFields = (node: Node) =>
	Object.fromEntries(
		Object.entries(node).filter(
			([name, value]) => !shown.has(name) && !(nameFields.has(name) && value === nodeLabel(node)),
		),
	);

const remainingSettings = ({settings}: Node) =>
	Object.fromEntries(Object.entries(settings ?? {}).filter(([name]) => name !== 'name'));

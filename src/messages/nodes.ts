import {plural} from '../lib/text/plural.ts';
import {acceptedText, type ActionWords, example, given} from './action-words.ts';
import {duration, key, message, type Message} from './text.ts';
import {formatDuration} from '../lib/time/ago.ts';

const cancelTask = {
	verb: 'Cancel task',
	command: {
		words: ['task', 'cancel'],
		description: 'Cancel a task',
		examples: [example('Cancel a scheduled restart', 'rcondeck task cancel 7f3a')],
	},
};

/** For example `Restart cancellation`. */
const cancellationOf = (scheduled: string | undefined): string =>
	scheduled === undefined
		? 'Cancellation'
		: `${scheduled.charAt(0).toUpperCase()}${scheduled.slice(1)} cancellation`;

export const taskActionWords = {
	'cancel-schedule': {
		...cancelTask,
		name: 'cancel',
		accepted: action => acceptedText(cancellationOf(given(action, 'scheduled')), action.server),
	},
	'cancel-task': {
		...cancelTask,
		accepted: action =>
			acceptedText('Cancellation', given(action, 'name') ?? given(action, 'taskId') ?? 'Task'),
		line: {takes: 'NODE', help: 'Cancel a running task of a node; asks which one'},
	},
} satisfies Record<string, ActionWords>;

/** Tasks of nodes, and scheduled actions. */
export const taskMessages = {
	schedule: {
		title: (action: string | undefined, server: string) =>
			`Cancel the scheduled ${action ?? 'action'} of ${server}`,
		titleForSeveral: (count: number) => `Cancel the scheduled actions of ${plural(count, 'server')}`,
		servers: (count: number) => plural(count, 'server'),
		effect: (action: string | undefined) =>
			`The ${action ?? 'action'} is canceled; the players are not notified.`,
		notKnown: 'It is no longer scheduled: it may have started.',
		summary: (action: string | undefined, server: string) => `Cancel the ${action ?? 'action'} of ${server}`,
	},
	task: {
		title: (task: string | undefined) => `Cancel the task ${task ?? ''}`,
		target: (task: string | undefined, servers: readonly string[], node: string | undefined) => {
			const what = servers.length === 0 ? '' : ` for ${servers.join(', ')}`;
			return `${task ?? 'a task'}${what} on ${node ?? 'a node'}`;
		},
		/** `progress`: `40%`, or empty. */
		effect: (state: string | undefined, progress: string) =>
			`It is ${state ?? 'running'}${progress === '' ? '' : ` at ${progress}`}; its node stops it. Completed work is not undone.`,
		notRunning: 'It is no longer running: it may have ended.',
		summary: (type: string | undefined, id: string) => `Cancel the task ${`${type ?? ''} ${id}`.trim()}`,
	},
};

/** Nodes and their tasks. */
export const nodeMessages = {
	/** The names of the settings of a node, by their fields. */
	settings: {
		serverPath: 'path',
		defaultServerDirectory: 'directory',
		serverBackupsDirectory: 'backups',
		enableAutoUpdate: 'updates',
		manageFirewallAutomatically: 'firewall',
	},
	/** What other fields of a node are called. Secrets are known by these words too. */
	fields: {inviteToken: 'invite token'},
	automatic: (isAutomatic: boolean) => (isAutomatic ? 'automatic' : 'manual'),
	back: (age: string) => `back ${age} ago`,
	/** 100 % is one thread. */
	load: (percent: number, threads: number | undefined) =>
		threads === undefined
			? `${Math.round(percent)}% of a thread, by servers`
			: `${Math.round(percent / threads)}% of ${plural(threads, 'thread')}, by servers`,
	memoryUsed: (used: string, total: string | undefined) =>
		total === undefined ? `${used} used by servers` : `${used} of ${total} used by servers`,
	diskUsed: (
		name: string | undefined,
		{used, total, percent}: {used: string; total: string; percent: number},
	) => `${name === undefined ? '' : `${name}   `}${used} of ${total} used (${percent}%)`,
	cores: (count: number) => plural(count, 'core'),
	threads: (count: number) => plural(count, 'thread'),
	gigahertz: (hertz: number) => `${(hertz / 1e9).toFixed(1)} GHz`,
	noneSelected: 'No node is highlighted.',
	tasksForbidden: (title: Message) => message`${title} ${key('app.refresh')} retries.`,
	tasksNotOffered: 'This service does not offer node tasks.',
	noTask: 'No task is running.',
	loggedOut: 'logged out',
	andMore: (more: number) => message`and ${more} more: ${key('rows.enter')} shows them`,
	task: (type: string | undefined) => `task ${type ?? 'of unknown type'}`,
	tasksNotRead: 'not loaded yet',
	up: (online: number) => `${online} up`,
	down: (offline: number) => `${offline} DOWN`,
	hung: (hung: number) => `${hung} HUNG`,
	stopped: (stopped: number) => `${stopped} stopped`,
	busy: (changing: number) => `${changing} busy`,
	unknown: (unknown: number) => `${unknown} unknown`,
	tasksRunning: (count: number) => `${count} running`,
	none: (team: string | undefined) => `${team ?? 'This team'} has no nodes.`,
	appearWhenListed: message`Nodes appear here when the service lists them. Press ${key('app.refresh')} to refresh.`,
	cancelTaskOf: (node: string | undefined) => `Cancel a task on ${node ?? 'the node'}`,
	taskNotCancellable: 'Its node does not allow canceling it.',
	taskEnded: (moment: Message) => message`ended ${moment}`,
	taskDueIn: (ms: number) => message`due in ${duration(ms)}`,
	taskDueNow: 'due now',
	timeLeft: (ms: number) => message`${duration(ms)} left`,
	taskStarted: (moment: Message) => message`started ${moment}`,
	taskStateNotSaid: 'state unknown',
	cancelsTask: message`${key('nodes.cancel')} cancels it`,
};

/** `rcondeck nodes` */
export const cliNodeMessages = {
	lastLoginHeader: 'LAST LOGIN',
	lastAliveHeader: 'LAST ALIVE',
	description: 'List and show nodes',
	examples: [example('Show a node', 'rcondeck node show eu-1')],
	list: {description: 'List nodes', examples: [example('List nodes', 'rcondeck nodes')]},
	noNodes: 'The team has no nodes.',
	show: {description: 'Show a node', examples: [example('Show a node', 'rcondeck node show eu-1')]},
	lastAlive: 'Last alive',
	lastLogin: 'Last login',
	logoutReason: 'Logout reason',
	serversIn: 'Default server directory',
};

/** `rcondeck tasks` */
export const taskCommandMessages = {
	description: 'List and cancel node tasks',
	examples: [example('List pending tasks', 'rcondeck tasks')],
	list: {
		description: 'List pending tasks, such as scheduled restarts',
		examples: [example('Include finished tasks', 'rcondeck task list --all')],
	},
	allHelp: 'Include finished tasks',
	nothingPending: 'No pending tasks.',
};

/** `rcondeck agent` */
export const agentMessages = {
	description: 'Run the servers of this machine for a service on another machine',
	examples: [
		example(
			'Run the servers of this machine for a service on another machine',
			'rcondeck agent --service https://games.example.org:8440 --token-file ~/.rcondeck-token',
		),
	],
	serviceHelp: 'URL of the service',
	tokenFileHelp: 'File with the token printed by `rcondeck serve node add`',
	nameHelp: 'Name of the node (default: its name in the service)',
	dataHelp: 'Data directory of the servers (default: that of the local service)',
	noToken: (file: string) =>
		`There is no token in ${file}. Create one with \`rcondeck serve node add\` where the service runs.`,
	wrongName: 'A name has 1 to 100 characters, without control characters.',
	starting: 'The agent is starting',
	linked: (url: string, node: string) => `Connected to ${url} as node ${node}`,
	lost: 'Not connected to the service',
	retry: (reason: string, retryMs: number) => `${reason} Next attempt in ${formatDuration(retryMs)}`,
	closed: 'The agent has ended. The servers continue to run',
};

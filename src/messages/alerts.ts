import {example} from './action-words.ts';
import {key, message, type Message} from './text.ts';
import {plural} from '../lib/text/plural.ts';

/** Servers that are down, and problems with the list. */
export const alertMessages = {
	noListYet: 'no list yet',
	listAge: (age: string) => `list ${age} old`,
	noAnswer: (waited: string) => `no answer from the service for ${waited}`,
	waiting: (waited: string) => `waiting for the service (${waited})`,
	readingList: 'loading the server list',
	noneDown: 'no server is down',
	nothingElseDown: 'nothing else is down',
	retryIn: (seconds: number) => `, retry in ${seconds}s`,
	retryInOrKey: (age: Message) => message`, retry in ${age} or with ${key('app.refresh')}`,
	credentialsRefused: (more: readonly string[]) => ['Credentials refused (401).', ...more].join(' '),
	countDown: (count: number) => `${count} down`,
	countUnknown: (count: number) => `${count} unknown`,
	acknowledged: (what: string) => `   (${what}, acknowledged)`,
	incomplete: (reason: string) => `list incomplete: ${reason}`,
	countUnreadable: (count: number) => `${count} unreadable`,
	/** `age`: how long it has been down; `carried`: its servers and players. */
	nodeAway: (node: string, status: string, age: string, carried: string) =>
		`node ${node} ${status} ${age} (${carried})`,
	moreNodes: (count: number) => `+${plural(count, 'more node')}`,
	moreFlapping: (count: number) => `+${count} more crashing`,
	countHung: (count: number) => `${count} hung`,
	inState: (name: string, state: string, age: string) => `${name} ${state} ${age}`,
	hung: (named: readonly string[], more: number) => `hung: ${named.join('  ')}${more > 0 ? ` +${more}` : ''}`,
	countFlapping: (count: number) => `${count} crashing`,
	likelyOneCause: ', likely one cause',
	cluster: (node: string, count: number, total: number, cause: string, names: string) =>
		`node ${node}: ${count} of ${total}${cause}${names}`,
	down: (count: number, parts: string, unnamed: number, unsure: string) =>
		`${count} down: ${parts}${unnamed > 0 ? ` +${unnamed}` : ''}${unsure === '' ? '' : `  | ${unsure}`}`,
	onNode: (node: string) => `, on ${node}`,
	unknown: (count: number, where: string) => `${count} unknown${where}`,
	noOtherAlert: 'No other server needs attention.',
	alertsUnknown: 'The server list is not loaded yet.',
	noServer: 'The server list is empty.',
	noAlerts: 'None of the servers shown needs attention.',
	bellMore: (count: number) => ` and ${count} more`,
	bell: (names: string, more: string) => `Down: ${names}${more}.`,
	bellHung: (names: string, more: string) => `Hung: ${names}${more}.`,
};

/** Texts of alerts, for people who are not at the screen. */
export const alertTextMessages = {
	test: (profile: string) => `[${profile}] Test alert from rcondeck`,
	down: (profile: string, what: string) => `[${profile}] Down: ${what}`,
	up: (profile: string, what: string) => `[${profile}] Back: ${what}`,
	fleet: (profile: string, what: string) => `[${profile}] Fleet: ${what}`,
	trigger: (profile: string, name: string, server: string, said: string) =>
		`[${profile}] ${name}: ${server}: ${said}`,
	change: ({change, name, before}: {change: string; name: string; before: string | undefined}) =>
		`${name} ${change}${before === undefined ? '' : ` from ${before}`}`,
	server: (name: string, state: string, since: string) => `${name} ${state} since ${since}`,
	node: (name: string, state: string, since: string) => `node ${name} ${state} since ${since}`,
	service: (since: string) => `the service, since ${since}`,
	affected: (count: number, names: string) => ` (${plural(count, 'server')}: ${names})`,
	more: (count: number) => ` and ${count} more`,
};

/** Why an alert was not delivered. Nothing secret is in these sentences: of an address only the host. */
export const alertProblems = {
	noTarget: '[alerts] has neither a command nor a webhook',
	webhook: {
		status: (host: string, status: number) => `the webhook on ${host} answered ${status}`,
		noAnswer: (host: string, seconds: number) => `the webhook on ${host} did not answer within ${seconds}s`,
		/** What to check where the host cannot be reached. */
		setting: 'the webhook',
	},
	command: {
		notStarted: (command: string, reason: string) => `${command} was not started (${reason})`,
		exited: (command: string, code: number, said: string) =>
			`${command} exited with ${code}${said === '' ? '' : `: ${said}`}`,
		killed: (command: string, signal: string) => `${command} was ended by ${signal}`,
		timeout: (command: string, seconds: number) => `${command} did not exit within ${seconds}s`,
	},
};

/** Alerts in the TUI, in line mode and in `rcondeck alerts`. */
export const alertNotices = {
	failed: (reasons: readonly string[]) => `Alert not delivered: ${reasons.join('; ')}.`,
	partly: (reasons: readonly string[]) => `Alert partly delivered: ${reasons.join('; ')}.`,
};

/** `rcondeck alert acknowledge` */
export const acknowledgeMessages = {
	description: 'Acknowledge servers that are down or hung, until their state changes',
	examples: [
		example('Acknowledge a server', 'rcondeck alert acknowledge ark-isl-1'),
		example('Acknowledge all servers of a node that are not up', 'rcondeck alert acknowledge --node eu-1'),
		example('Withdraw the acknowledgment', 'rcondeck alert acknowledge ark-isl-1 --undo'),
	],
	undoHelp: 'Withdraw the acknowledgment',
	notKept: 'Not acknowledged: the demo and read-only sessions keep nothing.',
};

/** `rcondeck alerts` */
export const alertCommandMessages = {
	description: 'Send alerts when servers or nodes go down or come back',
	examples: [
		example('Send a test alert', 'rcondeck alerts --test'),
		example('Check once, from cron', 'rcondeck alerts --once'),
	],
	onceHelp: 'Check once, send the alerts that are due, then exit; for cron',
	testHelp: 'Send a test alert, then exit',
	jsonHelp: 'Print one JSON value per line',
	onceOrTest: 'Use either --once or --test, not both.',
	notConfigured:
		'No alerts are configured. Add [alerts] with a command or a webhook to config.toml, or set RCONDECK_ALERTS_WEBHOOK.',
	noTarget:
		'[alerts] has neither a command nor a webhook. Set command, webhook_file, webhook_command or RCONDECK_ALERTS_WEBHOOK.',
	delivered: (target: 'command' | 'webhook') => `Delivered to the ${target}.`,
	failed: (problem: string) => `Not delivered: ${problem}.`,
	sentElsewhere: 'Another rcondeck process on this machine sends the alerts of this service.',
	takenOver: 'This process now sends the alerts.',
	watching: (servers: string) => `Watching ${servers}.`,
	firstLook: (count: number) =>
		`First check of ${count === 1 ? '1 server' : `${count} servers`}. The next check alerts about changes.`,
};

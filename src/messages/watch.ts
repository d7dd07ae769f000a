import {writeDuration} from '../lib/duration.ts';
import {plural} from '../lib/plural.ts';
import {minutesText, quoteTyped} from './fields.ts';
import {key, message, type Message} from './text.ts';

/** A command that is repeated. */
export const watchMessages = {
	verb: 'Watch',
	description: 'Repeat an RCON command at an interval',
	title: (server: string) => `Watch a command on ${server}`,
	titleForSeveral: (count: number) => `Watch a command on ${plural(count, 'server')}`,
	command: {
		label: 'Command',
		hint: 'RCON command to repeat',
		help: 'RCON command to repeat',
		missing: 'Enter a command to watch.',
		notAwaited: 'A watch waits for its answers. Leave out the &.',
		/** `danger`: why the command looks destructive. */
		destructive: (danger: string) => `A destructive command cannot be watched. ${danger}`,
	},
	interval: {
		label: 'Interval',
		hint: 'time between runs, from 10s to 10m',
		help: 'Interval, from 10s to 10m; a number without a unit is seconds (default 30s)',
	},
	until: {
		label: 'Until',
		hint: 'ends when the answer matches: words or a pattern',
		help: 'Stop when the answer matches this text or regular expression',
		emptyIsNone: 'none',
		noPattern: (typed: string, reason: string) =>
			`Invalid pattern ${quoteTyped(typed)}: ${reason}. Use words, or a pattern such as ready|online.`,
	},
	bell: {label: 'Bell', hint: 'when to ring the bell', no: 'never', yes: 'on changes and at the end'},
	budget: {
		label: 'Limit',
		hint: (usual: number) => `commands to send; empty: ${usual}`,
		help: 'Maximum number of commands to send',
		tooSmall: (servers: number) => `One run on ${plural(servers, 'server')} sends more than that.`,
	},
	pace: (seconds: number) =>
		`Every ${writeDuration(seconds * 1000)}, one server at a time on each node, after commands typed here.`,
	endsAfter: (minutes: number, budget: number): Message =>
		message`Ends after about ${minutesText(minutes)} (30m, or ${budget} commands); ${key('jobs.open')} shows it, ${key('jobs.abort')} ends it there.`,
	endsWhen: (servers: number, pattern: string) =>
		`Ends when ${servers > 1 ? 'every' : 'the'} answer matches /${pattern}/.`,
	seenByTeam: 'The team sees each run on the feed.',
	summary: (command: string) => `Watch ${command}`,
	shownInJobs: message`${key('jobs.open')} shows it.`,
};

/** A running watch, and why it ended. */
export const watchRunMessages = {
	end: {
		found: (pattern: string, servers: number) =>
			`${servers === 1 ? 'the answer matches' : 'every answer matches'} /${pattern}/`,
		budgetSpent: (budget: number) => `its limit of ${plural(budget, 'command')} is reached`,
		timeOver: 'its time is up',
		forbidden: 'these credentials are not allowed to do that',
		closed: 'rcondeck was closed',
	},
	over: (command: string, reason: string) =>
		message`The watch of ${command} has ended: ${reason}. ${key('jobs.open')} shows it.`,
	commands: {
		begin: {
			title: 'Watch a command',
			help: 'Open the dialog to repeat a command on the current or selected servers and highlight changes',
		},
	},
	readOnly: 'This session is read-only: commands and actions are disabled.',
	noServer: 'No server is highlighted.',
	tooMany: (count: number) =>
		message`${count} watches are already running: ${key('jobs.open')} shows them, ${key('jobs.abort')} ends one.`,
	label: {
		narrow: (others: string, changes: number) => `watch${others} changes ${changes}`,
		medium: (command: string, changes: number, others: string) =>
			`watch ${command} changes ${changes}${others}`,
		head: (command: string, every: string, targets: number) => `watch ${command} ${every} on ${targets}`,
		last: (time: string) => `  last ${time}`,
		wide: (head: string, changes: number, last: string, others: string) =>
			`${head}  changes ${changes}${last}${others}`,
	},
	every: (seconds: number) => `every ${writeDuration(seconds * 1000)}`,
	overSince: (time: string, reason: string) => `ended ${time} ago: ${reason}`,
	asking: 'running now',
	nextIn: (time: string) => `next in ${time}`,
	orPattern: (pattern: string) => ` or on /${pattern}/`,
	progress: (next: string, left: string, pattern: string, calls: number, budget: number) =>
		`${next}, ends in ${left}${pattern}, ${calls} of ${budget} commands sent`,
};

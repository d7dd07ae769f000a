import {writeDuration} from '../lib/duration.ts';
import {plural} from '../lib/plural.ts';
import {minutesText, quoteTyped} from './fields.ts';
import {key, message, type Message} from './text.ts';

/** A command that runs again and again. */
export const watchMessages = {
	verb: 'Watch',
	description: 'Run an RCON command at an interval, until interrupted or for 30 minutes',
	title: (server: string) => `Watch a command on ${server}`,
	titleForSeveral: (count: number) => `Watch a command on ${plural(count, 'server')}`,
	command: {
		label: 'Command',
		hint: 'the command to repeat',
		help: 'what the game runs',
		missing: 'Nothing to watch: type a command.',
		notAwaited: 'A watch waits for its answers: leave the & out.',
		/** `danger`: why it looks so. */
		destructive: (danger: string) => `What looks destructive cannot be watched. ${danger}`,
	},
	interval: {
		label: 'Interval',
		hint: 'time between runs, from 10s to 10m',
		help: 'interval from 10s to 10m; a bare number is seconds (default 10s)',
	},
	until: {
		label: 'Until',
		hint: 'ends when the answer has this: words or a pattern; empty: none',
		help: 'end when the answer matches: words or a regular expression',
		emptyIsNone: 'none',
		noPattern: (typed: string, reason: string) =>
			`${quoteTyped(typed)} is not a pattern: ${reason}. Type words, or for example ready|online.`,
	},
	bell: {label: 'Bell', hint: 'rings', no: 'never', yes: 'when something changes, and at the end'},
	budget: {
		label: 'At most',
		hint: (usual: number) => `commands that are sent; empty means ${usual}`,
		help: 'most commands to send; it ends after 30 minutes in any case',
		tooSmall: (servers: number) => `One run on ${plural(servers, 'server')} sends more than that.`,
	},
	pace: (seconds: number) =>
		`Every ${writeDuration(seconds * 1000)}, each time one after another on a node, after all that is typed here.`,
	endsAfter: (minutes: number, budget: number): Message =>
		message`Ends by itself after about ${minutesText(minutes)} (30m, or ${budget} commands); ${key('jobs.open')} shows it, ${key('jobs.abort')} ends it there.`,
	endsWhen: (servers: number, pattern: string) =>
		`Ends when ${servers > 1 ? 'every' : 'the'} answer has /${pattern}/.`,
	seenByTeam: 'Everybody in the team sees each run on the feed.',
	summary: (command: string) => `Watch ${command}`,
	shownInJobs: message`${key('jobs.open')} shows it.`,
};

/** A watch in progress, and why it ended. */
export const watchRunMessages = {
	end: {
		found: (pattern: string, servers: number) =>
			`/${pattern}/ is in ${servers === 1 ? 'the answer' : 'every answer'}`,
		budgetSpent: (budget: number) => `its ${budget} commands are used up`,
		timeOver: 'its time is over',
		forbidden: 'these credentials may not do that',
		closed: 'the deck was closed',
	},
	over: (command: string, reason: string) =>
		message`The watch of ${command} is over: ${reason}. ${key('jobs.open')} shows it.`,
	commands: {
		begin: {
			title: 'Watch a command',
			help: 'Open the dialog to repeat a command on the current or selected servers and highlight changes',
		},
	},
	readOnly: 'This session is read-only: nothing is sent to a server.',
	noServer: 'No server is highlighted.',
	tooMany: (count: number) =>
		message`${count} watches run already: ${key('jobs.open')} shows them, ${key('jobs.abort')} ends one.`,
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
	overSince: (time: string, reason: string) => `over since ${time}: ${reason}`,
	asking: 'asking now',
	nextIn: (time: string) => `next in ${time}`,
	orPattern: (pattern: string) => ` or with /${pattern}/`,
	progress: (next: string, left: string, pattern: string, calls: number, budget: number) =>
		`${next}, ends in ${left}${pattern}, ${calls} of ${budget} commands sent`,
};

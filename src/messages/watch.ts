import {writeDuration} from '../lib/time/duration.ts';
import {plural} from '../lib/text/plural.ts';
import {type ActionWords, example, given} from './action-words.ts';
import {minutesText, quoteTyped} from './dialogs.ts';
import {key, message, type Message} from './text.ts';
import {formatDuration} from '../lib/time/ago.ts';

export const watchActionWords = {
	watch: {
		verb: 'Watch',
		accepted: action => {
			const {seconds} = action.input;
			const interval = typeof seconds === 'number' ? writeDuration(seconds * 1000) : 'unknown interval';
			return `Watching ${given(action, 'command') ?? 'a command'} every ${interval}.`;
		},
		line: {
			takes: '[COMMAND] [every DURATION] [until WORDS]',
			help: 'Repeat a command on the current target and show changes; without arguments, ask for them. Example: :watch ListPlayers every 60s',
		},
		command: {
			words: ['watch'],
			description: 'Repeat an RCON command at an interval',
			examples: [
				example('List the players every minute', 'rcondeck watch ark-isl-1 --every 1m -- ListPlayers'),
				example(
					'Wait for a word in the answer',
					'rcondeck watch cs2-mirage --stop-when hibernating -- status',
				),
			],
		},
	},
} satisfies Record<string, ActionWords>;

/** A command that is repeated. */
export const watchMessages = {
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
		hint: (usual: number) => `commands to send; blank = ${usual}`,
		help: 'Maximum number of commands to send',
		tooSmall: (servers: number) => `Too small: one run on ${plural(servers, 'server')} already sends more.`,
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

type Moves = {arePlayers: boolean; joined: readonly string[]; left: readonly string[]};

const maxMoves = 5;

function namesAfter(verb: string, names: readonly string[]): string[] {
	if (names.length === 0) return [];
	const more = names.length > maxMoves ? ` and ${names.length - maxMoves} more` : '';
	return [`${verb}: ${names.slice(0, maxMoves).join(', ')}${more}`];
}

/** A running watch, and why it ended. */
export const watchRunMessages = {
	end: {
		found: (pattern: string, servers: number) =>
			`${servers === 1 ? 'the answer matches' : 'every answer matches'} /${pattern}/`,
		budgetSpent: (budget: number) => `it reached its limit of ${plural(budget, 'command')}`,
		timeOver: 'its time is up',
		forbidden: 'these credentials are not allowed to do that',
		closed: 'rcondeck was closed',
	},
	over: (command: string, reason: string) =>
		message`The watch of ${command} has ended: ${reason}. ${key('jobs.open')} shows it.`,
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
	fewerLines: (count: number) => `${plural(count, 'line')} fewer`,
	/** Whose lines an answer has now and had not, and the reverse; empty if there are none. */
	moves: ({arePlayers, joined, left}: Moves): string =>
		[
			...namesAfter(arePlayers ? 'joined' : 'added', joined),
			...namesAfter(arePlayers ? 'left' : 'removed', left),
		].join('; '),
	overSince: (time: string, reason: string) => `ended ${time} ago: ${reason}`,
	asking: 'running now',
	paused: 'paused',
	nextIn: (time: string) => `next in ${time}`,
	orPattern: (pattern: string) => ` or on /${pattern}/`,
	progress: (next: string, left: string, pattern: string, calls: number, budget: number) =>
		`${next}, ends in ${left}${pattern}, ${calls} of ${budget} commands sent`,
};

/** What waited while the process was stopped or the machine was asleep. */
type Waited = {
	/** The titles of actions in their undo window. */
	held: readonly string[];
	queued: number;
	isDisarmed: boolean;
	jobs: number;
	watches: number;
};

/** The process was stopped (Ctrl-Z, SIGSTOP), or its machine was asleep. */
export const suspensionMessages = {
	was: (ms: number) => `rcondeck was suspended for ${formatDuration(ms)}`,
	/** The dropped and the paused work. */
	woke: (ms: number, {held, queued, isDisarmed, jobs, watches}: Waited): Message => {
		const paused = [
			...(jobs > 0 ? [plural(jobs, 'job')] : []),
			...(watches > 0 ? [plural(watches, 'watch', 'watches')] : []),
		];
		const parts = [
			`${suspensionMessages.was(ms)}.`,
			...(held.length > 0 ? [`Nothing was sent: ${held.join(', ')}.`] : []),
			...(queued > 0 ? [`${plural(queued, 'queued command')} not sent.`] : []),
			...(isDisarmed ? ['The confirmation was withdrawn: nothing was sent.'] : []),
		].join(' ');
		if (paused.length === 0) return parts;
		return message`${parts} Paused: ${paused.join(', ')}; ${key('jobs.open')} shows them, ${key('jobs.pause')} resumes them there.`;
	},
	notSent: (ms: number) =>
		`Not sent: ${suspensionMessages.was(ms)} before its turn. Run the command again for the rest.`,
	watchOver: (ms: number) =>
		`${suspensionMessages.was(ms)}. The watch has ended; start it again to continue.`,
	jobOver: (ms: number) => `${suspensionMessages.was(ms)}: nothing more is sent.`,
	notConfirmed: 'rcondeck was suspended during the question. Nothing was sent. Run the command again.',
};

import type {ActionId} from '../actions/ids.ts';
import {writeDuration} from '../lib/duration.ts';
import {plural} from '../lib/plural.ts';
import {minutesText} from './fields.ts';
import {key, message, type Message} from './text.ts';

type PowerVerb = Extract<ActionId, 'start' | 'stop' | 'restart'>;

const nouns: Record<PowerVerb, string> = {start: 'Start', stop: 'Stop', restart: 'Restart'};

/** For example `Forced stop`. */
const noun = (verb: PowerVerb, force: boolean): string => (force ? 'Forced stop' : nouns[verb]);

/** Starting, stopping and restarting servers. */
export const powerMessages = {
	start: {
		verb: 'Start',
		description: 'Start servers',
		title: (server: string) => `Start ${server}`,
		effect: 'The node starts it; it is online when its game answers.',
		summary: (servers: string) => `Start ${servers}`,
	},
	stop: {
		verb: 'Stop',
		description: 'Stop servers, now or after a delay',
		title: (server: string) => `Stop ${server}`,
		/** `blocked`: why it cannot be stopped gracefully. */
		forceInstead: (blocked: Message) => message`${blocked} Choose Force: yes to kill it.`,
	},
	restart: {
		verb: 'Restart',
		description: 'Restart servers, now or after a delay',
		title: (server: string) => `Restart ${server}`,
	},
	delay: {
		label: 'Delay',
		hint: 'such as 10m, 2h or 1d; empty: now',
		help: 'Delay, such as 10m or 2h, at most 7d; a number without a unit is minutes (default now)',
	},
	message: {
		label: 'Message',
		hint: 'announced to the players; {minutes} becomes the minutes left',
		help: 'Message to the players before the action; needs --delay',
		emptyIsNone: 'none',
		needsDelay: 'Players would not see it without a delay. Enter a delay, or clear the message.',
	},
	force: {
		label: 'Force',
		hint: 'kills the process; unsaved progress is lost',
		no: 'no, gracefully',
		yes: 'yes, kill it',
		help: 'Kill the process; unsaved progress is lost',
	},
	startsNow: (verb: PowerVerb, force: boolean, players: string) =>
		`The ${noun(verb, force).toLowerCase()} starts immediately. ${players}`,
	playersNotCounted: 'Everyone online will be disconnected (number unknown).',
	playersDisconnected: (count: number) => `${plural(count, 'player')} will be disconnected.`,
	cannotBeUndone: 'It cannot be undone once sent.',
	killed: 'The process is killed: unsaved progress is lost.',
	/** `time`: the time of day in UTC. */
	startsLater: (verb: PowerVerb, force: boolean, minutes: number, time: string) =>
		`The ${noun(verb, force).toLowerCase()} starts in ${minutesText(minutes)}, at about ${time}Z.`,
	playersNotNotified: 'Players get no message unless the node sends its own.',
	playersNotified: 'Players get a message.',
	mayBeCancelled: message`Once sent, ${key('view.undo')} cancels it only if the service lists its tasks.`,
	servers: (count: number) => plural(count, 'server'),
	/** `about`: the players, and the servers that are not online. */
	summary: (verb: PowerVerb, force: boolean, servers: string, about: string, delay: number | undefined) =>
		`${force ? 'Kill' : nouns[verb]} ${servers} (${about}), ${delay === undefined ? 'now' : `in ${minutesText(delay)}`}`,
	notOnline: (server: string, state: string) => `; ${server} is ${state}`,
	severalNotOnline: (count: number) => `; ${count} are not online`,
};

const pasts: Record<PowerVerb, string> = {restart: 'restarted', stop: 'stopped', start: 'started'};

/** Rolling actions: the same on several servers, in batches. */
export const rollingMessages = {
	title: (verb: string, count: number) => `${verb} ${count} servers`,
	jobTitle: (verb: PowerVerb, force: boolean, count: number) =>
		`${noun(verb, force)} of ${plural(count, 'server')}`,
	proof: {
		accepted: 'the service has accepted it',
		offline: 'it is OFFLINE',
		online: 'it is ONLINE',
		ready: 'it is ONLINE and has answered a command',
	},
	atOnce: {
		label: 'Batch size',
		hint: 'from 1 to 20; empty: 1',
		help: 'Batch size of a rolling action, servers with the fewest players first',
	},
	deadline: {
		label: 'Gate timeout',
		hint: 'how long a server may take to pass the gate, such as 90s or 5m',
		help: 'Time for a server to pass the gate, such as 90s or 10m; a number without a unit is minutes (default 5m)',
	},
	gate: {
		label: 'Gate',
		hint: 'condition to continue',
		help: 'Gate that a server must pass before the next batch: ready, state or accepted (default ready)',
	},
	order: 'Order',
	orderOf: (position: number, server: string) => `${position}. ${server}`,
	leftOut: 'Skipped',
	pace: (atOnce: number, proof: string) =>
		atOnce === 1
			? `One server at a time; the next one starts when ${proof}.`
			: `${atOnce} servers at a time; the next one starts when one of them is done: ${proof}.`,
	/** The first failure stops all batches. */
	pausesAfter: (gate: 'ready' | 'state' | 'accepted', seconds: number) =>
		gate === 'accepted'
			? 'Pauses at the first server that is refused.'
			: `Pauses at the first server that is refused, stays OFFLINE, crashes, or takes longer than ${writeDuration(seconds * 1000)}.`,
	onlineNow: (players: string) => `Online now: ${players}.`,
	killed: 'The processes are killed: unsaved progress is lost.',
	/** A server can be part of only one job. */
	inJob: (server: string, job: string): Message =>
		message`${server} is part of the running job "${job}". ${key('jobs.open')} shows it.`,
	noneReady: (verb: PowerVerb) => `None of them can be ${pasts[verb]} now.`,
	shownInJobs: message`${key('jobs.open')} shows the progress.`,
};

import {formatDuration} from '../lib/time/ago.ts';
import {carriedText} from './journal.ts';
import {plural} from '../lib/text/plural.ts';
import {key, message, type Message} from './text.ts';
import {markedName} from '../lib/text/name-keys.ts';

type CountedInHandover = 'up' | 'down' | 'stopped' | 'busy' | 'unknown' | 'unreadable';

/** The handover, the same in all front ends. Times are formatted already. */
export const handoverMessages = {
	name: 'Handover',
	/** `asOf`: why it may be outdated. */
	title: (at: string, team: string, profile: string, asOf: string | undefined) =>
		`Handover ${at}  ${team} [${profile}]${asOf === undefined ? '' : `, ${asOf}`}`,
	/** `time`: when the servers were read last. */
	asOf: (time: string | undefined, silentMs: number) =>
		`${time === undefined ? 'never loaded' : `as of ${time}`}, service unreachable for ${formatDuration(silentMs)}`,
	counts: (
		title: string,
		{up, down, stopped, busy, unknown, unreadable}: Record<CountedInHandover, number>,
	) =>
		[
			`${title}: ${up} up, ${down} down, ${busy} busy`,
			...(stopped > 0 ? [`${stopped} stopped`] : []),
			...(unknown > 0 ? [`${unknown} unknown`] : []),
			...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
		].join(', '),
	labels: {
		node: 'NODE',
		down: 'DOWN',
		crashing: 'CRASHING',
		unknown: 'UNKNOWN',
		unread: 'UNREAD',
		busy: 'BUSY',
		failing: 'FAILING',
		stopped: 'STOPPED',
		pending: 'PENDING',
		note: 'NOTE',
		failed: 'FAILED',
		partly: 'PARTLY',
		open: 'OPEN',
		unsent: 'UNSENT',
		sent: 'SENT',
		done: 'DONE',
	},
	node: (
		name: string,
		status: string,
		alive: string | undefined,
		servers: number,
		players: number | undefined,
	) =>
		`${name}  ${status}${alive === undefined ? '' : `, last alive ${alive}`} (${carriedText(servers, players)})`,
	failing: (automation: string, failed: string) => `${automation}  ${failed}`,
	nodesNotKnown: 'unknown: nodes cannot be read',
	since: (moment: string) => ` since ${moment}`,
	lastSeen: (state: string, moment: string) => `, ${state} when last seen ${moment}`,
	firstSeen: (moment: string) => `, first seen ${moment}`,
	sinceNotKnown: ', start time unknown',
	/** `by`: another admin. */
	acknowledged: (moment: string, by: string | undefined) =>
		`  (acknowledged ${moment}${by === undefined ? '' : ` by ${markedName(by)}`})`,
	note: (moment: string, by: string | undefined, text: string) =>
		`${moment}  ${by === undefined ? '' : `${markedName(by)}: `}${text}`,
	/** `crashed`: how often and in what time. */
	crashing: (server: string, crashed: string, last: string, state: string) =>
		`${server}  ${crashed}, last ${last}; ${state} now`,
	/** Servers of an offline node that are in the same state. */
	serversOf: (state: string, since: string, servers: string) => `${state}${since}: ${servers}`,
	onNode: (node: string) => `  node ${node}`,
	pendingNotKnown: 'unknown: node tasks cannot be read',
	failingNotKnown: 'unknown: runs of automations cannot be read',
	/** `type`: of the task, such as `restart`. */
	due: (servers: string, type: string, moment: string, left: string | undefined) =>
		`${servers}  ${type} due ${moment}${left === undefined ? '' : ` (in ${left})`}`,
	journalOnly: '  (from this journal)',
	anyNode: 'node',
	workNotKnown: (problem: string) => `unknown: ${problem}`,
	/** One action on several servers, with the count of each outcome. */
	several: (action: string, count: number, outcomes: readonly string[]) =>
		`${action}, ${plural(count, 'server')}: ${outcomes.join(', ')}`,
	outcomes: {
		back: 'came back',
		started: 'came up',
		stopped: 'stopped',
		done: 'done',
		sent: 'sent but not confirmed',
		due: 'scheduled',
		canceled: 'canceled',
		failed: 'failed',
		unknown: 'outcome unknown',
		unsent: 'never sent',
		waiting: 'not sent yet',
	},
	cut: (action: string) => `${action} (cut short)`,
	count: (count: number, outcome: string) => `${count} ${outcome}`,
	servers: (outcome: string, servers: string) => `${outcome}: ${servers}`,
	why: (server: string, why: string) => `${server} (${why})`,
	at: (state: string, moment: string) => `${state} ${moment}`,
	now: (state: string) => `${state} now`,
	/** After the sentence of an action on one server. */
	after: {
		back: (moment: string) => ` Came back ${moment}.`,
		started: (moment: string) => ` Came up ${moment}.`,
		stopped: (moment: string) => ` Stopped ${moment}.`,
		sent: (state: string | undefined) => ` Not confirmed${state === undefined ? '' : `; ${state}`}.`,
		due: (moment: string) => ` Due ${moment}.`,
		canceled: ' Canceled before it ran.',
		unknown: (state: string | undefined) => (state === undefined ? '' : `; ${state}`),
	},
	command: (server: string, command: string) => `${server}  ${command}  (may have run)`,
	moreServers: (count: number) => `${count} more`,
	more: (count: number) => `… and ${count} more`,
	commands: (
		since: string,
		{
			mine,
			others,
			senders,
		}: {mine: number; others: number; senders: readonly {name: string; count: number}[]},
	) => {
		const sum = (some: typeof senders) => some.reduce((total, {count}) => total + count, 0);
		const rest = senders.slice(5);
		const nameless = others - sum(senders);
		const parts = [
			...senders.slice(0, 5).map(({name, count}) => `${markedName(name)} ${count}`),
			...(rest.length > 0 ? [`${rest.length} more ${sum(rest)}`] : []),
		];
		const tail = nameless > 0 ? `, and ${nameless} without a name` : '';
		const names = parts.length === 0 ? '' : ` (${parts.join(', ')}${tail})`;
		return `Commands since ${since}, earlier sessions included: ${mine} by you, ${others} by others${names}.`;
	},
};

/** What happened while no session was open. Times are formatted already. */
export const awayMessages = {
	title: (time: string) => `While you were away (${time})`,
	nothing: (title: string) => `${title}: nothing changed.`,
	summary: (title: string, count: number): Message =>
		message`${title}: ${plural(count, 'change')}; ${key('app.palette')}away shows them.`,
	none: 'No report: no earlier session saw these servers, or the last one ended less than 5m before this one.',
	palette: {usage: 'away', help: 'Show what happened while you were away, before this session'},
	line: (title: string, text: string) => `${title}: ${text}`,
	labels: {
		changed: 'CHANGED',
		isNew: 'NEW',
		gone: 'GONE',
		renamed: 'RENAMED',
		due: 'DUE',
		others: 'OTHERS',
		cut: 'CUT',
	},
	changed: (server: string, state: string, before: string, seen: string) =>
		`${server}  ${state} now; ${before} when last seen ${seen}`,
	isNew: (server: string, state: string) => `${server}  ${state} now; not in the list before`,
	gone: (server: string, state: string, seen: string) =>
		`${server}  gone from the list; ${state} when last seen ${seen}`,
	renamed: (server: string, before: string) => `${server}  was ${before} when last seen`,
	due: (server: string, action: string, moment: string, state: string | undefined) =>
		`${server}  ${action} came due ${moment}${state === undefined ? '' : `; ${state} now`}`,
	/** `by`: the admin who sent all of them. */
	others: (server: string, count: number, moment: string, command: string, by = 'others') =>
		`${server}  ${plural(count, 'command')} by ${markedName(by)}, ${count === 1 ? '' : 'the last '}${moment}: ${command}`,
};

/** A report in a box over the panes, and its keys. */
export const reportViewMessages = {
	reading: 'Reading…',
	position: (last: number, total: number) => `${last}/${total}  `,
	keys: (position: string): Message =>
		message`${position}${key('report.copy')} copy  ${key('report.copyMarkdown')} Markdown  ${key('report.leave')}`,
	copied: {text: 'the handover', markdown: 'the handover as Markdown'},
};

import {plural} from '../lib/plural.ts';

/** The handover, the same in all front ends. Times are formatted already. */
export const handoverMessages = {
	name: 'Handover',
	title: (at: string, team: string, profile: string) => `Handover ${at}  ${team} [${profile}]`,
	counts: (title: string, up: number, down: number, busy: number, unknown: number, unreadable: number) =>
		[
			`${title}: ${up} up, ${down} down, ${busy} busy`,
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
		pending: 'PENDING',
		note: 'NOTE',
		failed: 'FAILED',
		partly: 'PARTLY',
		open: 'OPEN',
		unsent: 'UNSENT',
		sent: 'SENT',
		done: 'DONE',
	},
	node: (name: string, status: string, alive: string | undefined, servers: number, players: number) =>
		`${name}  ${status}${alive === undefined ? '' : `, last alive ${alive}`} (${plural(servers, 'server')}, ${plural(players, 'player')})`,
	nodesNotKnown: 'unknown: nodes cannot be read',
	since: (moment: string) => ` since ${moment}`,
	lastSeen: (state: string, moment: string) => `, ${state} when last seen ${moment}`,
	firstSeen: (moment: string) => `, first seen ${moment}`,
	sinceNotKnown: ', start time unknown',
	/** `by`: another admin. */
	acknowledged: (moment: string, by: string | undefined) =>
		`  (acknowledged ${moment}${by === undefined ? '' : ` by ${by}`})`,
	note: (moment: string, by: string | undefined, text: string) =>
		`${moment}  ${by === undefined ? '' : `${by}: `}${text}`,
	/** `crashed`: how often and in what time. */
	crashing: (server: string, crashed: string, last: string, state: string) =>
		`${server}  ${crashed}, last ${last}; ${state} now`,
	/** Servers of an offline node that are in the same state. */
	serversOf: (state: string, since: string, servers: string) => `${state}${since}: ${servers}`,
	onNode: (node: string) => `  node ${node}`,
	pendingNotKnown: 'unknown: node tasks cannot be read',
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
		const named = senders.slice(0, 5).map(({name, count}) => `${name} ${count}`);
		const names = named.length === 0 ? '' : ` (${named.join(', ')}${senders.length > 5 ? ', …' : ''})`;
		return `Commands since ${since}: ${mine} by you, ${others} by others${names}.`;
	},
};

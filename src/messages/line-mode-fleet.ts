import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** Servers: state, target and selection. */
export const lineFleetMessages = {
	editTakesOne: 'PROBLEM :edit takes one server at a time.',
	selectAllInstead: (words: string) => `:select all ${words} selects all whose names contain it.`,
	noneSelected: 'No servers are selected.',
	linesGoToSelection: 'Commands go to them.',
	useSelection: ':use selected sends commands to them.',
	selected: (count: number, names: string, facts: string, next: string) =>
		`SELECTED ${plural(count, 'server')}: ${names}.${facts} ${next}`,
	takenAsId: (id: string) =>
		`WARNING ${id} is not in the list: it is used as an ID, and the service decides.`,
	listedTimes: (times: number) => `listed ${times} times, showing the first`,
	unreadLines: 'unread entries',
	listed: (count: number, total: number, age: string) => `${plural(count, 'server')} of ${total}, ${age}`,
	notReadYet: 'the list is not loaded yet',
	listAge: (ageMs: number) => `list ${formatDuration(ageMs, 'spoken')} old`,
	allUp: 'Every server is up.',
	chosenSelection: (count: number, names: string) =>
		`USING ${plural(count, 'selected server')}: ${names}. Every command goes to all of them.`,
	chosen: (server: string, players: string) => `USING ${server}, ${players}`,
	pending: (text: string) => `PENDING ${text}`,
	nextTakes: 'PROBLEM Use :next alone, or :next unread.',
	sortedBy: (order: string) => `:servers now sorts by ${order}.`,
	listRetry: (wait: string) => `LIST retries in ${wait}; :refresh retries now`,
	refused: (title: string, hint: string) => `REFUSED ${title} ${hint}`,
	listUnread: (problem: string, hint: string) => `LIST cannot be read. ${problem} ${hint}`,
	listLost: (since: string, problem: string) => `LIST lost at ${since}, states are outdated. ${problem}`,
	listBack: 'LIST updates again',
	counts: {
		up: (count: number) => `${count} up`,
		down: (count: number) => `${count} down`,
		busy: (count: number) => `${count} busy`,
		unknown: (count: number) => `${count} unknown`,
		unreadable: (count: number) => `${count} unreadable`,
		duplicate: (count: number) => `${count} listed more than once`,
	},
	summary: (count: number, counts: string) => `SERVERS ${plural(count, 'server')}, ${counts}`,
	flapping: (text: string) => `WARNING ${text}`,
	nodeChange: (text: string) => `NODE ${text}`,
	nodeAway: (node: string, status: string, age: string, isSeen: boolean, carried: string) =>
		`NODE ${node} ${status} for ${isSeen ? '' : 'at least '}${age}, ${carried}`,
	nodeIs: (status: string) => `, the node is ${status}`,
	nodeAlert: (node: string, away: number, total: number, status: string, isOneCause: boolean) =>
		`NODE ${node}: ${away} of its ${plural(total, 'server')} are not up${status}${isOneCause ? ', likely one cause' : ''}`,
	moreAlerts: (count: number) => `and ${count} more; :alerts lists them all`,
	added: (server: string, state: string) => `NEW ${server}, ${state}`,
	gone: (server: string) => `GONE ${server}, it is no longer in the list`,
	chooseServer: 'No current server. :use NAME chooses one.',
	nameOrChoose: 'No current server. :servers lists them, :use NAME chooses one.',
	nameOneSelected: 'Commands go to the selected servers: name one of them.',
	notListedYet: 'PROBLEM The server list is not loaded yet.',
	noneFound: (reason: string) => `PROBLEM ${reason} :servers lists them.`,
	nothingSelected: 'No servers are selected. Use :select NAME, or :select all state:up for all that are up.',
	chosenGone: 'WARNING The current server is gone from the list.',
	unlistedTakes:
		'PROBLEM A server outside the list can only be started, stopped, restarted or sent a broadcast on its own.',
	/** After a state that the service has not reported yet. */
	expected: ' expected after your action',
	sinceUnknown: 'since an unknown time',
	moreNames: (count: number) => `${count} more`,
	namesAnd: (names: string, last: string) => `${names} and ${last}`,
};

/** The state of the feed. */
export const lineFeedMessages = {
	gap: (from: string, to: string, answers: number) =>
		`gap from ${from} to ${to} without feed, ${plural(answers, 'answer')} back-filled`,
	live: 'feed LIVE',
	doubtful: (doubt: string) => `feed LIVE? ${doubt}`,
	connecting: 'feed is connecting',
	lostAt: (time: string) => ` at ${time}`,
	reconnectingAt: (time: string) => `, reconnecting at ${time}`,
	polled: 'answers arrive with each poll',
	pollsFail: (since: string) => `polling also fails: nothing since ${since}`,
	lost: (word: string, when: string, instead: string, why: string, again: string) =>
		`feed ${word}${when}, ${instead}${why}${again}`,
};

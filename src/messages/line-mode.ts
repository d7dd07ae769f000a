import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** What many lines of line mode have in common. */
export const lineMessages = {
	question: (text: string) => `QUESTION ${text}`,
	problemOf: (about: string, problem: string) => `PROBLEM ${about}: ${problem}`,
	warning: (text: string) => `WARNING ${text}`,
	/** The end of a count: not all of it is told. */
	newestTold: (count: number) => `, the newest ${count} are shown`,
	problem: (text: string) => `PROBLEM ${text}`,
	headOfLines: (head: string, count: number) => `${head}, ${count} lines:`,
	outcomeUnknown: 'OUTCOME UNKNOWN',
	noOutput: 'no output',
};

/** The session: what is said at its start, its prompt, and how it stands. */
export const lineSessionMessages = {
	/** Until it is sent, `:undo` undoes it. */
	held: (what: string) => `HELD ${what}, it is sent in 3 seconds; :undo or Ctrl-C undoes it`,
	feedModes: {
		on: 'what others do on what lines go to, and every change of state',
		all: 'what others do on every server, and every change of state',
		mine: 'your own commands, and every change of state',
		off: 'your own commands alone',
	},
	feedTakes: 'PROBLEM :feed takes on, off, all or mine.',
	feed: (feed: string, mode: string) => `${feed}. Shown: ${mode}.`,
	status: (version: string, profile: string, isDemo: boolean, team: string | undefined, readOnly: boolean) =>
		`rcondeck ${version}, profile ${profile}${isDemo ? ', a simulated fleet' : ''}, team ${team ?? 'not known'}, ${readOnly ? 'read-only' : 'may act'}`,
	work: (selected: number, jobs: number, watches: number) =>
		`${plural(selected, 'selected server')}, ${plural(jobs, 'job')} and ${plural(watches, 'watch', 'watches')} running`,
	unread: (servers: number) => `UNREAD lines on ${plural(servers, 'server')}; :next unread goes there`,
	heldFor: (what: string, ms: number) => `HELD ${what}, it is sent in ${formatDuration(ms, 'spoken')}`,
	recording: (path: string) => `RECORDING ${path}`,
	timeModes: {clock: 'by the clock', utc: 'in UTC', relative: 'as ages'},
	timeTakes: 'PROBLEM :time takes clock, utc or relative.',
	time: (local: string, utc: string, mode: string) =>
		`It is ${local}, ${utc} in UTC. Times are shown ${mode}.`,
	greeting: (version: string, profile: string, isDemo: boolean, readOnly: boolean) =>
		`rcondeck ${version}, profile ${profile}${isDemo ? ', a simulated fleet' : ''}, ${readOnly ? 'read-only' : 'may act'}`,
	introduction:
		'Lines go to the chosen server, lines that begin with a colon to the deck. :help tells what there is, :use NAME chooses a server.',
	moreLines: (count: number, next: number) => `MORE ${plural(count, 'line')}; :more tells the next ${next}`,
	noMore: 'There is no more to show.',
	prompt: (place: string, target: string) => `[${place}${target}] rcon> `,
	noTarget: 'no server',
	selectedServers: (count: number) => plural(count, 'selected server'),
	notListed: (server: string) => `${server} not listed`,
};

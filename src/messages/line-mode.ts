import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** Texts shared by many lines. */
export const lineMessages = {
	question: (text: string) => `QUESTION ${text}`,
	problemOf: (about: string, problem: string) => `PROBLEM ${about}: ${problem}`,
	warning: (text: string) => `WARNING ${text}`,
	/** After a count if not all lines are shown. */
	newestShown: (count: number) => `, the newest ${count} are shown`,
	problem: (text: string) => `PROBLEM ${text}`,
	headOfLines: (head: string, count: number) => `${head}, ${count} lines:`,
	outcomeUnknown: 'OUTCOME UNKNOWN',
	noOutput: 'no output',
};

/** The session: greeting, prompt and status. */
export const lineSessionMessages = {
	/** Until it is sent, `:undo` undoes it. */
	pending: (what: string) => `PENDING ${what}, sent in 3 seconds; :undo or Ctrl-C undoes it`,
	feedModes: {
		on: 'commands of others on the current server, and all state changes',
		all: 'commands of others on every server, and all state changes',
		mine: 'your own commands, and all state changes',
		off: 'only your own commands',
		chat: 'commands of others and chat on the current server, and all state changes',
		output: 'commands of others and all output on the current server, and all state changes',
	},
	feedTakes: 'PROBLEM Use :feed with on, off, all, mine, chat or output.',
	feed: (feed: string, mode: string) => `${feed}. Shown: ${mode}.`,
	status: (version: string, profile: string, isDemo: boolean, team: string | undefined, readOnly: boolean) =>
		`rcondeck ${version}, profile ${profile}${isDemo ? ', a simulated fleet' : ''}, team ${team ?? 'unknown'}, ${readOnly ? 'read-only' : 'read-write'}`,
	work: (selected: number, jobs: number, watches: number) =>
		`${plural(selected, 'selected server')}, ${plural(jobs, 'job')} and ${plural(watches, 'watch', 'watches')} running`,
	unread: (servers: number) => `UNREAD entries on ${plural(servers, 'server')}; :next unread goes there`,
	pendingFor: (what: string, ms: number) => `PENDING ${what}, sent in ${formatDuration(ms, 'spoken')}`,
	recording: (path: string) => `RECORDING ${path}`,
	timeModes: {clock: 'in local time', utc: 'in UTC', relative: 'as age'},
	timeTakes: 'PROBLEM Use :time with clock, utc or relative.',
	time: (local: string, utc: string, mode: string) =>
		`It is ${local}, ${utc} in UTC. Times are shown ${mode}.`,
	greeting: (version: string, profile: string, isDemo: boolean, readOnly: boolean) =>
		`rcondeck ${version}, profile ${profile}${isDemo ? ', a simulated fleet' : ''}, ${readOnly ? 'read-only' : 'read-write'}`,
	introduction:
		'Lines are sent to the current server; commands of rcondeck start with a colon. :help lists them, :use NAME chooses a server.',
	moreLines: (count: number, next: number) => `MORE ${plural(count, 'line')}; :more shows the next ${next}`,
	noMore: 'Nothing more to show.',
	prompt: (place: string, target: string) => `[${place}${target}] rcon> `,
	noTarget: 'no server',
	selectedServers: (count: number) => plural(count, 'selected server'),
	notListed: (server: string) => `${server} not listed`,
};

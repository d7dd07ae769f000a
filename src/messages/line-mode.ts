import {formatDuration} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';
import {ageText, key, message, type Message} from './text.ts';
import {markedName} from '../lib/text/name-keys.ts';

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
	answerCut: 'ANSWER CUT OFF',
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
		'all-chat': 'commands of others on the current server, chat of all servers, and all state changes',
		output: 'commands of others and all output on the current server, and all state changes',
	},
	feedTakes: 'PROBLEM Use :feed with on, off, all, mine, chat, all-chat or output.',
	feed: (feed: string, mode: string) => `${feed}. Shown: ${mode}.`,
	/** `mode`: the permissions of the session. */
	status: (version: string, profile: string, isDemo: boolean, team: string | undefined, mode: string) =>
		`rcondeck ${version}, profile ${profile}${isDemo ? ', a simulated fleet' : ''}, team ${team ?? 'unknown'}, ${mode}`,
	modes: {
		readOnly: 'read-only',
		noPermission: 'read-only because the credentials lack MANAGE_SERVERS',
		readWrite: 'read-write',
	},
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
	console: (server: string, profile: string | undefined, readOnly: boolean) =>
		`${server}${profile === undefined ? '' : ` on ${profile}`}${readOnly ? ', read-only' : ''}. Tab completes, :help lists the commands of rcondeck, Ctrl-D leaves.`,
	introduction:
		'Lines are sent to the current server; commands of rcondeck start with a colon. :help lists them, :use NAME chooses a server.',
	moreLines: (count: number, next: number) => `MORE ${plural(count, 'line')}; :more shows the next ${next}`,
	noMore: 'Nothing more to show.',
	prompt: (place: string, target: string) => `[${place}${target}] rcon> `,
	noTarget: 'no server',
	selectedServers: (count: number) => plural(count, 'selected server'),
	notListed: (server: string) => `${server} not listed`,
};

/** Commands with their answers, and the console. */
export const lineConsoleMessages = {
	unread: (count: number) =>
		`UNREAD ${plural(count, 'entry', 'entries')} since you last looked; :log unread shows them`,
	unreadSome: 'UNREAD entries have arrived; :log shows the last ones',
	nothingNew: (server: string) => `No new entries from ${server}.`,
	findTakes: 'PROBLEM :find takes words, or /a regular expression/.',
	wrongPattern: (pattern: string, problem: string) => `PROBLEM ${pattern}: ${problem}.`,
	bookmark: (note: string) => `BOOKMARK ${note}`,
	nothingFits: (server: string) => `No matching entries from ${server}.`,
	found: (count: number, server: string, part: string) =>
		`FOUND in ${plural(count, 'line')} of ${server}${part}.`,
	othersLeftOut: (count: number) =>
		`OTHER ${plural(count, 'command')} not shown; :timeline others lists them`,
	othersTooFast:
		'OTHER commands arrive faster than they can be shown; the rest is counted, :feed mine hides them',
	printed: (server: string, kind: 'output' | 'chat', text: string) =>
		`${kind === 'chat' ? 'CHAT' : 'OUTPUT'} ${server}: ${text}`,
	omitted: (server: string, count: number) => `OUTPUT ${server}: ${plural(count, 'line')} omitted`,
	outputLeftOut: (count: number) => `OUTPUT ${plural(count, 'line')} not shown; :log output lists them`,
	chatLine: (server: string, player: string | undefined, text: string) =>
		`CHAT ${server}: ${player === undefined ? '' : `${player}: `}${text}`,
	chatLeftOut: (count: number) => `CHAT: ${plural(count, 'more line')} not shown`,
	chatTooFast: 'CHAT arrives faster than it can be shown; the rest is counted, :feed on hides it',
	outputTooFast: 'OUTPUT arrives faster than it can be shown; the rest is counted, :feed on hides it',
	othersCounted: (head: string, server: string) => `${head}; :log ${server} others 1 shows them`,
	lineCount: (head: string, count: number) => `${head}, ${count} lines`,
	answer: (server: string, took: string) => `ANSWER ${server}${took}`,
	took: (ms: number) => `, ${ms}ms`,
	waiting: (about: string) => `WAITING ${about}, no answer yet`,
	recalled: (about: string) => `CANCELED ${about}, never sent`,
	abandoned: (about: string) => `OUTCOME UNKNOWN ${about}, stopped waiting, may have run`,
	queued: (about: string, ahead: number) => `QUEUED ${about}, behind ${ahead}`,
	sent: (about: string) => `SENT ${about}, answer follows`,
	other: (about: string, by: string | undefined) =>
		`OTHER ${about}${by === undefined ? '' : `, by ${markedName(by)}`}`,
	you: (about: string, took: string, where: string) => `YOU ${about}${took}${where}`,
	lateBy: (ms: number) => `, ${formatDuration(ms, 'spoken')} after it was sent`,
	matchedById: 'its ID',
	matchedByText: 'its text',
	lateAnswer: (about: string, after: string, by: string) => `late answer ${about}${after}, matched by ${by}`,
	afterSeconds: (seconds: number) => ` after ${plural(seconds, 'second')}`,
	noAnswer: (after: string) => `no answer${after}, may have run`,
	mayHaveRun: 'may have run',
	notDone: 'not run',
	incomplete: 'incomplete',
	newestLine: 'This is the newest command.',
	nothingOlder: 'There are no older commands.',
	candidates: (count: number, names: string, more: number) =>
		`SUGGESTIONS ${count}: ${names}${more > 0 ? `, and ${more} more` : ''}. Tab selects the next one.`,
};

/** Commands sent to several servers. */
export const lineResultsMessages = {
	noneSent: 'No multi-server command has been sent yet: select servers with :select, then :use selected.',
	onlySent: (count: number) =>
		`Only ${count === 1 ? '1 multi-server command has' : `${count} multi-server commands have`} been sent.`,
	answersTakes: 'PROBLEM Use :answers with a number, such as 2 for the command before the last, or raw.',
	compareTakes: 'PROBLEM Use :compare with the number of a group.',
	compared: (other: string, base: string) => `COMPARED ${other} with ${base}, the most common answer:`,
	sent: (command: string, count: number, servers: string) =>
		`SENT ${command} to ${plural(count, 'server')}: ${servers}. The answers are shown together.`,
	answers: (command: string, count: number, summary: string) =>
		`ANSWERS to ${command} from ${plural(count, 'server')}: ${summary}.`,
	group: (number: number) => `GROUP ${number}, `,
	mostSaid: ', the most common answer',
};

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
		hung: (count: number) => `${count} hung`,
		stopped: (count: number) => `${count} stopped`,
		busy: (count: number) => `${count} busy`,
		unknown: (count: number) => `${count} unknown`,
		incomplete: (reason: string) => `list incomplete (${reason})`,
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

/** Help for line mode, and problems with its commands. */
export const lineHelpMessages = {
	ambiguousCommand: (word: string, commands: string) =>
		`:${word} is ambiguous: ${commands}. Type more of it.`,
	writeInFull: (commands: string) => `Type actions in full: ${commands}. Nothing was done.`,
	unknownCommand: (word: string, near: readonly string[]) =>
		`There is no :${word}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}:help lists the commands; lines without a colon are sent to the game.`,
	noCompletion: 'No suggestions.',
	moreCandidates: (count: number) => `, and ${count} more`,
	candidates: (count: number, names: string, more: string) => `SUGGESTIONS ${count}: ${names}${more}`,
	lines:
		'A line without a colon is an RCON command for the current server; the answer is shown when it arrives. Start with "& " to send without waiting.',
	keys: 'Up and Down recall commands, Ctrl-R searches them, Tab completes. Ctrl-C clears the line, undoes a pending action, stops waiting, or quits (press twice).',
	shortening:
		'Commands that only show something can be shortened, such as :al for :alerts. Actions are typed in full and ask before they send; Enter alone never confirms.',
	more: 'More: :help and a word, such as :help restart, :help team or :help all; or a key of the TUI, such as :help R.',
	nothingToExplain: (word: string, near: readonly string[]) =>
		`PROBLEM There is no :${word}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
	alsoCalled: (names: readonly string[]) => ` (also :${names.join(', :')})`,
	keyHere: (key: string, title: string, lines: readonly string[]) =>
		`${key}, ${title}: in line mode ${lines.join(' or ')}.`,
	keyWithoutLine: (key: string, title: string, instead: string) =>
		`${key}, ${title}: not available in line mode. ${instead}`,
	missingColon: (line: string) =>
		`No current server. Commands of rcondeck start with a colon: press Enter for :${line}.`,
	lineNotEmpty: 'The line is not empty: Ctrl-U clears it.',
	takesNothing: (command: string) => `PROBLEM :${command} takes no arguments. Nothing was done.`,
};

/** Questions of dialogs and menus, and problems with the answers. */
export const lineQuestionMessages = {
	/** `field`: its name in the form. */
	takesNo: (verb: string, field: string) =>
		`PROBLEM ${verb} takes no ${field === 'atOnce' ? 'batch size' : field}. Nothing was sent.`,
	nothingDone: 'Nothing was done.',
	nothingSent: 'Nothing was sent.',
	takeOffer: (offer: string) => `${offer}? Type yes; Enter declines: `,
	typeYes: (verb: string) => `${verb}? Type yes`,
	typeWord: (verb: string, word: string) => `${verb}? Type ${word}`,
	confirmPrompt: (how: string) => `${how}; Enter cancels: `,
	changed: 'WARNING Something changed while you answered. Nothing was sent. Read it again:',
	notYes: 'Not confirmed: type yes.',
	notWord: (word: string) => `Not confirmed: type ${word}.`,
	refused: (title: string, key: string | undefined, hint: string) =>
		`REFUSED ${title}${key === undefined ? '' : ` [${key}]`} ${hint}`,
	noLongerOffered: 'WARNING This option is no longer available.',
	notOffered: (word: string) => `PROBLEM "${word}" is not an option.`,
	notNow: (reason: string) => `; not available: ${reason}`,
	whichPrompt: 'Which? A number or word; Enter cancels: ',
	whichUnclear: (answer: string) => `PROBLEM "${answer}" matches none of them, or several.`,
	offers: (count: number) => `; Tab suggests (${count})`,
	choices: (label: string, hint: string, choices: string, usual: string) =>
		`${label} (${hint}): ${choices}. Enter for ${usual}`,
	documentLength: (length: number) => `${length} characters`,
	documentPrompt: (label: string) => `${label}: type edit for your editor; Enter continues: `,
	invalidAnswer: (answer: string) => `PROBLEM Type edit, or press Enter; not "${answer}".`,
	noChoice: (answer: string) => `"${answer}" is not an option.`,
	/** After an answer that is refused: a user who types a command or `no` may have missed the question. */
	wayOut: 'Ctrl-C cancels the question; commands work after that.',
	lateAnswer: (line: string) =>
		`"${line}" was not sent: it answers a question that has ended. To send it to the game, type it again.`,
	earlyAnswer: (line: string) => `"${line}" was not sent: a question may follow. Answer it when it is asked.`,
	strayAnswer: (line: string) =>
		`"${line}" was not sent: no question is open. To send it to the game, type it again.`,
	tooSoon: 'Too fast, or pasted with its Enter: ignored. Type it again, then press Enter.',
	nothingChosen: 'Nothing was chosen.',
};

/** RCON commands: destructive ones and pasted ones. */
export const rconLineMessages = {
	/** An answer or another command that was typed after a line that waits for a second Enter. */
	added: (added: string, line: string) =>
		`Nothing was sent: "${added}" was typed after "${line}", which waits for Enter alone. Type it again.`,
	readOnly: 'WARNING This session is read-only: commands and actions are disabled.',
	/** `question`: the effect of another Enter, and its danger. */
	confirm: (question: Message) => message`WARNING ${question} Press ${key('app.interrupt')} to clear it.`,
	atMost: (count: number) => `At most ${count} lines can be reviewed`,
	tooMany: (most: string, count: number) => `WARNING ${most}; ${count} were pasted. Nothing was sent.`,
	eachGoesTo: (count: number) => ` Each goes to ${plural(count, 'server')}.`,
	pasted: (count: number, servers: string) =>
		`PASTED ${count} lines; each is sent only if you confirm it.${servers}`,
	pastedColonCommand: (line: string) =>
		`PROBLEM ${line}: type commands that start with a colon; they cannot be pasted.`,
	pastedLine: (position: number, count: number, line: string) => `LINE ${position} of ${count}: ${line}`,
	pastedDestructive: (danger: string) => `WARNING This looks destructive: ${danger}`,
	sendPrompt: 'Send it? Type yes; Enter skips it, Ctrl-C skips the rest: ',
	restPrompt: 'Send the other lines? Type rest, or yes to be asked about each; Enter sends none: ',
};

/** Jobs and watches. */
export const lineWorkMessages = {
	jobsTakes:
		'PROBLEM Use :jobs with pause, go, abort, start, retry, back, skip, wait, undo or acknowledge, and the number of a job or watch; back, skip and wait also take the name of a server.',
	whichGate: (names: readonly string[]) =>
		names.length === 0
			? 'PROBLEM No server is waiting at its gate.'
			: `PROBLEM Name one of the servers waiting at their gates: ${names.join(', ')}.`,
	noJobs: 'No jobs or watches in this session.',
	noSuchJob: 'No job can do that now.',
	noJobNumber: (number: string) => `PROBLEM There is no job ${number}.`,
	alreadyRunning: 'It is already running.',
	alreadyPaused: 'It is already paused.',
	leftOut: 'skipped',
	place: (over: number, total: number) => `, ${over} of ${total}`,
	step: (job: string, step: string, place: string) => `JOB ${job}: ${step}${place}`,
	pausedNext: '; :jobs go resumes the rest, :jobs abort aborts it',
	status: (job: string, status: string, reason: string | undefined, next: string) =>
		`JOB ${job}: ${status === 'running' ? 'resumed' : status}${reason === undefined ? '' : `, ${reason}`}${next}`,
	summary: (summary: string) => `JOB ${summary}`,
	watch: (
		number: number,
		command: string,
		seconds: number,
		servers: string,
		changes: number,
		state: string,
	) =>
		`WATCH ${number}, ${command} every ${plural(seconds, 'second')} on ${servers}, ${plural(changes, 'change')}, ${state}`,
	job: (number: number, title: string, status: string, progress: string, reason: string | undefined) =>
		`JOB ${number}, ${title}, ${status}, ${progress} done${reason === undefined ? '' : `, ${reason}`}`,
	noAnswerYet: 'no answer yet',
	watchHead: (server: string, command: string) => `WATCH ${server}, ${command}`,
	moves: (text: string) => `, ${text}`,
	changed: (head: string, fewer: string) => `${head} changed${fewer}`,
	changedTo: (head: string, fewer: string, line: string) => `${head} changed${fewer}: ${line}`,
	changedLines: (head: string, fewer: string, count: number) => `${head} changed${fewer}, ${count} lines:`,
};

/** Lists of nodes, automations, runs and members. */
export const lineListMessages = {
	whichRow: (list: string) => `PROBLEM Which one? :${list} lists them.`,
	notKnownYet: (pluralName: string) => `The ${pluralName} are not loaded yet.`,
	noneFound: (reason: string, list: string) => `PROBLEM ${reason} :${list} lists them.`,
	unreadable: (pluralName: string, problem: string) => `PROBLEM The ${pluralName} cannot be read: ${problem}`,
	unreadableRow: (name: string, reason: string) => `WARNING ${name}, ${reason}`,
	notReadYet: 'not loaded yet',
	readAgo: (ms: number) => `updated ${ageText(ms, 'spoken')}`,
	part: (shown: number, all: number) => `${shown} of ${all}`,
	chatShown: (shown: number, all: number) =>
		all === 0 ? 'No chat.' : `CHAT ${shown === all ? all : `${shown} of ${all}`}.`,
};

/** The timeline and files. */
export const lineTimelineMessages = {
	/** After an entry that represents several. */
	listsEach: (kind: 'states' | 'runs') => `; :timeline ${kind} lists each`,
	probesHidden: (count: number) =>
		` ${plural(count, 'probe')} hidden; :timeline by:probe lists ${count === 1 ? 'it' : 'them'}.`,
	ago: (ms: number) => `${formatDuration(ms, 'spoken')} ago,`,
	handoverTakes: 'PROBLEM Use :handover alone, or :handover markdown.',
	exportTakes: 'PROBLEM Use :export alone, or :export timeline.',
	notRecording: 'No transcript is recording.',
};

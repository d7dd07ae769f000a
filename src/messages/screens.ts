import {ageText, alternative, key, message, type Message} from './text.ts';
import {formatDuration} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';

/** Lists with their own screen. */
export const screenMessages = {
	sort: (order: string) => `sort:${order}`,
	reading: (pluralName: string) => `Loading the ${pluralName}…`,
	needsPermission: (pluralName: string, permission: string) =>
		`Your credentials need the permission ${permission} to see the ${pluralName}.`,
	noRowMatches: (filter: string, hidden: number) => `No rows match "${filter}": ${hidden} hidden.`,
	clearFilter: message`Words, /pattern/, !inverse and field:value must all match; ${key('app.back')} clears the filter.`,
	noneSelected: 'No row is highlighted.',
};

/** Details of a row. */
export const factMessages = {
	hidden: message`hidden (${key('rows.reveal')} shows it)`,
	gigahertz: (hertz: number) => `${(hertz / 1e9).toFixed(1)} GHz (${hertz})`,
	step: (number: number) => `step ${number}`,
};

/** Unreadable records. */
export const unreadableMessages = {
	record: (number: number) => `record ${number}`,
	/** Represents records that were not read. */
	more: 'more records',
	unreadable: (reason: string) => `unreadable: ${reason}`,
	listedTimes: (name: string, times: number) => `${name} (${times}x)`,
};

/** Texts in the titles of several panes. */
export const titleMessages = {
	partOf: (part: number, whole: number) => `${part} of ${whole}`,
	readAgo: (ageMs: number) => `updated ${ageText(ageMs)}`,
	more: (count: number) => `${count} more`,
	/** Which rows are on screen: more of them are before or after. */
	rows: (from: number, to: number, all: number) =>
		`${from === 1 ? '' : '↑ '}rows ${from}-${to} of ${all}${to === all ? '' : ' ↓'}`,
	below: (count: number) => `${count} below`,
};

/** A pane that failed, and a screen too small for panes. */
export const paneMessages = {
	names: {
		servers: 'list of servers',
		inputLine: 'command input',
		welcome: 'welcome',
		hintBar: 'hint bar',
	},
	listOf: (pluralName: string) => `list of ${pluralName}`,
	/** `report`: the path of the bug report. */
	notPainted: (pane: string, report: string | undefined) =>
		`The ${pane} could not be drawn because of a bug.${report === undefined ? '' : ` The report is in ${report}.`}`,
	triesAgain: message`${key('app.redraw')} retries.`,
	tooSmall: (down: number, columns: number, rows: number) =>
		`${down} DOWN. ${columns}x${rows} is too small: enlarge to 40x10. Nothing is lost. Press Ctrl-C twice to quit; other keys are disabled.`,
	outsideContext: 'Every part of the TUI must be inside <TuiContext>.',
	noServerSelected: message`No server is highlighted. Press ${key('app.servers')} to choose one.`,
	rowsBelow: (count: number) => `… ${count} more rows below`,
};

/** The first row. */
export const headerMessages = {
	alertsFailed: 'alerts FAILED',
	/** After RO. */
	noPermission: ' no MANAGE_SERVERS',
	skew: (skewMs: number) => {
		const ms = Math.abs(skewMs);
		// It is accurate to a second: five hours may be measured as 4:59:59.
		return `skew ${skewMs > 0 ? '+' : '-'}${formatDuration(ms < 60_000 ? ms : ms + 30_000)}`;
	},
	nothingSince: (time: string) => `nothing since ${time}`,
	notCounted: '- up - DOWN',
	up: (count: number) => `${count} up`,
	down: (count: number) => `${count} DOWN`,
	/** `state`: `busy`, `unknown`. */
	inState: (count: number, state: string) => `${count} ${state}`,
	listAge: (ageMs: number | undefined) => `list ${ageMs === undefined ? '-' : formatDuration(ageMs)}`,
	/** The list is not older than this. */
	listAgeAtMost: (ageMs: number) => `list <${formatDuration(ageMs)}`,
	feed: (status: string) => `feed ${status}`,
	retry: (leftMs: number) => `retry ${formatDuration(leftMs)}`,
	refused: (count: number) => `${count} refused`,
	recording: (name: string) => `REC ${name}`,
	notRecorded: (name: string) => `REC ${name} NOT WRITTEN`,
};

/** The list of servers. */
export const serverListMessages = {
	title: (count: string) => `SERVERS ${count}`,
	unread: (count: number) => `${count} unread`,
	/** `hidden`: the number hidden by a filter; `isRange`: a range is being selected. */
	selected: (count: number, hidden: number, isRange: boolean) =>
		`${count} selected${hidden > 0 ? ` (${hidden} hidden)` : ''}${isRange ? ' range' : ''}`,
	node: (name: string) => `node ${name}`,
	total: (count: number) => `of ${count}`,
	reading: (profile: string) => `Loading the servers of ${profile}…`,
	noServers: (team: string | undefined) => `${team ?? 'This team'} has no game servers.`,
	appearHere: message`Servers appear here when the service lists them. Press ${key('servers.create')} to create one, or ${key('app.refresh')} to refresh.`,
	noMatch: (filter: string) => `No servers match "${filter}".`,
	filterSyntax: message`Words, /pattern/, !inverse and field:value must all match; ${key('app.back')} clears the filter.`,
};

/** The console of the selected server, and the answers of several. */
export const consolePaneMessages = {
	nothingYet: message`This console is empty. Press ${key('app.input')} to open the RCON input.`,
	/** `source`: the source of the entries shown. */
	nothingOf: (source: string): Message =>
		message`No entries here (${source}); press ${key('console.source')} to show others.`,
	/** `fresh`: hidden new lines; `below`: lines below the window. While the user types, no key of the console works. */
	notFollowing(fresh: number, below: number, isTyping: boolean): Message {
		const count = fresh > 0 ? `${fresh} new` : below > 0 ? `${below} below` : '';
		if (isTyping) return count === '' ? 'not following' : count;
		return message`${count === '' ? '' : `${count}, `}${key('console.last')} follows`;
	},
	hidden: 'hidden by the filter',
	ofSeveralServers: 'of several servers',
	ofSelectedServers: 'of the selected servers',
};

/** The command input and its suggestions. */
export const inputLineMessages = {
	readOnly: 'read-only: commands are disabled',
	/** A text that was typed and left. */
	draft: (text: string): Message => message`not sent: ${text} (${key('app.input')} edits it)`,
	typesCommand: message`${key('app.input')} opens the input`,
	selected: (count: number) => `${count} selected`,
	noServer: 'no server',
	/**
	`servers`: the number of servers if there are several. `reason`: why a confirmation is needed; empty if it is shown above.
	*/
	againSends: (servers: number | undefined, reason: string): Message =>
		message`${reason === '' ? '' : `${reason} `}Press ${key('input.send')} again to send it${servers === undefined ? '' : ` to ${plural(servers, 'server')}`}`,
	/** `more`: the number of servers that are not named; `facts`: the number per game. */
	targets: (names: readonly string[], more: number, facts: string) =>
		`to ${names.join(', ')}${more > 0 ? ` +${more}` : ''}${facts === '' ? '' : ` (${facts})`}`,
	/** `named`: code points that the terminal cannot show. */
	unlikeShown: (count: number, named: string) =>
		`${count === 1 ? '1 character is' : `${count} characters are`} sent as typed, not as shown here: ${named}`,
};

/** The last row. */
export const hintBarMessages = {
	sentIn: (action: string, seconds: number) => `${action}: sent in ${seconds}s`,
	/** After the key for it. */
	undoes: 'undoes it',
	quitsWithout: 'again quits without it',
	exporting: (file: string, percent: number, leftMs: number | undefined) =>
		`Exporting ${file}: ${percent}%${leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`}`,
	/** After the key for it. */
	stops: 'stops it',
	/** After the keys of the timeline, the nodes and so on. */
	screens: 'Screens',
};

/** The timeline. */
export const timelinePaneMessages = {
	only: (kinds: string) => `only ${kinds}`,
	probesHidden: (count: number, hasRoom: boolean) =>
		`${plural(count, 'probe')} hidden${hasRoom ? '; by:probe shows probes' : ''}`,
	fresh: (count: number) => `${count} new`,
	freshFollow: (count: number): Message => message`${count} new, ${key('timeline.last')} follows`,
	jobKeys: (isPaused: boolean): Message =>
		message`${key('timeline.pause')} ${isPaused ? 'resume' : 'pause'}  ${key('timeline.abort')} abort the rest`,
	runsNotShown: (failure: string) => `Runs are not shown: ${failure}`,
	nothingPasses: (hidden: number): Message =>
		message`No entries match: ${hidden} hidden. Press ${key('app.back')} to show all.`,
	nothingRead: message`Nothing has been loaded yet. Press ${key('app.refresh')} to try again.`,
	reading: 'Loading the servers…',
	nothingYet: message`No events yet. State changes, commands, actions, bookmarks, automation runs and feed gaps appear here. Press ${key('timeline.bookmark')} to add a bookmark.`,
};

/** A text on the terminal's main screen. */
export const plainViewMessages = {
	leads: '-- Press Enter to return to rcondeck --',
};

/** Notices of global keys. */
export const appMessages = {
	cannotSuspend: 'Windows cannot suspend a program. Use another tab of the terminal.',
	canceled: (count: number) =>
		count === 1 ? 'Canceled before it was sent.' : `Canceled ${count} commands before they were sent.`,
	stoppedWaiting: (count: number) =>
		count === 1
			? 'Stopped waiting. The command may still run; its answer is shown if it arrives.'
			: `Stopped waiting for ${count} commands. They may still run; answers are shown if they arrive.`,
	jobsAndQuit: (jobs: Message) => message`${jobs} Press ${key('app.interrupt')} again to quit.`,
	pressAgainToQuit: message`Press ${key('app.interrupt')} again to quit.`,
	refreshing: 'Refreshing.',
	readOnly: 'This session is read-only: commands and actions are disabled.',
	forServers: (key: string, title: string, serversKey: string) =>
		`${key} (${title}): only in Servers (press ${serversKey})`,
	doesNothing: (key: string, helpKey: string) => `${key} does nothing here. Press ${helpKey} for help.`,
	pasteNeedsField: (inputKey: string) =>
		`No text field to paste into. Press ${inputKey} to open the RCON input.`,
	pastedLinesJoined: (count: number) => `Joined ${count} pasted lines into one. Nothing is sent yet.`,
};

/** Work that would be lost on quit. */
export const quitMessages = {
	exporting: 'An export is in progress.',
	again: alternative(message`Press ${key('app.quit')} again`, ':quit again'),
	quitAllTheSame: (lost: Message, again: Message) => message`${lost} ${again} to quit anyway.`,
	more: (count: number) => ` and ${count} more`,
	theyAreNotSent: 'They will not be sent',
	itIsNotSent: 'It will not be sent',
	pendingAction: (action: string, others: string, seconds: number, left: string) =>
		`${action}${others}: sent in ${seconds}s. ${left} if you quit now.`,
	unanswered: (count: number) =>
		`${plural(count, 'command')} ${count === 1 ? 'has' : 'have'} no answer yet and may still run.`,
	queued: (count: number) => `${plural(count, 'queued command')} will not be sent.`,
	jobs: (steps: number) => `Running jobs have ${plural(steps, 'server')} left and stop when you quit.`,
};

/** Notices of the keys that change the view. */
export const viewMessages = {
	acknowledgeAtServers: message`Servers can be acknowledged only in the server list: ${key('app.servers')} goes there.`,
	nothingToAcknowledge: (count: number) =>
		`Nothing to acknowledge: ${count === 1 ? 'the server is' : `all ${count} servers are`} up.`,
	times: (mode: string) => `Times: ${mode}.`,
	servers: (count: number) => `${count} servers`,
	/** `isShared`: the other admins of the team see it too. */
	acknowledged: (name: string, isShared = false) =>
		`Acknowledged ${name} until the next state change${isShared ? ', for the whole team' : ''}.`,
	unmuted: (name: string, isShared = false) =>
		`${name}: no longer acknowledged${isShared ? ', for the whole team' : ''}.`,
	nothingPending: 'Nothing to undo: nothing is pending, and no server is chosen.',
	nothingToUndo: 'Nothing to undo: nothing is pending or scheduled for this server.',
	tasksNotOffered: 'It cannot be canceled from here: this service does not offer node tasks.',
	nodeForbids: 'Its node no longer allows canceling it.',
};

/** Notices of a menu. */
export const menuMessages = {
	choosesNothing: (letter: Message) =>
		message`${letter} is not an option here; ${key('menu.leave')} closes the menu.`,
	tooSoon: message`Too fast. Press ${key('menu.choose')} again.`,
};

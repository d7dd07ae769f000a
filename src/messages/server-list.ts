import {example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';
import {alternative, key, message, type Message} from './text.ts';
import type {PatternProblem} from '../lib/text/linear-pattern.ts';
import {bytesText} from '../lib/bytes.ts';
import {writeDuration} from '../lib/time/duration.ts';
import {markedName} from '../lib/text/name-keys.ts';

/** Facts about servers, used in many places. */
export const serverMessages = {
	/** The state of a server that is down because someone stopped it. */
	onPurpose: (state: string | undefined) => `${state ?? ''} (on purpose)`,
	crashed: (count: number, within: string, name?: string) =>
		`${name === undefined ? '' : `${name} `}crashed ${count}x in ${within}`,
	/** In a narrow column. */
	crashedShort: (count: number, within: string) => `${count}x/${within}`,
	noState: 'no state',
	/** Beside a state, in a narrow column: the console of the server does not work. */
	consoleFails: '!rcon',
	consoleProblem: (server: string, problem: string) => `The console of ${server}: ${problem}`,
	noNode: 'no node',
	nobodyOnline: 'Nobody is online.',
	players: (count: number) => plural(count, 'player'),
	playersNotKnown: 'players unknown',
	/** Their list could not be read completely. */
	atLeast: (players: string) => `at least ${players}`,
	/** The service does not report the player count of some servers. */
	playersPartlyKnown: (count: number, uncountedServers: number) =>
		`${plural(count, 'player')} and an unknown number on ${plural(uncountedServers, 'server')}`,
	nameTaken: (name: string) => `A server named ${name} already exists.`,
};

/** Why the state of a server prevents an operation. */
export const preconditionMessages = {
	alreadyOnline: (server: string, state: string): Message =>
		message`${server} is already ${state}. Restart it with ${key('servers.restart')} if it misbehaves.`,
	startNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. It can be started once it is offline.`,
	stopNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be stopped gracefully.`,
	nothingToStop: (server: string, state: string) =>
		`${server} is already ${state}. There is nothing to stop.`,
	restartNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be restarted.`,
	rconNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. It accepts commands once it is online.`,
	moveNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. Stop it before you change its directory.`,
	restoreNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. Stop it before you restore a backup.`,
};

/** The list of servers: columns, filter, selection and actions. */
export const serverListMessages = {
	servers: (count: number) => `${count} servers`,
	/** `by`: other admins; undefined: the same user. */
	acknowledgedElsewhere: (who: string, isKnown: boolean, by: string | undefined) =>
		`${isKnown ? 'Acknowledged' : 'Acknowledgment removed'} ${by === undefined ? 'in another session' : `by ${markedName(by)}`}: ${who}.`,
	acknowledged: (by: string | undefined, age: string) =>
		by === undefined ? 'acknowledged' : `acknowledged by ${markedName(by)} ${age} ago`,
	sortByPlayers: 'players, most first',
	sortByCpu: 'CPU, highest first',
	sortByMemory: 'memory, highest first',
	/** Servers that changed elsewhere. */
	fleetChanged: (changes: readonly {change: string; name: string}[]) =>
		`Elsewhere: ${changes
			.slice(0, 4)
			.map(({change, name}) => `${name} ${change}`)
			.join(', ')}${changes.length > 4 ? ` and ${changes.length - 4} more` : ''}.`,
	moreFleetChanges: (count: number) =>
		`${plural(count, 'more server')} ${count === 1 ? 'was' : 'were'} created, deleted or renamed elsewhere.`,
	onNode: (node: string) => `node ${node}`,
	sortByAlerts: 'alerts first',
	noneCurrent: 'No server is highlighted.',
	notListed: 'The servers are not listed yet.',
	currentHidden: (server: string) =>
		message`${server} is hidden by the filter. Clear it: ${key('app.servers')}, then ${key('app.back')}.`,
	filterCleared: (server: string) => `The filter was cleared to show ${server}.`,
	lost: (names: readonly string[], count: number, left: number) => {
		const more = count > names.length ? ` and ${count - names.length} more` : '';
		return `No longer listed, so no longer selected: ${names.join(', ')}${more}. ${left} selected.`;
	},
	rangeLost: 'The range was canceled: one of its ends is no longer in the list.',
	stateGroups: (names: string) => `; groups: ${names}`,
	/** After `is:`. */
	notCounted: (text: string, known: string) => `No servers have the status "${text}". Use ${known}.`,
	noneWith: (field: string, text: string, things: string, known: string, groups: string) =>
		`No server with ${field} "${text}". Known ${things}: ${known}${groups}.`,
	seenAgo: (age: string) => `seen ${age} ago`,
	forAtLeast: (age: string) => `for at least ${age}`,
	playersOf: (count: number, max: number) => `${count} of ${plural(max, 'player')}`,
	unreadHidden: (count: number) =>
		`The filter hides ${count === 1 ? 'the one server' : `all ${count} servers`} with unread entries.`,
	noneUnread: 'No other console has unread entries.',
	rangeBegins: message`Range started here: move, then press ${key('list.range')} to keep it or ${key('app.back')} to cancel.`,
	allSelected: 'All servers in the list are selected.',
	noneSelected: 'No server is selected.',
	selectionCleared: (count: number) => `Selection of ${plural(count, 'server')} cleared.`,
	sortBy: 'Sort by',
	/** The hours that the journal keeps samples. */
	trendHeader: 'LAST 12H',
	shortTrendHeader: '12H',
};

/** Changes to a server. */
export const editMenuMessages = {
	title: (server: string) => `Edit ${server}`,
	noBackup: 'It has no backups.',
	move: 'Move to another directory',
	update: 'Update the game',
	stopFirst: 'Stop it first.',
	createBackup: 'Create a backup',
	restoreBackup: 'Restore a backup',
	deleteBackup: 'Delete a backup',
	deleteServer: 'Delete the server',
};

/** A scheduled stop or restart. */
export const scheduledMessages = {
	reportedByNode: 'reported by its node',
	scheduledHere: 'scheduled here',
	short: (action: string, left: string) => `${action === 'stop' ? 'X' : 'R'} ${left}`,
	cancels: message`${key('view.undo')} cancels it`,
	/** After the notice that it was accepted. */
	cancelsSentence: message`${key('view.undo')} on this server cancels it until then.`,
	noLongerCancellable: 'can no longer be canceled',
	notCancellable: 'cannot be canceled here',
	sentence: (act: string, time: string, left: Message, how: string, undo: Message) =>
		message`${act} ${alternative('~', 'about ')}${time}, in ${left} (${how}; ${undo})`,
};

/** The details of a server. */
export const serverDetailsMessages = {
	mods: (count: number) => plural(count, 'mod'),
	cpu: (percent: number) => `${percent}% of a CPU core`,
	memory: (bytes: number) => `${bytesText(bytes)} of memory`,
	map: (map: string) => `map ${map}`,
	ofNode: (servers: string, total: number) => `${servers} of ${total}`,
	alive: (moment: Message) => message`, alive ${moment}`,
	statusNotKnown: 'status unknown',
	agent: (version: string) => `, agent ${version}`,
	byOthers: 'by others',
	backups: (count: number) => `backups ${count}`,
	olderBackups: (more: number) => `and ${more} older`,
	unknownTime: 'at an unknown time',
	whileRunning: ', files may have changed meanwhile',
	keptFor: (left: Message) => message`, kept for ${left}`,
	queryPort: (port: number) => `query ${port}`,
	rconPort: (port: number) => `rcon ${port}`,
};

/** Problems with a filter. */
export const filterMessages = {
	noSuchField: (name: string, fields: string) => `Unknown field ${name}. Use ${fields}.`,
	notRegex: (source: string, problem: string) => `/${source}/ is not a regular expression: ${problem}.`,
	wantsNumber: (name: string) => `${name} needs a number: ${name}>0, ${name}=0, ${name}<=10.`,
};

/** Why a regular expression is invalid, as the end of a sentence. */
export function patternProblemText(problem: PatternProblem): string {
	switch (problem.problem) {
		case 'steps':
			return 'it repeats too much: use smaller counts or none';
		case 'backReference':
			return 'back-references are not supported';
		case 'lookAround':
			return 'lookahead and lookbehind are not supported';
		case 'syntax': {
			const {engine, part} = problem;
			return `${engine === '' ? 'invalid syntax' : engine}${part === '' ? '' : `: ${part}`}`;
		}
	}
}

const meant = (near: readonly string[]) => (near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : '');

/** Named views of the server list. */
export const viewsMessages = {
	menu: 'Show view',
	everything: 'all servers, without a view',
	item: (name: string, filter: string) => (filter === '' ? name : `${name}   ${filter}`),
	noSuchView: (name: string, names: readonly string[]) =>
		names.length === 0
			? `There is no view ${name}. "view save NAME" saves the filter, sort order and columns.`
			: `There is no view ${name}. Views: ${names.join(', ')}.`,
	nameNeeded: 'Name the view: up to 40 letters, digits, - or _, other than save and delete.',
	/** A problem of config.toml, without a full stop. */
	unknownSort: (view: string, id: string, near: readonly string[], sorts: readonly string[]) =>
		`views.${view}.sort: unknown sort order ${id}${meant(near)}; expected one of ${sorts.join(', ')}`,
	unknownColumn: (view: string, id: string, near: readonly string[], columns: readonly string[]) =>
		`views.${view}.columns: unknown column ${id}${meant(near)}; expected one of ${columns.join(', ')}`,
	unknownParts: (parts: readonly string[], sorts: readonly string[], columns: readonly string[]) =>
		`The view has unknown parts: ${parts.join(', ')}. Sort orders: ${sorts.join(', ')}. Columns: ${columns.join(', ')}.`,
	noSuchColumn: (ids: readonly string[], columns: readonly string[]) =>
		`Unknown column ${ids.join(', ')}. Columns: ${columns.join(', ')}.`,
	notWritten: (problem: string) => `The view was not saved: ${problem}`,
	saved: (name: string, isKnown: boolean) =>
		isKnown ? `View ${name} replaced in config.toml` : `View ${name} saved in config.toml`,
	deleted: (name: string) => `View ${name} deleted from config.toml`,
	cannotEdit: (key: string, file: string) =>
		`${key} in ${file} is written in a form that rcondeck cannot edit. Use rcondeck config edit.`,
	palette: {
		view: {
			usage: 'view [NAME]',
			help: 'Show a named view of the server list; "view save NAME" and "view delete NAME" change the configuration',
		},
		columns: {
			usage: 'columns [NAMES]',
			help: 'Choose the columns of the server list, in order; without names, all that fit',
		},
	},
	line: {
		view: {
			takes: '[NAME or save NAME or delete NAME]',
			help: 'List the servers of a named view; save or delete one in config.toml',
		},
		columns: {
			takes: '[NAMES]',
			help: 'Choose the columns that :servers shows, in order; without names, all',
		},
		allColumns: 'All columns are shown.',
		columnsAre: (ids: readonly string[]) => `Columns: ${ids.join(', ')}.`,
	},
};

/** `rcondeck broadcast` */
export const broadcastCommandMessages = {
	sent: (server: string) => `${server}: message sent`,
};

/** `rcondeck start`, `stop` and `restart` */
export const powerCommandMessages = {
	onFailureHelp: 'Reaction to a server that refuses, goes down or fails the gate (default abort)',
	pauseNeedsTerminal: '--on-failure pause asks on a terminal. Without one, use skip or abort.',
	waitHelp: 'Wait until the state is reached, at most 15m after the delay',
	gateNeedsRolling: '--gate, --gate-timeout and --on-failure need --rolling. Add --rolling 1.',
	notListed: (server: string) => `${server} is not listed. Without --rolling, it is treated as an ID.`,
	skipped: (reason: string) => `Skipped: ${reason}`,
	own: {local: 'the local service', demo: 'the demo'},
	target: (profile: string, service: string, team: string | undefined) =>
		`Profile ${profile}, ${service}, team ${team ?? 'unknown'}`,
	servers: (count: number, players: string) => `${plural(count, 'server')}, ${players}:`,
	more: (count: number) => `  and ${count} more`,
	after: (delayMs: number) => ` in ${writeDuration(delayMs)}`,
	done: (verb: string) => `${verb} complete.`,
	accepted: (verb: string, when: string) => `${verb}${when} accepted.`,
};

/** `rcondeck servers` */
export const cliServerMessages = {
	description: 'List, show, create, edit and delete servers',
	examples: [example('List servers that are down', 'rcondeck servers --state down')],
	list: {
		description: 'List servers',
		examples: [
			example('List servers that are down', 'rcondeck servers --state down'),
			example('Follow the CS2 servers of one node', 'rcondeck servers --game cs2 --node eu-1 --watch'),
			example('Print servers as JSON', 'rcondeck servers --json'),
		],
	},
	viewHelp:
		'Apply the filter, sort order and columns of a view in the configuration; with --watch, only its filter',
	watchHelp: 'Follow changes until interrupted',
	commandsHelp: 'Include stored RCON commands and answers in the JSON',
	noneMatches: 'No servers match.',
	noServers: 'The team has no servers.',
	oneState: '1 server has a state',
	severalStates: (count: number) => `${count} servers have a state`,
	stateUnclear: (whose: string) => `${whose} that does not say whether the server is up.`,
};

/** `rcondeck show` */
export const showMessages = {
	description: 'Show a server with its backups and last commands',
	examples: [
		example('Show a server by part of its name', 'rcondeck show isl-1'),
		example('Show its players over the last seven days', 'rcondeck show isl-1 --chart 7d'),
	],
	chart: 'Time range of the player chart',
	since: 'Since',
	problem: 'Problem',
	consoleProblem: 'Console',
	report: (isFailure: boolean) => (isFailure ? 'Failed' : 'Done'),
	output: 'Output',
	playersNotKnown: 'unknown',
	memory: 'Memory',
	queryPort: 'Query port',
	rconPort: 'RCON port',
	settingProfile: 'Setting profile',
	lastCommands: '\nLast commands\n',
	olderBackups: (more: number) => `and ${more} older\n`,
};

/** Waiting for a state. */
export const waitMessages = {
	itIs: (state: string | undefined) => `it is ${state ?? 'in an unknown state'}`,
	notLeft: 'its state did not change',
	notWaitedFor: (reached: string) => `accepted; stopped waiting: ${reached}`,
	accepted: (reached: string) => `accepted, but ${reached}`,
};

/** `rcondeck wait` */
export const waitCommandMessages = {
	description: 'Wait until a server is up, down or empty',
	examples: [
		example(
			'Stop a server when nobody is playing',
			'rcondeck wait ark-isl-1 --for empty && rcondeck stop ark-isl-1',
		),
		example('Wait for fewer than five players', "rcondeck wait ark-isl-1 --for 'players<5' --timeout 2h"),
	],
	forHelp: 'Condition: up, down, empty, or players compared with a number, such as players<5',
	timeoutHelp: 'Time to wait, such as 90s or 10m; a number without a unit is seconds',
	jsonHelp: 'Print one JSON value per change, on its own line',
	wrongCondition: (text: string) =>
		`Invalid condition ${text}. Use up, down, empty, or a comparison such as players<5.`,
	now: (server: string, state: string | undefined, players: number | undefined) =>
		`${server}: ${state ?? 'state unknown'}, ${players === undefined ? 'players unknown' : plural(players, 'player')}`,
	waiting: (now: string, condition: string) => `${now}; waiting for ${condition}`,
	over: (duration: string, condition: string, now: string) =>
		`Stopped waiting for ${condition} after ${duration}. Last seen: ${now === '' ? 'nothing' : now}.`,
};

/** `rcondeck servers --watch` */
export const watchServersMessages = {
	nextTry: (failure: string, duration: string) => `${failure} Retrying in ${duration}.`,
	gone: (server: string) => `${server}  no longer listed`,
};

/** Why a word has no unique match in a list. `kind`: `server`, `automation`. */
export const lookupMessages = {
	/** `nearest`: the closest names. */
	notFound: (kind: string, word: string, nearest: readonly string[]) => {
		const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
		return `There is no ${kind} "${word}".${hint}`;
	},
	/** `labels`: the first of `count` matches. */
	ambiguous: (kind: string, word: string, count: number, labels: readonly string[]) => {
		const more = count > labels.length ? ', …' : '';
		return `"${word}" matches ${count} ${kind}s: ${labels.join(', ')}${more}. Type more of the name, or the ID.`;
	},
};

import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

/** The list of servers: its columns, filter, marks and what can be done in it. */
export const serverListMessages = {
	servers: (count: number) => `${count} servers`,
	acknowledgedElsewhere: 'Acknowledged on another deck',
	loudAgainElsewhere: 'Loud again, taken back on another deck',
	sortByPlayers: 'players, most first',
	onNode: (node: string) => `node ${node}`,
	sortByTrouble: 'trouble: servers that are down first',
	noneSelected: 'No server is selected.',
	stateGroups: (names: string) => `; groups: ${names}`,
	noneWith: (field: string, text: string, things: string, known: string, groups: string) =>
		`No server with ${field} "${text}". Known ${things}: ${known}${groups}.`,
	seen: (age: string) => `${age} seen`,
	seenAgo: (age: string) => `seen ${age} ago`,
	forAtLeast: (age: string) => `for at least ${age}`,
	playersOf: (count: number, max: number) => `${count} of ${plural(max, 'player')}`,
	unreadHidden: (count: number) =>
		`The filter hides ${count === 1 ? 'the one server' : `all ${count} servers`} with unread lines.`,
	noneUnread: 'No other console has unread lines.',
	rangeHelp: message`Begins a range of marks at the selected server; once more keeps it, ${key('app.back')} gives it up.`,
	rangeBegins: message`A range begins here: move, then ${key('list.range')} keeps it, ${key('app.back')} gives it up.`,
	allMarked: 'All servers in the list are marked.',
	noneMarked: 'No server is marked.',
	sortBy: 'Sort by',
};

/** What can be changed of a server. */
export const editMenuMessages = {
	title: (server: string) => `Edit ${server}`,
	noBackup: 'It has none.',
	move: 'Move to another directory',
	update: 'Update the game',
	stopFirst: 'Stop it first.',
	createBackup: 'Make a backup',
	deleteBackup: 'Delete a backup',
	deleteServer: 'Delete the server',
};

/** A stop or restart that is to come. */
export const scheduledMessages = {
	saidByNode: 'says its node',
	scheduledHere: 'scheduled here',
	cancels: message`${key('view.undo')} cancels it`,
	noLongerCancellable: 'can no longer be cancelled',
	notCancellable: 'cannot be cancelled here',
	sentence: (act: string, time: string, left: Message, how: string, undo: Message) =>
		message`${act} ${alternative('~', 'about ')}${time}Z, in ${left} (${how}; ${undo})`,
};

/** Titles and help of the keys of the list of servers. */
export const serverCommandMessages = {
	down: {title: 'down', help: 'Goes one server down.'},
	up: {title: 'up', help: 'Goes one server up.'},
	pageDown: {title: 'page down', help: 'Goes one page down.'},
	pageUp: {title: 'page up', help: 'Goes one page up.'},
	first: {title: 'first', help: 'Goes to the first server.'},
	last: {title: 'last', help: 'Goes to the last server.'},
	open: {title: 'console', help: 'Goes to the console of the selected server.'},
	details: {title: 'details', help: 'Shows all that is known of the selected server.'},
	create: {title: 'Create', help: 'Opens the dialog that creates a server.'},
	edit: {
		title: 'Edit',
		help: 'Offers the dialogs that rename, move, update, back up or delete the selected server.',
	},
};

/** Help of the keys that act on servers. */
export const serverActionHelp = {
	start: 'Opens the dialog that starts the selected or the marked servers.',
	stop: 'Opens the dialog that stops the selected server, gracefully or by force, now or after a delay; the marked ones one after another.',
	restart:
		'Opens the dialog that restarts the selected server, now or after a delay; the marked ones one after another.',
	broadcast: "Opens the dialog that says a line to the players, by the game's own command.",
};

/** All that is known of a server. */
export const serverDetailsMessages = {
	map: (map: string) => `map ${map}`,
	nodeCounts: (up: number, down: number, unknown: number, total: number) =>
		`${up} up ${down} DOWN${unknown > 0 ? ` ${unknown} unknown` : ''} of ${total}`,
	alive: (moment: Message) => message`, alive ${moment}`,
	statusNotKnown: 'status not known',
	agent: (version: string) => `, agent ${version}`,
	byOthers: 'by others',
	backups: (count: number) => `backups ${count}`,
	olderBackups: (more: number) => `and ${more} older`,
	unknownTime: 'at an unknown time',
	keptFor: (left: Message) => message`, kept for ${left}`,
	queryPort: (port: number) => `query ${port}`,
	rconPort: (port: number) => `rcon ${port}`,
};

/** Titles and help of the keys of marks and order. */
export const listCommandMessages = {
	mark: {
		title: 'mark',
		help: 'Marks the selected server, or takes its mark off; a range that is being drawn is kept.',
	},
	markAll: {title: 'mark all', help: 'Marks all servers that pass the filter.'},
	clearMarks: {title: 'clear marks', help: 'Takes all marks off.'},
	sort: {
		title: 'sort',
		help: 'Chooses what the list is sorted by: trouble, name, players, node, state or game.',
	},
	group: {
		title: 'by node',
		help: 'Puts servers below their node, with how many are up and down; once more takes that back.',
	},
};

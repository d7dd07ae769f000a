import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

/** The list of servers: its columns, filter, selection and what can be done in it. */
export const serverListMessages = {
	servers: (count: number) => `${count} servers`,
	acknowledgedElsewhere: 'Acknowledged on another deck',
	loudAgainElsewhere: 'Loud again, taken back on another deck',
	sortByPlayers: 'players, most first',
	onNode: (node: string) => `node ${node}`,
	sortByTrouble: 'trouble: servers that are down first',
	noneCurrent: 'No server is highlighted.',
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
	rangeBegins: message`A range begins here: move, then ${key('list.range')} keeps it, ${key('app.back')} gives it up.`,
	allSelected: 'All servers in the list are selected.',
	noneSelected: 'No server is selected.',
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
	down: {title: 'Next server', help: 'Move to the next server'},
	up: {title: 'Previous server', help: 'Move to the previous server'},
	pageDown: {title: 'Page down', help: 'Move down one page'},
	pageUp: {title: 'Page up', help: 'Move up one page'},
	first: {title: 'First server', help: 'Go to the first server'},
	last: {title: 'Last server', help: 'Go to the last server'},
	open: {title: 'Open console', short: 'Console', help: 'Open the console of the current server'},
	details: {title: 'Show server details', short: 'Details', help: 'Show the details of the current server'},
	create: {title: 'Create server', help: 'Open the dialog to create a server'},
	edit: {
		title: 'Edit server',
		help: 'Rename, move, update, back up or delete the current server',
	},
};

/** Titles and help of the keys that act on servers. */
export const serverActionCommands = {
	start: {
		title: 'Start server',
		short: 'Start',
		help: 'Open the dialog to start the current or selected servers',
	},
	stop: {
		title: 'Stop server',
		short: 'Stop',
		help: 'Open the dialog to stop the current or selected servers, gracefully or by force, now or after a delay',
	},
	restart: {
		title: 'Restart server',
		short: 'Restart',
		help: 'Open the dialog to restart the current server, now or after a delay, or the selected servers in batches',
	},
	broadcast: {
		title: 'Broadcast to players',
		short: 'Broadcast',
		help: "Open the dialog to send a message to the players with the game's own command",
	},
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

/** Titles and help of the keys that select and sort. */
export const listCommandMessages = {
	select: {
		title: 'Select server',
		short: 'Select',
		help: 'Select or deselect the current server; also keeps a range',
	},
	range: {
		title: 'Select a range',
		help: message`Start selecting a range at the current server; press again to keep it, ${key('app.back')} to cancel`,
	},
	selectAll: {title: 'Select all shown', help: 'Select all servers that match the filter'},
	clearSelection: {title: 'Clear selection', help: 'Clear the selection'},
	sort: {
		title: 'Sort servers',
		help: 'Sort the list by trouble, name, players, node, state or game',
	},
	group: {
		title: 'Group by node',
		help: 'Group servers by node, with the number up and down; press again to ungroup',
	},
};

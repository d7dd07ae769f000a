import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

/** The list of servers: columns, filter, selection and actions. */
export const serverListMessages = {
	servers: (count: number) => `${count} servers`,
	/** `by`: other admins; undefined: the same user. */
	acknowledgedElsewhere: (who: string, isKnown: boolean, by: string | undefined) =>
		`${isKnown ? 'Acknowledged' : 'Acknowledgment removed'} ${by === undefined ? 'in another session' : `by ${by}`}: ${who}.`,
	acknowledged: (by: string | undefined, age: string) =>
		by === undefined ? 'acknowledged' : `acknowledged by ${by} ${age} ago`,
	sortByPlayers: 'players, most first',
	onNode: (node: string) => `node ${node}`,
	sortByAlerts: 'alerts first',
	noneCurrent: 'No server is highlighted.',
	stateGroups: (names: string) => `; groups: ${names}`,
	noneWith: (field: string, text: string, things: string, known: string, groups: string) =>
		`No server with ${field} "${text}". Known ${things}: ${known}${groups}.`,
	seen: (age: string) => `${age} seen`,
	seenAgo: (age: string) => `seen ${age} ago`,
	forAtLeast: (age: string) => `for at least ${age}`,
	playersOf: (count: number, max: number) => `${count} of ${plural(max, 'player')}`,
	unreadHidden: (count: number) =>
		`The filter hides ${count === 1 ? 'the one server' : `all ${count} servers`} with unread entries.`,
	noneUnread: 'No other console has unread entries.',
	rangeBegins: message`Range started here: move, then press ${key('list.range')} to keep it or ${key('app.back')} to cancel.`,
	allSelected: 'All servers in the list are selected.',
	noneSelected: 'No server is selected.',
	sortBy: 'Sort by',
	/** The hours that the journal keeps samples. */
	trendHeader: 'LAST 12H',
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
	cancels: message`${key('view.undo')} cancels it`,
	noLongerCancellable: 'can no longer be canceled',
	notCancellable: 'cannot be canceled here',
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

/** The details of a server. */
export const serverDetailsMessages = {
	map: (map: string) => `map ${map}`,
	nodeCounts: (up: number, down: number, unknown: number, total: number) =>
		`${up} up ${down} DOWN${unknown > 0 ? ` ${unknown} unknown` : ''} of ${total}`,
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
		help: 'Sort the list by alerts, name, players, node, state or game',
	},
	group: {
		title: 'Group by node',
		help: 'Group servers by node, with the number up and down; press again to ungroup',
	},
};

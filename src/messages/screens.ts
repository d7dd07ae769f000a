import {key, message} from './text.ts';

/** Lists that have a screen of their own. */
export const screenMessages = {
	reading: (things: string) => `Reading the ${things} …`,
	needsPermission: (things: string, permission: string) =>
		`To read the ${things}, credentials need the permission ${permission}.`,
	noRowMatches: (filter: string, hidden: number) => `No row matches "${filter}": ${hidden} are hidden.`,
	clearFilter: message`Every word, /pattern/, !inverse and field:value must fit; ${key('app.back')} clears the filter.`,
	noneSelected: 'Nothing is selected: the list has no row.',
	pageDown: 'page down',
	pageUp: 'page up',
};

/** Details of a row. */
export const factMessages = {
	hidden: message`hidden (${key('rows.reveal')} shows it)`,
	gigahertz: (hertz: number) => `${(hertz / 1e9).toFixed(1)} GHz (${hertz})`,
	step: (number: number) => `step ${number}`,
};

/** Titles and help of the keys of such lists. */
export const screenCommandMessages = {
	reveal: {
		title: 'reveal',
		help: 'Show private details, such as e-mail addresses and invite codes; press again to hide them.',
	},
	filter: {
		title: 'filter',
		help: 'Filters the rows: words, /pattern/, !inverse, and field:value for the fields of the list.',
	},
	next: {title: 'next', help: 'Goes to the next row that passes the filter; after the last, to the first.'},
	previous: {
		title: 'previous',
		help: 'Goes to the previous row that passes the filter; before the first, to the last.',
	},
	enter: {
		title: 'open',
		help: 'Opens the selected row: the servers of a node, the runs of an automation, else its details.',
	},
	details: {title: 'details', help: 'Gives the keys to the details of the selected row, and back.'},
};

/** Help of the keys that move in the rows. */
export const rowHelp = {
	down: 'Goes one row down.',
	up: 'Goes one row up.',
	pageDown: 'Goes one page down.',
	pageUp: 'Goes one page up.',
	first: 'Goes to the first row.',
	last: 'Goes to the last row.',
};

/** Help of the keys that move in the details. */
export const detailsHelp = {
	down: 'Scrolls the details one row down.',
	up: 'Scrolls the details one row up.',
	pageDown: 'Scrolls the details one page down.',
	pageUp: 'Scrolls the details one page up.',
	first: 'Goes to the first row of the details.',
	last: 'Goes to the last row of the details.',
};

/** Records that cannot be read. */
export const unreadableMessages = {
	record: (number: number) => `record ${number}`,
	unreadable: (reason: string) => `unreadable: ${reason}`,
	listedTimes: (name: string, times: number) => `${name} (${times}x)`,
};

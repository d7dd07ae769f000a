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
		help: 'Show private details, such as email addresses and invite codes; press again to hide them',
	},
	filter: {
		title: 'filter',
		help: 'Filter the rows: words, /pattern/, !inverse, or field:value for the fields of the list',
	},
	next: {title: 'next', help: 'Go to the next row that matches the filter; wraps at the end'},
	previous: {
		title: 'previous',
		help: 'Go to the previous row that matches the filter; wraps at the start',
	},
	enter: {
		title: 'open',
		help: 'Open the current row: the servers of a node, the runs of an automation, or its details',
	},
	details: {title: 'details', help: 'Switch between the list and the details of the current row'},
};

/** Help of the keys that move in the rows. */
export const rowHelp = {
	down: 'Move down one row',
	up: 'Move up one row',
	pageDown: 'Move down one page',
	pageUp: 'Move up one page',
	first: 'Go to the first row',
	last: 'Go to the last row',
};

/** Help of the keys that move in the details. */
export const detailsHelp = {
	down: 'Scroll the details down one row',
	up: 'Scroll the details up one row',
	pageDown: 'Scroll the details down one page',
	pageUp: 'Scroll the details up one page',
	first: 'Go to the first row of the details',
	last: 'Go to the last row of the details',
};

/** Records that cannot be read. */
export const unreadableMessages = {
	record: (number: number) => `record ${number}`,
	unreadable: (reason: string) => `unreadable: ${reason}`,
	listedTimes: (name: string, times: number) => `${name} (${times}x)`,
};

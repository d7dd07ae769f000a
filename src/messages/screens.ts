import {key, message} from './text.ts';

/** Lists with their own screen. */
export const screenMessages = {
	reading: (pluralName: string) => `Loading the ${pluralName}…`,
	needsPermission: (pluralName: string, permission: string) =>
		`Your credentials need the permission ${permission} to see the ${pluralName}.`,
	noRowMatches: (filter: string, hidden: number) => `No rows match "${filter}": ${hidden} hidden.`,
	clearFilter: message`Words, /pattern/, !inverse and field:value must all match; ${key('app.back')} clears the filter.`,
	noneSelected: 'No rows are shown.',
};

/** Details of a row. */
export const factMessages = {
	hidden: message`hidden (${key('rows.reveal')} shows it)`,
	gigahertz: (hertz: number) => `${(hertz / 1e9).toFixed(1)} GHz (${hertz})`,
	step: (number: number) => `step ${number}`,
};

/** Titles and help of the keys of these lists. */
export const screenCommandMessages = {
	reveal: {
		title: 'Show hidden values',
		help: 'Show private details, such as email addresses and invite codes; press again to hide them',
	},
	filter: {
		title: 'Filter rows',
		short: 'Filter',
		help: 'Filter the rows: words, /pattern/, !inverse, or field:value for the fields of the list',
	},
	next: {title: 'Next match', help: 'Go to the next row that matches the filter; wraps at the end'},
	previous: {
		title: 'Previous match',
		help: 'Go to the previous row that matches the filter; wraps at the start',
	},
	enter: {
		title: 'Open row',
		short: 'Open',
		help: 'Open the current row: the servers of a node, the runs of an automation, actions on a player, or its details',
	},
	details: {
		title: 'Show row details',
		short: 'Details',
		help: 'Switch between the list and the details of the current row',
	},
};

/** Titles and help of the keys that move between rows. */
export const rowCommandMessages = {
	down: {title: 'Next row', help: 'Move down one row'},
	up: {title: 'Previous row', help: 'Move up one row'},
	pageDown: {title: 'Page down', help: 'Move down one page'},
	pageUp: {title: 'Page up', help: 'Move up one page'},
	first: {title: 'First row', help: 'Go to the first row'},
	last: {title: 'Last row', help: 'Go to the last row'},
};

/** Titles and help of the keys that scroll the details. */
export const detailsCommandMessages = {
	down: {title: 'Scroll down', help: 'Scroll the details down one row'},
	up: {title: 'Scroll up', help: 'Scroll the details up one row'},
	pageDown: {title: 'Page down', help: 'Scroll the details down one page'},
	pageUp: {title: 'Page up', help: 'Scroll the details up one page'},
	first: {title: 'First line', help: 'Go to the first row of the details'},
	last: {title: 'Last line', help: 'Go to the last row of the details'},
};

/** Unreadable records. */
export const unreadableMessages = {
	record: (number: number) => `record ${number}`,
	unreadable: (reason: string) => `unreadable: ${reason}`,
	listedTimes: (name: string, times: number) => `${name} (${times}x)`,
};

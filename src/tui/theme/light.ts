import {dark} from './dark.ts';
import type {Theme} from './tokens.ts';

/** For a light background, on which the bright colors of the dark theme are unreadable. */
export const light: Theme['styles'] = {
	...dark,
	me: {color: 'blue'},
	pending: {color: 'magenta'},
	timeout: {color: 'red', bold: true},
	late: {color: 'magenta'},
	failure: {color: 'red'},
	note: {color: 'blue'},
	gap: {color: 'magenta'},
	bookmark: {color: 'blue', bold: true},
	unread: {color: 'magenta', bold: true},
	titleFocused: {color: 'blue', bold: true},
	paneFocused: {color: 'blue', bold: true},
	offline: {color: 'red', bold: true},
	changing: {color: 'magenta'},
	lost: {color: 'red', bold: true},
	info: {color: 'blue'},
	warning: {color: 'red'},
	danger: {color: 'red', bold: true},
	profile: {color: 'red', bold: true},
	hintKey: {color: 'blue'},
	promptFocused: {color: 'blue', bold: true},
};

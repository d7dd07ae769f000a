import {alternative, key, message, type Message} from './text.ts';

/** Headings of the list of all keys. */
export const keyReferenceMessages = {
	severalServers: 'Multi-server results',
	serverDetails: 'Details of a server',
	rowDetails: 'Details of a row of these lists',
	input: 'RCON input and every text field',
	historySearch: 'History search',
	paste: 'Review of pasted lines',
	menus: 'Menus',
	help: 'Help',
};

/** The keys of the current pane, on one screen. */
export const helpMessages = {
	title: (pane: string) => `Keys: ${pane}`,
	panes: {
		servers: 'server list',
		console: 'console',
		consoleFound: 'console',
		resultsFound: 'results',
		results: 'results',
		details: 'server details',
		timeline: 'timeline',
	},
	groups: {move: 'Move', act: 'Act', view: 'View', go: 'Go', signs: 'Symbols'},
	blocked: (title: string) => `(${title})`,
	/** `page` starts at one. */
	note: (page: number, pages: number, isNarrow: boolean): Message => {
		const turn = isNarrow ? '' : message`: ${key(page < pages ? 'help.pageDown' : 'help.pageUp')}`;
		const place = pages === 1 ? '' : message`${page} of ${pages}${turn}  `;
		const search = isNarrow ? '' : message`${key('help.search')} search all  `;
		return message`${place}${search}${key('help.leave')} close`;
	},
	signs: {
		cursor: 'Current row',
		down: 'Server is down',
		changing: 'State is changing',
		unknown: 'State is unknown',
		selected: 'Selected',
		unread: 'Unread entries',
		expected: {sign: 'STATE*', meaning: 'Expected state'},
		atLeast: {sign: '>=5m', meaning: 'At least 5 minutes'},
		players: {sign: '41p', meaning: '41 players online'},
		twice: {sign: '(2x)', meaning: 'Listed twice'},
		alert: {sign: '!!', meaning: 'Alert'},
		readWrite: {sign: 'RW', meaning: 'Actions enabled'},
		readOnly: {sign: 'RO', meaning: 'Read-only'},
		blocked: {sign: '( )', meaning: 'Blocked now'},
	},
};

/** The first run: what this program is, which key to press first, and how to connect. */
export const welcomeMessages = {
	title: 'WELCOME TO RCONDECK',
	hide: message`${key('app.back')} hide`,
	whatThisIs: 'All your game servers in one terminal (simulated).',
	firstKeys: message`Press ${key('app.help')} for keys, ${key('app.palette')} for commands, ${key('app.input')} to type RCON.`,
	howToConnect: alternative(
		message`Own servers: press ${key('app.quit')} and run rcondeck add or login`,
		'Own servers: leave with :quit and run rcondeck add or login',
	),
};

/** The test accounts of the demo, and the names of their applications. */
export const demoAccountMessages = {
	allPermissions: 'All permissions',
	readOnly: 'Read-only',
	noPermissions: 'No permissions',
	noTeam: 'No team',
	anotherTeam: 'Another team',
	unknownCredentials: 'Unknown credentials',
	statusPage: 'status page',
	leftBehind: 'abandoned',
};

/** What people wrote in the history of the demo. */
export const demoHistoryMessages = {
	bookmark: 'Mods updated on all ARK servers',
	recoveryNote: 'ark-center crashed while saving. It restarted; watch it.',
	crashNote: 'cs2-scrim crashes right after the map change. Left it down.',
	restartMessage: (minutes: number) => `Restart in ${minutes} minutes for the new mods`,
};

/** Sections of the palette: those of the help, and others. */
export const paletteHeadings = {...helpMessages.groups, recent: 'Recent', notNow: 'Not now'};

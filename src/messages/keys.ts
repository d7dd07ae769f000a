import {joinMessages, key, message, type Message} from './text.ts';
import {type ScreenId, screenIds, screenWords} from './screen-words.ts';

/** Problems with the keys in the configuration. */
export const keymapMessages = {
	sameAs: (written: string, same: string) => `terminals send ${written} as ${same}: choose another key`,
	notSent: (written: string) => `${written} does not reach rcondeck: choose another key`,
	noKey: (written: string) => `${written} is not a key: use one such as f, F, ctrl+f, space or pgdn`,
	suggestion: (names: string) => ` (did you mean ${names}?)`,
	noSuchCommand: (suggestion: string) =>
		`there is no such command${suggestion}: rcondeck keys --ids lists all commands`,
	needsKey: 'it needs at least one key',
	notEverywhere: (key: string, keepsDefault: boolean) =>
		`${key} does not reach rcondeck in every terminal${keepsDefault ? ': the default key is kept as well' : ''}`,
	guarded: (keys: string) => `${keys} is protected and cannot be changed`,
	needsUppercase: (key: string) => `it changes servers: use an uppercase letter, not ${key}`,
	needsLowercase: (key: string) =>
		`uppercase letters are for commands that change servers: use a key other than ${key}`,
	escOnlyGoesBack: 'Esc only goes back: choose another key',
	typedHere: (key: string) => `${key} types a character here: choose a key such as ctrl+f`,
	taken: (key: string, id: string, title: string) =>
		`${key} is the key of ${id} (${title}): choose another key for one of them`,
	lost: (key: string, id: string, title: string, kept: string) =>
		`${key} is no longer the key of ${id} (${title}), which ${kept === '' ? 'is only in the palette now' : `keeps ${kept}`}`,
};

/** Where the commands of a screen work. */
export function screenPlace(id: ScreenId): Message {
	const {short} = screenWords[id].key;
	return id === 'bans'
		? message`${short} (press ${key('app.players')}, then ${key('app.bans')})`
		: message`${short} (press ${key(`app.${id}`)})`;
}

const withOwnKey = screenIds.filter(id => id !== 'bans');
const ownScreens = joinMessages(
	withOwnKey.flatMap((id, place): Message[] => [
		place === 0 ? '' : place === withOwnKey.length - 1 ? ' or ' : ', ',
		key(`app.${id}`),
	]),
);

/** Notices of the palette, and where commands work. */
export const paletteMessages = {
	noneFits: message`No commands match; ${key('palette.leave')} closes the palette.`,
	worksIn: (where: Message) => message`Only in ${where}`,
};

/** Actions typed with their arguments, and records found by name. */
export const paletteActionMessages = {
	noServer: 'Name a server, or highlight one first.',
	/** `names`: the first of the servers. */
	opensReview: (verb: string, names: readonly string[], count: number) =>
		`Review the ${verb} of ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}; nothing is sent yet`,
	server: 'Server: go to its console',
	node: 'Node: go to it and its servers',
	player: (server: string) => `Player on ${server}: choose an action`,
};

/** Where a command works. */
export const palettePlaces = {
	servers: message`Servers (press ${key('app.servers')})`,
	console: message`the console (press ${key('app.console')})`,
	details: message`the details (press ${key('app.details')})`,
	timeline: message`Timeline (press ${key('app.timeline')})`,
	runs: message`the runs of an automation (press ${key('app.automations')}, then ${key('rows.enter')})`,
	screens: message`lists (press ${ownScreens})`,
	screenDetails: message`details of a row (press ${ownScreens}, then ${key('rows.details')})`,
	results: message`the multi-server results (press ${key('results.open')})`,
	input: message`the RCON input (press ${key('app.input')})`,
	historySearch: message`the history search (press ${key('app.input')}, then ${key('search.open')})`,
	resultsSearch: message`the search of the results (press ${key('results.search')})`,
	consoleSearch: message`the search of a console (press ${key('console.search')})`,
	filter: 'the filter of a list',
	fields: 'text fields',
	report: message`the handover (press ${key('handover.open')})`,
	jobs: message`the jobs (press ${key('jobs.open')})`,
	dialogs: 'dialogs',
	menus: 'menus',
	paste: 'the review of pasted lines',
	palette: message`the palette (press ${key('app.palette')})`,
	help: message`the help (press ${key('app.help')})`,
	exporting: 'an export in progress',
	everywhere: 'every screen',
};

/** Commands of the palette that take arguments. */
export const palettePhrases = {
	whichServer: 'Which server? Type go and its name, or a unique part of it.',
	oneOf: (what: string, words: string) => `${what} must be one of ${words}.`,
	go: {usage: 'go SERVER', help: 'Go to the console of a server, by name or part of it'},
	chart: {
		usage: 'chart SERVER',
		help: 'Show a full-screen chart of the players on a server over the last hours',
	},
	player: {usage: 'player TEXT', help: 'Find players on all servers, by name, ID or server'},
	filter: {
		usage: 'filter WORDS',
		help: 'Filter the list on this screen; without words, clear the filter',
	},
	sort: {usage: 'sort BY', help: 'Sort the servers'},
	whatToSortBy: 'The sort order',
	time: {usage: 'time HOW', help: 'Show times as local time, UTC or age'},
	howTimesAreShown: 'The time format',
	theme: {
		usage: 'theme NAME',
		help: 'Change the color theme for this session; the configuration is unchanged',
	},
	whichTheme: 'The theme',
};

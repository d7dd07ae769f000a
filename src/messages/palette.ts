import {key, message, type Message} from './text.ts';

/** Titles and help of the keys of the palette. */
export const paletteCommandMessages = {
	palette: {
		title: 'palette',
		help: 'Opens the palette: every command by name, and some that take words, such as "go ark-isl-1".',
	},
	search: {title: 'search', help: 'Searches all that keys can do, in the palette.'},
	down: {title: 'down', help: 'Goes to the next command.'},
	up: {title: 'up', help: 'Goes to the command before.'},
	pageDown: {title: 'page down', help: 'Goes one page down.'},
	pageUp: {title: 'page up', help: 'Goes one page up.'},
	complete: {title: 'complete', help: 'Completes a command that takes words.'},
	run: {title: 'run', help: 'Runs the command as its key would: what acts only opens its dialog.'},
	leave: {title: 'leave', help: 'Closes the palette; nothing is run.'},
};

const ownScreens = message`${key('app.nodes')}, ${key('app.automations')} and ${key('app.team')}`;

/** What the palette says, and where commands work. */
export const paletteMessages = {
	noneFits: message`No command fits; ${key('palette.leave')} leaves.`,
	worksIn: (where: Message) => message`It works in ${where}.`,
};

/** Where a command works. */
export const palettePlaces = {
	servers: message`the servers (${key('app.servers')})`,
	console: message`the console (${key('app.console')})`,
	details: message`the details (${key('app.details')})`,
	timeline: message`the timeline (${key('app.timeline')})`,
	nodes: message`the nodes (${key('app.nodes')})`,
	automations: message`the automations (${key('app.automations')})`,
	runs: message`the runs of an automation (${key('app.automations')}, ${key('rows.enter')})`,
	team: message`the team (${key('app.team')})`,
	screens: message`the screens ${ownScreens}`,
	screenDetails: message`the details of screens ${ownScreens}`,
	everywhere: 'every screen',
};

/** Commands of the palette that take words. */
export const palettePhrases = {
	whichServer: 'Which server? :go takes its name, or a part that only it has.',
	oneOf: (what: string, words: string) => `${what} is one of ${words}.`,
	go: {usage: 'go SERVER', help: 'Goes to the console of a server, by its name or a part of it.'},
	filter: {
		usage: 'filter WORDS',
		help: 'Filters the list of this screen; without words it clears the filter.',
	},
	sort: {usage: 'sort BY', help: 'Sorts the servers.'},
	whatToSortBy: 'What to sort by',
	time: {usage: 'time HOW', help: 'Shows times by the clock, in UTC, or as ages.'},
	howTimesAreShown: 'How times are shown',
	theme: {
		usage: 'theme NAME',
		help: 'Changes the colours until the deck ends; the configuration keeps its own.',
	},
	whichTheme: 'A theme',
};

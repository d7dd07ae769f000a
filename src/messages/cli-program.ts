/** Groups of commands in the help and in the man pages. */
export const commandGroups = {
	servers: {heading: 'Servers:', about: 'list, start, stop and manage game servers'},
	console: {heading: 'Console:', about: 'run RCON commands and follow the team feed'},
	nodes: {heading: 'Nodes:', about: 'show nodes and their tasks'},
	automations: {heading: 'Automations:', about: 'manage automations and their runs'},
	team: {heading: 'Team:', about: 'manage the members of a team'},
	history: {heading: 'History:', about: 'show the journal and summarize it for the next shift'},
	service: {heading: 'Service:', about: 'run the local service and call the API of a service'},
	setup: {heading: 'Setup:', about: 'sign in, configure and check rcondeck'},
};
export type CommandGroup = keyof typeof commandGroups;

/** Headings of options. */
export const optionGroups = {
	global: 'Global options:',
	filters: 'Server filters:',
	selection: 'Server selection:',
	rolling: 'Rolling action:',
};

/** The help of the program itself. */
export const programMessages = {
	description:
		'Manage all game servers of a team from one terminal. Without a command, rcondeck opens the TUI.',
	profileHelp: 'Profile to use',
	urlHelp: 'Base URL of the service',
	demoHelp: 'Use the simulated fleet',
	yesHelp: 'Skip confirmation; required without a terminal',
	readOnlyHelp: 'Disable commands and actions',
	noColorHelp: 'Disable colors',
	asciiHelp: 'Use ASCII characters only',
	screenReaderHelp: 'Open line mode instead of the TUI',
	noPagerHelp: 'Do not use a pager for long output',
	deadlineHelp: 'End the command after this time, such as 90s',
	quietHelp: 'Hide progress and, with serve, the addresses and token',
	logFileHelp: 'Append a log of requests, feed and problems to this file',
	logLevelHelp:
		'Minimum level of log entries (default: debug in --log-file; with serve, on stderr, warn on a terminal, otherwise info)',
	version: (version: string) => `rcondeck ${version}`,
	versionDescription: 'Show the version of rcondeck',
	versionHelp: 'Show the version',
	helpHelp: 'Show help',
	helpCommandHelp: 'Show help for a command',
	afterError: (command: string) => `Run \`${command} --help\` for usage.`,
	error: (said: string, suggestion: string) => `rcondeck: ${said}${suggestion}\n`,
};

/** Possible typos. */
export const misspeltMessages = {
	command: (word: string, near: readonly string[]) =>
		`Unknown command "${word}". ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Run `rcondeck --help` for a list.'
		}`,
	subcommand: (group: string, word: string, near: readonly string[], known: readonly string[]) =>
		`Unknown command "${word}" for rcondeck ${group}. ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Commands: ${known.join(', ')}.`
		}`,
	option: (option: string, near: readonly string[]) =>
		`Unknown option ${option}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
};

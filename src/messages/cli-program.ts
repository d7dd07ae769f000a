/** The help of the program itself. */
export const programMessages = {
	description: 'Every game server of a team in one terminal. Without a command: the deck.',
	profileHelp: 'the profile of the configuration to use',
	urlHelp: 'the base URL of the service',
	demoHelp: 'use a simulated fleet, even where a service is configured',
	yesHelp: 'do not ask; required without a terminal for what changes something',
	readOnlyHelp: 'change nothing: no RCON, no start, no stop',
	noColorHelp: 'use no colours',
	asciiHelp: 'draw with ASCII only',
	screenReaderHelp: 'the deck line by line, for screen readers and plain terminals',
	noPagerHelp: 'never show long output through a pager',
	deadlineHelp: 'end the command after this time, finished or not: 90s, 10m (a bare number: seconds)',
	quietHelp: 'show no progress',
	version: (version: string) => `rcondeck ${version}`,
	versionDescription: 'Show the version of rcondeck',
	versionHelp: 'show the version',
	helpHelp: 'show this help',
	helpCommandHelp: 'show the help of a command',
	afterError: 'rcondeck --help shows what there is.',
};

/** What looks like a slip of the finger. */
export const misspeltMessages = {
	subcommand: (group: string, word: string, near: readonly string[], known: readonly string[]) =>
		`Unknown command "${word}" for rcondeck ${group}. ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Commands: ${known.join(', ')}.`
		}`,
	option: (option: string, near: readonly string[]) =>
		`Unknown option ${option}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
};

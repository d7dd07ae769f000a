/** `rcondeck completion` */
export const completionMessages = {
	description: 'Print a shell completion script',
	shellHelp: 'Shell: bash, zsh or fish',
	/** Values of `--state` besides the states themselves. */
	phases: {
		up: 'servers that are up',
		down: 'servers that are down',
		busy: 'servers starting, stopping or restarting',
		unknown: 'servers in an unknown state',
	},
};

/** `rcondeck config` */
export const configCommandMessages = {
	description: 'Show, check and change the configuration',
	showDescription: 'Show every value and its origin, without secrets',
	pathDescription: 'Show the paths of the files',
	checkDescription: 'Check the files and list problems by line',
	noFile: 'No configuration files found.',
	noProblem: (files: string) => `No problems in ${files}.`,
	noUrl: {local: 'none (the local service)', demo: 'none (the TUI opens the demo)'},
	credentials: (kind: string) => `${kind} (hidden)`,
	alertCommand: (command: string) => `command ${command}`,
	alertWebhook: (from: string) => `webhook (hidden) of ${from}`,
	secretIsSet: 'set (hidden)',
};

/** `rcondeck config set` and `rcondeck config edit` */
export const configChangeMessages = {
	setDescription: 'Set a value in config.toml, keeping comments',
	keyHelp: 'Setting, such as theme, poll_seconds, profiles.prod.label or aliases.lp',
	valueHelp: 'Value as text or TOML: dark, 10s, true, \'["a", "b"]\'',
	editDescription: 'Edit config.toml in $VISUAL or $EDITOR, and check it',
	notInPlace: (name: string, file: string) =>
		`${name} cannot be set in ${file} without rewriting it. Use rcondeck config edit. The file is unchanged.`,
	notSet: (name: string, problem: string) => `${name} was not set: ${problem}. The file is unchanged.`,
	set: (name: string, file: string) => `Set ${name} in ${file}.`,
	newFile: '# Settings of rcondeck. See rcondeck help config, and rcondeck config check.\n',
	unchanged: 'Nothing was edited. The file is unchanged.',
	problem: (line: number | undefined, problem: string) =>
		line === undefined ? `${problem}.` : `Line ${line}: ${problem}.`,
	editAgain: 'Edit again? [Y/n] ',
	refused: (file: string, draft: string) => `${file} is unchanged. Your edit is in ${draft}.`,
	changedMeanwhile: (file: string, draft: string) =>
		`${file} was changed by another program during the edit. It was not replaced. Your edit is in ${draft}.`,
	saved: (file: string) => `Saved ${file}.`,
};

/** `rcondeck keys` */
export const keysMessages = {
	description: 'List the keys of the TUI',
	idsHelp: 'Include the command IDs to use under [keys] in config.toml',
};

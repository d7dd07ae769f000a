/** `rcondeck completion` */
export const completionMessages = {
	description: 'Write the completion script of a shell',
	shellHelp: 'the shell that will read it',
};

/** `rcondeck config` */
export const configCommandMessages = {
	description: 'Show or check the configuration',
	showDescription: 'Show every value with its origin; secrets are never shown',
	pathDescription: 'Show where the files are',
	checkDescription: 'Check the files, and name the line of each problem',
	noFile: 'There is no file to check.',
	noProblem: (files: string) => `No problem in ${files}.`,
	noService: 'none: only the TUI and --demo work, on a simulated fleet',
	credentials: (kind: string) => `${kind} (not shown)`,
	secretIsSet: 'set (not shown)',
};

/** `rcondeck keys` */
export const keysMessages = {
	description: 'Show every key of the deck, as your configuration has them',
	idsHelp: 'with the ids by which config.toml can give other keys',
};

/** `rcondeck completion` */
export const completionMessages = {
	description: 'Write the completion script of a shell',
	shellHelp: 'the shell that will read it',
};

/** `rcondeck config` */
export const configCommandMessages = {
	description: 'Show, check or change the configuration',
	showDescription: 'Show every value with its origin; secrets are never shown',
	pathDescription: 'Show where the files are',
	checkDescription: 'Check the files, and name the line of each problem',
	noFile: 'There is no file to check.',
	noProblem: (files: string) => `No problem in ${files}.`,
	noService: 'none: only the TUI and --demo work, on a simulated fleet',
	credentials: (kind: string) => `${kind} (not shown)`,
	secretIsSet: 'set (not shown)',
};

/** `rcondeck config set` and `rcondeck config edit` */
export const configChangeMessages = {
	setDescription: 'Set one value in config.toml; comments and everything else stay',
	keyHelp: 'setting, such as theme, poll_seconds, profiles.prod.label or aliases.lp',
	valueHelp: 'value as text or TOML: dark, 10s, true, \'["a", "b"]\'',
	editDescription: 'Edit config.toml in $VISUAL or $EDITOR; it is checked before it replaces the file',
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
	description: 'Show every key of the deck, as your configuration has them',
	idsHelp: 'with the ids by which config.toml can give other keys',
};

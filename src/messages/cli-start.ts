/** Problems with the keys of the configuration. */
export const keySettingMessages = {
	problem: (id: string, problem: string) => `keys."${id}": ${problem}`,
	problemCount: (count: number) => ` reports ${count} problems`,
	firstProblem: (more: string, where: string, problem: string) =>
		`rcondeck config check${more}: ${where}: ${problem}`,
};

/** A newer version of this program. */
export const updateMessages = {
	newer: (newest: string, current: string) =>
		`rcondeck ${newest} is available; this is ${current}. Its changes are in its changelog.`,
};

/** Connection code that cannot be loaded. */
export const connectionMessages = {
	noMethod: (name: string) => `the client has no ${name}`,
	unknownReason: 'unknown reason',
	notPrepared: (why: string) => `Cannot set up the connection: ${why}`,
	feedNotPrepared: (why: string) => `cannot set up the feed: ${why}`,
};

/** Files that rcondeck writes. */
export const fileMessages = {
	namesTaken: 'all numbered names are taken. Choose another name',
	lost: (count: number) =>
		`\n**${count} ${count === 1 ? 'entry is' : 'entries are'} missing here: the file could not be written.**\n\n`,
};

/** Messages on stderr. */
export const outputMessages = {
	prefixed: (sentence: string) => `rcondeck: ${sentence}\n`,
	noSuchField: (field: string, near: readonly string[], known: readonly string[]) =>
		`No record has the field "${field}". ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Available fields: ${known.join(', ')}.`
		}`,
};

/** The header of a bug report. */
export const reportMessages = {
	program: (version: string, node: string, platform: string, arch: string) =>
		`rcondeck ${version}, Node ${node}, ${platform} ${arch}`,
	moment: (at: string, seconds: number) => `at ${at}, after ${seconds}s`,
};

/** Messages after a bug. */
export const bugMessages = {
	notWritten: (folder: string) =>
		`This is a bug in rcondeck. The report could not be written to ${folder}. Check that folder and try again.`,
	written: (file: string) =>
		`This is a bug in rcondeck. Please send the report ${file} to the maintainers. It contains no secrets.`,
};

/** Features that a session without a screen lacks. */
export const settingMessages = {
	/** An origin, in the form that `config` prints. */
	profileFromEnvironment: 'environment RCONDECK_PROFILE',
	noFileYet: 'Files cannot be read in this mode.',
	noTerminalYet: 'programs cannot be run in this mode',
	noEditorYet: 'No editor is available in this mode.',
};

/** Reasons why the TUI cannot be opened. */
export const tuiStartMessages = {
	commandsWork: 'Run a command instead, such as `rcondeck servers`. See `rcondeck --help`.',
	needsTerminal: (instead: string) => `The TUI needs a terminal for input and output. ${instead}`,
};

import {type Example, example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';
import {formatDuration} from '../lib/time/ago.ts';
import {quoteTyped} from './dialogs.ts';

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
	network: 'Network:',
	logs: 'Logs:',
	instances: 'Several instances (experimental):',
	demo: 'Demo, with --demo:',
	tests: 'Client testing:',
};

/** The help of the program itself. */
export const programMessages = {
	description:
		'Manage all game servers of a team from one terminal. Without a command, rcondeck opens the TUI.',
	examples: [
		example('Try the TUI on a simulated fleet', 'rcondeck --demo'),
		example('Sign in and open the TUI', 'rcondeck login prod && rcondeck --profile prod'),
		example('List servers that are down', 'rcondeck servers --state down'),
		example('Run a command on two servers', 'rcondeck rcon ark-isl-1 ark-isl-2 -- ListPlayers'),
	],
	profileHelp: 'Profile to use',
	urlHelp: 'Base URL of the service',
	demoHelp: 'Use the simulated fleet',
	yesHelp: 'Skip confirmation; required without a terminal where players or data can be harmed',
	readOnlyHelp: 'Disable commands and actions',
	noColorHelp: 'Disable colors',
	asciiHelp: 'Use ASCII characters only',
	screenReaderHelp: 'Open line mode instead of the TUI',
	showSecretsHelp: 'Print secrets in records of the service, such as invitation codes',
	noPagerHelp: 'Do not use a pager for long output',
	deadlineHelp: 'End the command after this time, such as 90s',
	quietHelp: 'Hide progress and, with serve, the addresses and token',
	verboseHelp: 'Print each request and its outcome on stderr',
	logFileHelp: 'Append a log of requests, feed and problems to this file',
	logLevelHelp:
		'Minimum level of log entries (default: debug in --log-file; with serve, on stderr, warn on a terminal, otherwise info)',
	version: (version: string) => `rcondeck ${version}`,
	versionHelp: 'Show the version',
	helpHelp: 'Show help',
	helpCommandHelp: 'Show help for a command',
	afterError: (command: string) => `Run \`${command} --help\` for usage.`,
	error: (said: string) => `rcondeck: ${said}\n`,
};

/** What follows the options in the help of a command. */
export const helpMessages = {
	examples: 'Examples:',
	example: ({about, line}: Example) => `  # ${about}\n  ${line}`,
	choices: (choices: readonly string[]) => `: ${choices.join(', ')}`,
	default: (value: string) => ` (default ${value})`,
	globalElsewhere:
		'The options of rcondeck(1), such as --profile, --demo and --yes, work with every command.',
	learnMore: 'Learn more:',
	ofCommand: (group: CommandGroup | undefined) =>
		`  rcondeck --help  Global options, such as --profile, --demo and --yes\n  man rcondeck${group === undefined ? '' : `-${group}`}`,
	ofProgram:
		'  rcondeck help <command>  Options and examples of a command\n  man rcondeck             Manual, with links to rcondeck-config(5) and others',
};

/** `rcondeck version` */
export const versionMessages = {
	description: 'Show the version of rcondeck',
	examples: [example('Show the version', 'rcondeck version')],
};

/** `rcondeck licenses` */
export const licensesMessages = {
	description: 'Show the licenses of rcondeck and its packages',
	examples: [example('Write the licenses to a file', 'rcondeck licenses > licenses.txt')],
};

/** Possible typos. */
export const misspelledMessages = {
	command: (word: string, near: readonly string[]) =>
		`Unknown command "${word}". ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Run `rcondeck --help` for a list.'
		}`,
	subcommand: (group: string, word: string, near: readonly string[], known: readonly string[]) =>
		`Unknown command "${word}" for rcondeck ${group}. ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Commands: ${known.join(', ')}.`
		}`,
	option: (option: string, near: readonly string[], command: string | null | undefined) =>
		`Unknown option ${option}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}${programMessages.afterError(command ? `rcondeck ${command}` : 'rcondeck')}`,
};

/** Texts of all action commands; the fields have their own. */
export const actionCommandMessages = {
	memberHelp: 'Member ID, name, email address or a unique part of one',
	invitationHelp: 'Email address or name of the invitation, or a unique part of one',
	taskHelp: 'Task ID, as `rcondeck tasks` shows it',
	runHelp: 'Run ID, as `rcondeck runs` shows it',
	helpWithRest: (rest: string) => `, followed by -- and the ${rest}`,
	restHelp: 'One or more words',
	usage: (name: string, rest: string) => `[options] ${name} -- ${rest}`,
	writeRest: (rest: string) => `enter the ${rest}`,
	/** As commander words it for the other commands. */
	optionsMissing: (options: readonly string[]) =>
		`required ${options.length === 1 ? 'option' : 'options'} ${options.map(option => `'${option}'`).join(', ')} not specified`,
	optionIsBlank: (option: string) => `${option} needs a value.`,
	optionMeansNothing: (option: string, value: string) => `${option} ${value} has no effect. Leave it out.`,
	servers: 'the servers',
	server: 'the server',
	restMissing: (which: string, rest: string, command: string, syntax: string) =>
		`Specify ${which}, then --, then the ${rest}: rcondeck ${command} NAME -- ${syntax}`,
	conflict: (text: string, key: string) => `${text} Nothing was sent (${key}).`,
	whereMembersAre: 'Run `rcondeck team` for names and IDs.',
	noSuchTask: 'Task not found. Run `rcondeck tasks --all` for IDs.',
};

/** Options and messages that many commands share. */
export const cliOptionMessages = {
	json: 'Print JSON, with all fields or the given ones',
	dryRun: 'Print the requests instead of sending them',
	whereAutomationsAre: 'Run `rcondeck automations` for names and IDs.',
	dashesNeeded: (word: string, what: string) => `Unexpected argument "${word}". Write the ${what} after --.`,
	commandOfServer: 'command of the server',
	textIsBlank: (instead: string) => `The text after -- is blank: ${instead}.`,
	notSent: (count: number) => `Dry run: ${plural(count, 'request')} not sent.`,
};

/** Lookup of records by name. */
export const findMessages = {
	nameHelp: 'ID, name or a unique part of it',
	usingIds: (names: string, count: number) => ` Using ${names} as ${count === 1 ? 'an ID' : 'IDs'}.`,
	cannotBeListed: (pluralName: string, failure: string, instead: string) =>
		`Cannot list the ${pluralName}: ${failure}${instead}`,
	whereNodesAre: 'Run `rcondeck nodes` for names and IDs.',
	serverHelp: 'Server ID, name or a unique part of it',
	whereServersAre: 'Run `rcondeck servers` for names and IDs.',
};

/** The body of a request, from `-f` or `-d`. */
export const jsonBodyMessages = {
	fileAndData: 'Use either -f or -d, not both.',
	fromFile: (file: string) => `-f ${file}`,
	notJson: (source: string, problem: string) => `The body from ${source} is not valid JSON: ${problem}.`,
	fieldsNeeded: 'Specify the fields as a JSON object with -d, or in a JSON or YAML file with -f.',
};

/** Records missing from a list. */
export const listingMessages = {
	unreadable: (record: string) => `Unreadable record: ${record}.`,
	unreadableCount: (count: number) => `${plural(count, 'unreadable record')}.`,
	incomplete: (reason: string) => `The list is incomplete: ${reason}.`,
	noneReadable: (count: number) => `None of the ${count} records could be read.`,
	repeated: (names: string) => `Duplicate records: ${names}. Showing the first of each.`,
};

/** Times in options. */
export const momentMessages = {
	wrong: (text: string) => `Invalid time "${text}". Use 90m, 2h, 3d or 2026-11-21T03:00Z.`,
};

/** Outcomes of requests to several servers. */
export const outcomeMessages = {
	/** `reason`: a sentence. */
	repeats: (reason: string) => `${reason} The request was not carried out and is repeated.`,
	endedBefore: 'Not sent: interrupted.',
	incomplete: 'answer incomplete',
	notConfirmed: 'accepted, not confirmed',
	noAnswerYet: 'Interrupted before the answer. It may have run.',
	notSent: 'not sent',
	unknown: 'unknown, may have run',
	interrupted: (outcomes: string) => `Interrupted. ${outcomes}.`,
};

/** The progress line of a command. */
export const progressMessages = {
	done: (done: number, total: number) => `${done}/${total} done`,
	incomplete: (count: number) => `${count} incomplete`,
	failed: (count: number) => `${count} failed`,
	unknown: (count: number) => `${count} unknown`,
	notSent: (count: number) => `${count} not sent`,
	waiting: (count: number) => `${count} waiting`,
	rate: (count: number, ms: number) => {
		const perSecond = (1000 * count) / ms;
		return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(60 * perSecond).toFixed(1)}/min`;
	},
	left: (ms: number) => `${formatDuration(ms)} left`,
};

/** Selection of servers by their properties. */
export const selectorMessages = {
	stateHelp: 'State, such as ONLINE or RUNNING, or up, down, busy or unknown',
	isHelp: 'Status in the list: up, down, stopped (by someone), hung, changing or unknown',
	gameHelp: 'Game or part of its name, such as CS2 or ark',
	nodeHelp: 'Node ID, name or part of the name',
	mapHelp: 'Map or part of its name',
	matchHelp: 'Text in the server name',
	allHelp: 'All servers of the team',
	expectHelp: 'Do nothing unless exactly N servers match',
	needsValue: (option: string) => `--${option} needs a value.`,
	namesAndSelection: (filters: string) => `Use either server names or --all, ${filters}, not both.`,
	namesOrSelection: (filters: string) =>
		`No servers given. Name them, or select them with --all, ${filters}.`,
	wrongExpect: 'Invalid --expect. Use a number of servers, such as 12.',
	unexpectedCount: (count: number, expected: string) =>
		`Expected ${expected} servers, but ${count} match. Nothing was sent.`,
	noneMatches: 'No servers match. Nothing was sent.',
};

/** `--json` and `-o` */
export const outputOptionMessages = {
	format: 'Output format',
	template: 'Print a line for each record, with the fields in braces, such as "{name} {state}"',
	templateAlone: 'Use only one of --format, --json and -o.',
	templateWithoutFields: '--format has no field in braces. Use a template such as "{id} {state}".',
	jsonAndFormat: 'Use either --json or -o, not both.',
	fieldsBlank: '--json has a blank field. Use --json=id,state, or --json alone for all fields.',
};

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
		`rcondeck ${newest} is available (this is ${current}). The changelog lists the changes.`,
};

/** Connection code that cannot be loaded. */
export const connectionMessages = {
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
		`Unknown field ${quoteTyped(field)}. ${
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

import {plural} from '../lib/plural.ts';

/** Texts of all action commands; the fields have their own. */
export const actionCommandMessages = {
	memberHelp: 'Member ID, name, email address or a unique part of one',
	taskHelp: 'Task ID, as `rcondeck tasks` shows it',
	helpWithRest: (rest: string) => `, followed by -- and the ${rest}`,
	usage: (name: string, rest: string) => `[options] ${name} -- ${rest}`,
	writeRest: (rest: string) => `give the ${rest}`,
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
	dashesNeeded: (word: string) => `Unexpected argument "${word}". Write the command of the server after --.`,
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
	fieldsNeeded: 'Specify the fields as a JSON object with -f or -d.',
};

/** Records missing from a list. */
export const listingMessages = {
	unreadable: (record: string) => `Unreadable record: ${record}.`,
	unreadableCount: (count: number) => `${count} unreadable records.`,
	repeated: (names: string) => `Duplicate records: ${names}. Showing the first of each.`,
};

/** Times in options. */
export const momentMessages = {
	wrong: (text: string) => `Invalid time "${text}". Use 90m, 2h, 3d or 2026-11-21T03:00Z.`,
};

/** Outcomes of requests to several servers. */
export const outcomeMessages = {
	endedBefore: 'Not sent: interrupted.',
	noAnswerYet: 'Interrupted before the answer. It may have run.',
	notSent: 'not sent',
	unknown: 'unknown, may have run',
	interrupted: (outcomes: string) => `Interrupted. ${outcomes}.`,
};

/** The progress line of a command. */
export const progressMessages = {
	done: (done: number, total: number) => `${done}/${total} done`,
	failed: (count: number) => `${count} failed`,
	unknown: (count: number) => `${count} unknown`,
	notSent: (count: number) => `${count} not sent`,
	waiting: (count: number) => `${count} waiting`,
};

/** Selection of servers by their properties. */
export const selectorMessages = {
	stateHelp: 'State, such as ONLINE or RUNNING, or up, down, busy or unknown',
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
	jsonAndFormat: 'Use either --json or -o, not both.',
	fieldsBlank: '--json has a blank field. Use --json id,state, or --json alone for all fields.',
};

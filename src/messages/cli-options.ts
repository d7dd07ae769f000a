/** The command of an action, whose fields have words of their own. */
export const actionCommandMessages = {
	memberHelp: 'id, name, e-mail address, or a unique part of these; id:ID takes ID as it is',
	taskHelp: 'the id of the task, as rcondeck tasks shows it',
	helpWithRest: (rest: string) => `; then -- and the ${rest}`,
	usage: (name: string, rest: string) => `[options] ${name} -- ${rest}`,
	writeRest: (rest: string) => `write ${rest}`,
	optionIsBlank: (option: string) => `${option} is blank.`,
	optionMeansNothing: (option: string, value: string) => `${option} ${value} means no value: leave it out.`,
	servers: 'the servers',
	server: 'the server',
	restMissing: (which: string, rest: string, command: string, syntax: string) =>
		`Write ${which}, then --, then the ${rest}: rcondeck ${command} NAME -- ${syntax}.`,
	conflict: (text: string, key: string) => `${text} Nothing was sent (${key}).`,
	whereMembersAre: 'rcondeck team lists names and ids.',
	noSuchTask: 'There is no such task: rcondeck tasks --all shows their ids.',
};

/** What many commands take and say. */
export const cliOptionMessages = {
	json: 'write one JSON document, with these fields of each record or all of them',
	dryRun: 'write the exact requests, and send nothing',
	whereAutomationsAre: 'rcondeck automations lists names and ids.',
	textIsBlank: (example: string) => `The text after -- is blank: ${example}.`,
	notSent: (count: number) =>
		`Dry run: ${count === 1 ? 'this request was' : `these ${count} requests were`} not sent.`,
};

/** How things are named, and where names are found. */
export const findMessages = {
	nameHelp: 'id, name, or a unique part of it; id:ID takes ID as it is',
	usingIds: (names: string, count: number) => ` Using ${names} as ${count === 1 ? 'an id' : 'ids'}.`,
	cannotBeListed: (things: string, failure: string, instead: string) =>
		`The ${things} cannot be listed: ${failure}${instead}`,
	whereNodesAre: 'rcondeck nodes lists names and ids.',
	serverHelp: 'id, display name, or a unique part of it; id:ID takes ID as it is',
	whereServersAre: 'rcondeck servers lists names and ids.',
};

/** The body of a request, from `-f` or `-d`. */
export const jsonBodyMessages = {
	fileAndData: 'Give the body with -f or with -d, not both.',
	fromFile: (file: string) => `-f ${file}`,
	notJson: (source: string, problem: string) => `The body from ${source} is not JSON: ${problem}.`,
	fieldsNeeded: 'Give the fields as a JSON object with -f or -d.',
};

/** Records that a list lacks. */
export const listingMessages = {
	unreadable: (record: string) => `Not readable: ${record}.`,
	unreadableCount: (count: number) => `${count} records cannot be read.`,
	repeated: (names: string) => `Listed more than once: ${names}. The first record of each is shown.`,
};

/** Moments as options take them. */
export const momentMessages = {
	wrong: (text: string) => `Invalid time "${text}". Use 90m, 2h, 3d or 2026-11-21T03:00Z.`,
};

/** What became of requests to several servers. */
export const outcomeMessages = {
	endedBefore: 'Not sent: it was ended before.',
	noAnswerYet: 'No answer yet when it was ended: it may have been carried out.',
	notSent: 'not sent',
	unknown: 'unknown, may have run',
	interrupted: (outcomes: string) => `Interrupted. ${outcomes}.`,
};

/** The line that shows how far a command has come. */
export const progressMessages = {
	done: (done: number, total: number) => `${done}/${total} done`,
	failed: (count: number) => `${count} failed`,
	unknown: (count: number) => `${count} unknown`,
	notSent: (count: number) => `${count} not sent`,
	waiting: (count: number) => `${count} waiting`,
};

/** Servers that are meant by what they are like. */
export const selectorMessages = {
	stateHelp: 'in this state, such as ONLINE (or RUNNING), or up, down, busy, unknown',
	gameHelp: 'with this game, or a part of its name, such as CS2 or ark',
	nodeHelp: 'on this node, by name, id or a part of the name',
	mapHelp: 'on this map, or a part of its name',
	matchHelp: 'with this text in the name',
	allHelp: 'every server of the team',
	expectHelp: 'do nothing unless exactly N servers match',
	needsValue: (option: string) => `--${option} needs a value.`,
	namesAndSelection: (filters: string) =>
		`Name the servers, or select them with --all, ${filters}: not both.`,
	namesOrSelection: (filters: string) => `Name the servers, or select them with --all, ${filters}.`,
	wrongExpect: '--expect takes a number of servers, such as 12.',
	unexpectedCount: (count: number, expected: string) =>
		`${count} servers match, not the ${expected} of --expect: nothing was sent.`,
	noneMatches: 'No server matches: nothing was sent.',
};

/** `--json` and `-o` */
export const outputOptionMessages = {
	format: 'output format: json, wide (more columns, lines not cut), or name (one id per line)',
	jsonAndFormat: 'Give --json or -o, not both.',
	fieldsBlank: '--json has a blank field. Use --json id,state, or --json alone for all fields.',
};

import {plural} from '../lib/text/plural.ts';
import {type ActionWords, example, given} from './action-words.ts';

/** Aliases and destructive commands. */
export const rconMessages = {
	aliasNeedsArguments: (alias: string, count: number, body: string) =>
		`${alias} needs ${plural(count, 'argument')}: ${body}`,
	listedAsDestructive: (word: string) => `${word} is on your list of destructive commands.`,
};

export const rconActionWords = {
	rcon: {
		verb: 'Send',
		accepted: action => `${given(action, 'command') ?? 'The command'} was sent.`,
		command: {
			words: ['rcon'],
			description: 'Run an RCON command on one or more servers',
			examples: [
				example('List the players of a server', 'rcondeck rcon ark-isl-1 -- ListPlayers'),
				example(
					'Ask all ARK servers and group equal answers',
					'rcondeck rcon --game ark --group --yes -- GetGameLog',
				),
				example(
					'Run a command without adding the server',
					'rcondeck rcon --address 203.0.113.5:25575 --game minecraft --password-file ~/.mc-rcon -- list',
				),
				example('Send the commands in a file', 'rcondeck rcon ark-isl-1 -f commands.txt --yes'),
			],
		},
	},
} satisfies Record<string, ActionWords>;

/** `rcondeck rcon` */
export const rconCommandMessages = {
	title: (count: number, server: string) =>
		`Send a command to ${count > 1 ? plural(count, 'server') : server}`,
	summary: (commands: string, count: number, server: string) =>
		`Send ${commands} to ${count > 1 ? plural(count, 'server') : server}`,
	seenByTeam: 'The team sees the command and its answer on the feed.',
	command: {
		label: 'Command',
		hint: 'command for the game',
		help: 'RCON command',
		missing: 'The command is blank.',
	},
	await: {
		label: 'Answer',
		hint: 'whether to wait for it',
		yes: 'wait',
		no: 'do not wait',
		help: 'Send the command without waiting for the answer',
	},
	timeout: {
		label: 'Timeout',
		hint: 'how long the service waits for the game',
		help: 'Timeout for the game, at most 25s; a number without a unit is seconds',
	},
	fileHelp: 'File with one command per line (- for stdin)',
	groupHelp: 'Group servers with the same answer',
	byHelp: 'Group by the lines that match, or by columns, such as 1,3',
	maskHelp: 'Group answers that differ only in names, addresses, IDs and numbers',
	invalidBy: (problem: string) => `Invalid regular expression in --by: ${problem}.`,
	tableHelp: 'Print player lists and status answers as tables',
	destructiveVerb: 'rcon with a destructive command',
	destructive: (danger: string) => `This command looks destructive. ${danger}`,
	selectedVerb: 'rcon to selected servers',
	severalVerb: 'rcon to several servers',
	example: 'rcondeck rcon NAME -- ListPlayers',
	writeCommand: 'enter the command',
	commandMissing: (example: string) => `Specify the servers, then --, then the command: ${example}`,
	fileAndCommand: 'Use either -f or a command after --, not both.',
};

/** `rcondeck watch` */
export const watchCommandMessages = {
	jsonHelp: 'Print one JSON value per line',
	commandMissing: 'Specify one server, then --, then the command: rcondeck watch NAME -- ListPlayers',
	over: (reason: string) => `The watch ended: ${reason}.`,
};

/** A file of commands. */
export const rconFileMessages = {
	noCommand: (file: string) => `${file} contains no commands.`,
};

/** Answers from games. */
export const rconAnswerMessages = {
	/** The response to an awaited command had no body. */
	unsaid: 'the service accepted the command and returned no answer',
	endedBySilence: (server: string) => `${server}: the answer was ended by silence; more may have followed.`,
	earlierFailed: 'Not sent: a previous command failed.',
	sent: (server: string) => `${server}: sent. The answer arrives on the feed.`,
	hiddenColumns: (columns: string) => `(hidden: ${columns}; pipe the output to see everything)\n`,
};

/** `rcondeck api` */
export const apiCommandMessages = {
	description: 'Send a request to any endpoint of the service',
	examples: [
		example('Read the team', 'rcondeck api GET /team/my'),
		example('Send a JSON body', `rcondeck api POST /server/srv-cs2-surf/stop -d '{"forceStop": true}' --yes`),
	],
	methodHelp: 'HTTP method, such as GET, POST or DELETE',
	pathHelp: 'Path relative to the base URL, such as /team/my',
	fileHelp: 'File with the JSON body (- for stdin)',
	dataHelp: 'JSON body',
	methodNeeded: 'Invalid method. Use one word, such as GET or POST.',
	verb: (method: string) => `api ${method}`,
};

/** `rcondeck image` */
export const imageMessages = {
	description: 'Download an image, such as the team icon',
	examples: [example('Save an image', 'rcondeck image 4c1d --file icon.png')],
	idHelp: 'Image ID, as `rcondeck team` shows it',
	fileHelp: 'Output file (default stdout, unless it is a terminal)',
	notForTerminal: 'Refusing to write an image to a terminal. Specify a file with --file.',
	noType: 'unknown type',
	written: (file: string, bytes: number, type: string) => `Wrote ${file} (${bytes} bytes, ${type}).`,
};

/** `rcondeck info` */
export const infoMessages = {
	description: 'Show the version of the service',
	examples: [example('Show the version of the service', 'rcondeck info')],
	noVersion: 'unknown version',
};

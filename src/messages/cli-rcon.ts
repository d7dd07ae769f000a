import {plural} from '../lib/plural.ts';

/** `rcondeck rcon` */
export const rconCommandMessages = {
	verb: 'Send',
	description: 'Run an RCON command on one or more servers',
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
		help: 'Timeout for the game, at most 25s; a number without a unit is milliseconds',
	},
	fileHelp: 'File with one command per line (- for stdin)',
	groupHelp: 'Group servers with the same answer',
	tableHelp: 'Print player lists and status answers as tables',
	destructiveVerb: 'rcon with a destructive command',
	destructive: (danger: string) => `This command looks destructive. ${danger}`,
	selectedVerb: 'rcon to selected servers',
	severalVerb: 'rcon to several servers',
	example: 'rcondeck rcon NAME -- ListPlayers',
	writeCommand: 'give the command',
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
	earlierFailed: 'Not sent: a previous command failed.',
	sent: (server: string) => `${server}: sent. The answer arrives on the feed.`,
	noRoom: (columns: string) => `(not enough room for ${columns}; pipe the output to see everything)\n`,
};

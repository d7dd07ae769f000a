import {plural} from '../lib/plural.ts';

/** `rcondeck rcon` */
export const rconCommandMessages = {
	verb: 'Send',
	description: 'Run an RCON command on one or more servers, and wait for the answers',
	title: (count: number, server: string) =>
		`Send a command to ${count > 1 ? plural(count, 'server') : server}`,
	summary: (commands: string, count: number, server: string) =>
		`Send ${commands} to ${count > 1 ? plural(count, 'server') : server}`,
	seenByTeam: 'The team sees the command and its answer on the feed.',
	command: {
		label: 'Command',
		hint: 'what the game runs',
		help: 'the command for the game',
		missing: 'The command is blank.',
	},
	await: {
		label: 'Answer',
		hint: 'whether to wait for it',
		yes: 'wait',
		no: 'do not wait',
		help: 'send the command and do not wait for its answer',
	},
	timeout: {
		label: 'Timeout',
		hint: 'how long the service waits for the game',
		help: 'how long the service waits for the game, at most 25s; a bare number is milliseconds',
	},
	fileHelp: 'commands from this file, one a line; - reads stdin',
	groupHelp: 'equal answers together',
	tableHelp: 'player lists and status in columns, where all of an answer can be read',
	destructiveVerb: 'rcon with a destructive command',
	destructive: (danger: string) => `This looks destructive. ${danger}`,
	selectedVerb: 'rcon to selected servers',
	severalVerb: 'rcon to several servers',
	example: 'rcondeck rcon NAME -- ListPlayers',
	writeCommand: 'write what the game should run',
	commandMissing: (example: string) => `Write the servers, then --, then the command: ${example}.`,
	fileAndCommand: 'Give the commands with -f or after --, not both.',
};

/** `rcondeck watch` */
export const watchCommandMessages = {
	jsonHelp: 'write one JSON value a line',
	commandMissing: 'Write one server, then --, then the command: rcondeck watch NAME -- ListPlayers.',
	over: (reason: string) => `The watch is over: ${reason}.`,
};

/** A file of commands. */
export const rconFileMessages = {
	noCommand: (file: string) => `There is no command in ${file}.`,
};

/** Answers of games. */
export const rconAnswerMessages = {
	earlierFailed: 'Not sent: a command before it failed.',
	sent: (server: string) => `${server}: sent; the answer comes by the feed.`,
	noRoom: (columns: string) => `(no room for ${columns}: piped, all of it is there)\n`,
};

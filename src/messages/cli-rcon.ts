/** `rcondeck rcon` */
export const rconCommandMessages = {
	description: 'Run an RCON command on one or more servers, and wait for the answers',
	usage: '[options] SERVER... -- COMMAND',
	serverHelp: (name: string) => `${name}; then -- and the command`,
	fileHelp: 'commands from this file, one a line; - reads stdin',
	noWaitHelp: 'send the command and do not wait for its answer',
	timeoutHelp: 'how long the service waits for the game',
	groupHelp: 'equal answers together',
	tableHelp: 'player lists and status in columns, where all of an answer can be read',
	act: (commands: string, servers: string) => `Send ${commands} to ${servers}`,
	servers: (count: number) => `${count} servers`,
	destructiveVerb: 'rcon with a destructive command',
	destructive: (danger: string) => `This looks destructive. ${danger}`,
	selectedVerb: 'rcon to selected servers',
	severalVerb: 'rcon to several servers',
	example: 'rcondeck rcon NAME -- ListPlayers',
	writeCommand: 'write what the game should run',
	commandMissing: (example: string) => `Write the servers, then --, then the command: ${example}.`,
	fileAndCommand: 'Give the commands with -f or behind --, not both.',
	wrongTimeout: '--timeout takes whole milliseconds from 1 to 25000, such as 5000.',
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

import {plural} from '../lib/plural.ts';
import {printableLine} from '../lib/text.ts';

/** Why a command on a game's console failed. */
export const gameConsoleMessages = {
	endlessAnswer: 'The answer does not end.',
	endlessLine: 'The game sent a line without an end.',
	notLoggedIn: 'The game reports that the session is not logged in.',
	closedBefore: 'The game closed the connection before it answered. The command may have run.',
	closedDuring: 'The game closed the connection in the middle of its answer. The command may have run.',
	noAnswer: 'The game did not answer in time. The command may have run.',
	unfinishedAnswer: 'The game did not finish its answer in time. The command may have run.',
	closedByGame: 'The game closed the connection.',
	closedBeforeCommand: 'The connection was closed before the command was sent.',
	slowLogin: 'The game accepted the connection, but did not answer the login in time.',
	wrongPassword: 'The game refused the RCON password.',
	loginClosed:
		'The game closed the connection during the login: the RCON password is wrong, or the game is not ready yet.',
	loginBroken: 'The connection broke during the login.',
	longCommand: (bytes: number, max: number) =>
		`The command is ${plural(bytes, 'byte')} long. RCON carries at most ${max}.`,
	nulCharacter: 'A command cannot contain a NUL character.',
	severalLines: 'A console command must be one line.',
	notListening: (host: string, port: number) =>
		`Nothing is listening on ${host}:${port}. Check the port, and that the game is running.`,
	notConnected: (host: string, port: number, ms: number) =>
		`${host}:${port} did not accept the connection within ${ms}ms.`,
	packetSize: (bytes: number, max: number) =>
		`The game announced a packet of ${plural(bytes, 'byte')}. Source RCON allows 8 to ${max}.`,
	notRunning: 'The server is not running.',
	noHttpTable: (game: string) => `rcondeck knows no HTTP interface of ${game}.`,
	consoleClosed: 'The console was closed before the command was sent.',
	consoleClosedMeanwhile: 'The console was closed while the command ran. The command may have run.',
	tooManyCommands: 'The command was not sent: the game ignores commands that follow each other this fast.',
	notSentInTime:
		'The command was not sent: its time ran out while earlier commands or the connection were pending.',
};

/** The input of a process of the local service. */
export const serverInputMessages = {
	none: 'The process has no input for commands. Stop and start the server.',
	notRead: 'The process does not read its input.',
	tooLong: (bytes: number, max: number) =>
		`The command is ${plural(bytes, 'byte')} long. The input of a process takes at most ${max}.`,
	silent: (command: string) => `The process is running, but prints no answer to ${command}.`,
};

/** The console of Quake III and related games. */
export const quakeMessages = {
	passwordCharacters:
		'The RCON password contains a space, quote, backslash or semicolon, which this console cannot carry.',
	noPasswordSet: 'The game has no rconpassword, so its console is off.',
	nobodyThere: 'Nothing is listening on this port. Check the port, and that the game is running.',
	silentLogin:
		'The game did not answer. Check the address and the rconpassword: some games do not answer a wrong one.',
};

/** BattlEye RCon, the console of DayZ and Arma 3. */
export const battleyeMessages = {
	silentLogin:
		'BattlEye did not answer the login. Check the address, and that RConPassword and RConPort are set.',
	silent: 'BattlEye no longer answers.',
};

/** The console of Rust. */
export const webRconMessages = {
	invalidAddress: 'The address of the console is invalid.',
	noWebSocket: (host: string, port: number) =>
		`${host}:${port} answers, but not as WebRCON. Check the port, and that rcon.web is 1.`,
	invalidMessage: 'The game sent a message that is not WebRCON.',
};

/** Consoles with an HTTP interface. */
export const httpConsoleMessages = {
	unknownCommand: (name: string, known: readonly string[]) =>
		`The HTTP interface of this game has no command ${name}. It has ${known.join(', ')}.`,
	usage: (usage: string) => `Usage: ${usage}`,
	invalidAddress: 'The address of the console is invalid.',
	passwordCharacters: 'The token contains characters that HTTP cannot carry.',
	untrustedCertificate: (host: string, port: number) =>
		`The certificate of ${host}:${port} is not trusted. If it is self-signed, pin its SHA-256 fingerprint.`,
	otherCertificate: (host: string, port: number, found: string) =>
		`${host}:${port} has another certificate than the pinned one: its SHA-256 fingerprint is ${found}.`,
	unexpectedStatus: (status: number) =>
		`The HTTP interface answered the login with status ${status}. Check the port and the game.`,
	failedCommand: (status: number, text: string) => `HTTP ${status}${text === '' ? '' : `: ${text}`}`,
};

/** Queries of the state of a game, without its console. */
export const gameQueryMessages = {
	noAnswer: 'The game did not answer the query in time.',
	nobodyThere: (host: string, port: number) =>
		`${host}:${port} does not answer queries. Check the query port, and that the game is running.`,
	closed: 'The connection ended before the query was answered.',
	invalid: 'The answer to the query does not follow its protocol.',
};

/** The line console of Teeworlds. */
export const econMessages = {
	loginClosed: 'The game closed the connection during the login.',
	wrongPassword: 'The game refused the password of its console.',
};

export const answerMessages = {
	cut: (missing: number) => `[… ${missing.toLocaleString('en-US')} more characters omitted]`,
};

/** The file with the records of the service. */
export const recordsMessages = {
	inUse: (file: string) => `Another service uses ${file}. Stop it, or choose another --data directory.`,
	newer: (found: number, known: number) =>
		`A newer rcondeck wrote the service's records (version ${found}, this one reads ${known}). Update rcondeck.`,
	/** Why a file of the service cannot be opened. */
	problems: {
		busy: (file: string) => recordsMessages.inUse(file),
		full: (file: string) =>
			`${printableLine(file)} cannot be written. The disk may be full; free some space.`,
		broken: (file: string) =>
			`${printableLine(file)} is damaged. Restore it from a backup, or move it aside to start without it.`,
		closed: (file: string) => `${printableLine(file)} cannot be opened. Check the permissions of its folder.`,
		other: (file: string) => `${printableLine(file)} was not written by rcondeck. Move it aside.`,
	},
};

/** What an update of the service changes in records that a new rule excludes. */
export const migrationMessages = {
	renamedTitle: 'Server renamed',
	renamed: (old: string, name: string) =>
		`Another server of the team has the display name ${old}. The newer one is now ${name}.`,
	notKeptTitle: 'Scheduled action dropped',
	notKept: (server: string, isRestart: boolean) =>
		`The scheduled ${isRestart ? 'restart' : 'stop'} of ${server} was dropped, because an earlier stop or restart is scheduled. Schedule it again if you still need it.`,
	oneScheduled: 'A server can have only one scheduled stop or restart. The earlier one was kept.',
};

/** Start and end of the process of a server. */
export const serverProcessMessages = {
	log: (text: string) => `rcondeck: ${text}`,
	cannotBeMarked:
		'The service cannot identify its processes on this machine: /proc is not mounted and ps is missing. Mount /proc.',
	skipped: (bytes: number) => `${plural(bytes, 'byte')} of output skipped`,
	notStarted: (why: string) => `not started: ${why}`,
	ended: 'ended',
	exitCode: (code: number) => `ended with exit code ${code}`,
	endedBySignal: (signal: string) => `ended by ${signal}`,
	programMissing: (program: string, directory: string) =>
		`${program} or the directory ${directory} does not exist`,
	programForbidden: (program: string) => `no permission to run ${program}`,
	programFailed: (program: string, code: string) => `${program} could not be started (${code})`,
};

/** Reports of nodes, and their messages to players. */
export const nodeAgentMessages = {
	lostConnection: 'Connection lost',
	nodeOffline: {title: 'Node offline', message: (node: string) => `The node ${node} does not answer.`},
	/** `lastWords`: the end of its log, possibly empty. */
	crashed: {
		title: 'Server crashed',
		message: (server: string, lastWords: string) =>
			`The process of ${server} ended unexpectedly.${lastWords === '' ? '' : ` ${lastWords}`}`,
	},
	taskFailed: 'Task failed',
	stopping: 'Server is stopping',
	stopsIn: 'Server stops in {minutes} minutes.',
	restartsIn: 'Server restarts in {minutes} minutes.',
};

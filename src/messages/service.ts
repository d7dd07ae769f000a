import {printableLine} from '../lib/text/text.ts';
import {plural} from '../lib/text/plural.ts';

/** A service with its records in a database. */
export const serviceDatabaseMessages = {
	cannotOpen: (problem: string) => `The database cannot be used: ${problem}.`,
	noTls:
		'The database server has no TLS, which sslmode in the database URL requires. Enable ssl in postgresql.conf, or use sslmode=disable on a network that you trust.',
	untrusted: (problem: string) =>
		`The certificate of the database server is not trusted: ${problem}. Name its authority with sslrootcert=FILE in the database URL.`,
	wrongSslMode: (mode: string, modes: readonly string[]) =>
		`sslmode=${printableLine(mode)} in the database URL is not supported. Use one of ${modes.join(', ')}.`,
	needsRootCertificate:
		'sslmode=verify-ca in the database URL needs the certificate of the authority: sslrootcert=FILE.',
	notUtf8: (encoding: string) =>
		`The database has the encoding ${printableLine(encoding)}, which cannot store every text. Create it with: createdb --encoding=UTF8 --template=template0 NAME`,
	unavailable: 'The database cannot be used now. Try again.',
	busy: 'Too many requests change the same records. Try again.',
	unknownOutcome: 'The connection to the database was lost. Check whether the request was carried out.',
	notAlone:
		'Another instance uses the database. To run several, connect all of them with --broker; otherwise each feed lacks ' +
		'the events of the others.',
	otherIsAlone: 'An instance without --broker uses the database. Stop it.',
	noServers: 'A service with its records in a database has no servers of its own.',
};

/** The message broker between the instances of a service. */
export const brokerMessages = {
	cannotOpen: (problem: string) => `The message broker cannot be used: ${problem}.`,
	blocked: 'The broker accepts no messages for now.',
	queueDeleted: 'The queue was deleted.',
	closed: 'The broker closed the connection.',
	noCommands: 'The message broker cannot be reached, so the command was not sent. Try again later.',
	noEvents: 'The message broker cannot be reached, so events would be missing. Try again later.',
};

/** Why the files of a certificate cannot be used. */
export const certificateMessages = {
	unreadable: (file: string, code: string) => {
		if (code === 'ENOENT') return `There is no file ${file}.`;
		if (code === 'EACCES') return `No permission to read ${file}.`;
		return `${file} cannot be read (${code}).`;
	},
	notPem: (file: string, what: 'certificate' | 'key') => `${file} is not a ${what} in PEM format.`,
	encryptedKey: (file: string) =>
		`The key ${file} is encrypted. Remove its passphrase with \`openssl pkey -in ${file} -out FILE\`.`,
	otherKey: (cert: string, key: string) => `The key ${key} does not match the certificate ${cert}.`,
	expired: (file: string, day: string) => `The certificate ${file} expired on ${day}.`,
	notYetValid: (file: string, day: string) => `The certificate ${file} is not valid before ${day}.`,
	unusable: (file: string, reason: string) => `The certificate ${file} cannot be used (${reason}).`,
};

/** Lines of the service's log. Their details are in fields. */
export const serviceLogMessages = {
	starting: 'The service is starting',
	listening: 'The service is listening',
	leaving: 'Load balancers are asked to use other instances',
	closing: 'The service is closing',
	closed: 'The service has closed',
	request: 'Request',
	storageFull: 'The disk is full: nothing can be stored, and all changes are refused',
	readOnly: 'The records cannot be written: all changes are refused',
	storageWorks: 'The records can be stored again',
	security: 'Access changed',
	signInFailed: 'Sign-in failed',
	budgetExceeded: 'A request or record was refused or cut because of a budget',
	connectionRefused: 'A connection was closed because of a limit',
	feedConnected: 'Feed client connected',
	feedClosed: 'Feed client disconnected',
	agentConnected: (node: string) => `Agent of ${node} connected`,
	agentLost: (node: string) => `Agent of ${node} lost`,
	brokerConnected: 'Connected to the message broker',
	brokerLost: 'Connection to the message broker lost; feed clients are refused until it is back',
	instanceConflictEnded: 'The instance that conflicted with this one has ended',
	scheduleSkipped: (automation: string) =>
		`${automation} did not start on schedule: for 5 minutes, the database could not be used or the machine was asleep`,
	state: (server: string, state: string) => `${server} is ${state}`,
	command: (server: string) => `Command to ${server}`,
	consoleOpen: (server: string) => `Console of ${server} connected`,
	consoleLost: (server: string) => `Console of ${server} lost`,
	certificateExpires: 'The certificate expires soon or has expired',
	certificateLoaded: 'New certificate loaded',
	certificateKept: 'The new certificate cannot be used, so the old one stays in use',
	bug: 'A request failed because of a bug in rcondeck',
	leftRunning: 'Servers continue to run without the service',
};

/** The help texts of the metrics. */
export const metricMessages = {
	build: 'Versions of rcondeck and Node.js; the value is always 1',
	servers: 'Servers by state',
	up: '1 if the server is online, otherwise 0',
	players: 'Players on the server, if known',
	serverCpu: 'CPU cores that the server uses, if known',
	serverMemory: 'Memory that the server uses, if known',
	consoles: 'Consoles of real servers by connection state',
	commands: 'Completed commands by outcome',
	commandSeconds: 'Time from a command to its outcome',
	feedClients: 'Connected feed clients',
	agents: 'Connected agents of other machines',
	requests: 'Requests by endpoint, method and status; 499 means that the client disconnected early',
	requestSeconds: 'Time from a request to the end of its answer',
	inFlight: 'Requests in progress',
	budgets: 'Requests and records refused or cut because of a budget',
	refusedConnections: 'Connections closed because of a limit',
	tasks: 'Scheduled and running tasks by state',
	certificateExpiry: 'When the TLS certificate expires, in seconds since 1970',
	logDropped: 'Log lines dropped because nobody read them',
	cpu: 'CPU time of the process',
	memory: 'Resident memory of the process',
	heap: 'Used memory of the JavaScript heap',
	descriptors: 'Open file descriptors of the process',
	startTime: 'Start of the process, in seconds since 1970',
};

/** Why the local service refuses a request, as sent in its answers. */
export const refusalMessages = {
	unauthorized: 'The credentials are missing or invalid.',
	hostNotAllowed: 'This service does not answer to the name in the Host header.',
	originNotAllowed: 'Web pages of another origin cannot use this service.',
	ownerOnly: 'Only the owner of this service can do this, using the token that the service printed.',
	pathNotFound: 'The service has no such path.',
	methodNotAllowed: 'This path does not support the method.',
	archiveNotDeleted: 'The backup archive was not deleted.',
	payloadTooLarge: 'The request is too large.',
	internalError: 'The service failed. This is a bug in rcondeck.',
	teamFull: 'The team has reached its maximum number of members.',
	ownerTokenStays: "The owner's token cannot be removed.",
	wrongCode: 'The invitation code is wrong, expired or already used.',
	tooManyAttempts: 'Too many failed sign-ins. Try again later.',
	tooManyConnections: 'Too many feed connections from this address.',
	tooManyCommands: 'Too many commands to this server are waiting for an answer. Try again later.',
	tooManyTasks: 'This server has too many unfinished tasks. Try again later.',
	tooManyRuns: 'The team has too many unfinished runs. Try again later.',
	stepNotAvailable: 'This service cannot perform a step of the automation.',
	tooManyRequests: 'These credentials have sent too many requests. Try again later.',
	storageFull: 'The disk of the service is full. Nothing was stored or sent.',
	readOnly: 'The service cannot write its records. Nothing was stored or sent.',
	tooManyChanges:
		'The security log of the team is full. Only its owner can grant access until older entries expire.',
	nameTaken: 'Another member, invitation or token has this name, or one that looks like it.',
	tooManyTokens: 'The team has too many tokens. Revoke some first.',
	tooManyInvites: 'The team has too many open invitations. Withdraw some first.',
	tooManyAutomations: 'The team has too many automations. Delete some first.',
	tooMuchData: 'The team has no room for more data of this kind. Delete some first.',
	unavailable: 'The service is starting or closing.',
	unknownOutcome: 'The service is closing. Check whether the request was carried out.',
	missingPermission: (permission: string) => `The permission ${permission} is missing.`,
	realServer: 'Not supported for real servers.',
	notOnline: (problem: string | undefined, unstartable: string) =>
		['The server is not online.', problem, unstartable].filter(Boolean).join(' '),
	notOwnServer: 'Only servers that were added to this service have settings and output here.',
	noNewServers: 'This node runs only servers that already exist. Add one with `rcondeck add`.',
	noNewServersOf: (gameType: string) =>
		`This service cannot create servers of the type ${gameType}. Add an existing one with \`rcondeck add\`.`,
};

/** What a revocation leaves behind. */
export const revocationMessages = {
	review: (name: string) =>
		`Disabled because the access of ${name}, who created or changed it, has ended. Review it before you enable it.`,
};

/** Problems of a request; most are the end of the `notAccepted` sentence. */
export const requestCheckMessages = {
	notAccepted: (problem: string) => `The request was not accepted: ${problem}.`,
	longName: (max: number) => `a name can have at most ${max} characters`,
	controlCharacters: 'a name cannot contain control or invisible characters',
	longCommand: (max: number) => `a command can have at most ${max} characters`,
	longSettings: (max: number) => `settings can have at most ${max} characters`,
	longAutomation: (max: number) => `an automation can have at most ${max} characters`,
	severalLines: 'a command must be one line',
	longMessage: (max: number) => `a message can have at most ${max} characters`,
	longDelay: (maxMinutes: number) => `a delay can be at most ${maxMinutes} minutes`,
	longTimeout: (maxMs: number) => `timeoutMs can be at most ${maxMs}`,
	notAnObject: 'the body is not a JSON object',
	unknownField: (name: string) => `the request has no field "${name}"`,
	isNull: (field: string) => `${field} cannot be null`,
	otherValue: (field: string) => `${field} cannot be changed`,
	notAForm: 'the body is not a multipart form',
	noFile: (part: string) => `the form has no file part "${part}"`,
	fileSize: (maxBytes: number) => `the file must have 1 to ${maxBytes} bytes`,
	cutOff: 'the body ended too early',
	largeBody: (maxBytes: number) => `the body has more than ${maxBytes} bytes`,
	notJson: 'the body is not JSON',
	deepBody: (maxLevels: number) => `the body nests deeper than ${maxLevels} levels`,
	awaitFlag: 'await must be true or false',
	invalidTime: (text: string) => `Invalid time "${text}". Use an ISO timestamp.`,
	invalidDirectory: 'The directory must be a full path.',
	alreadyMember: 'This person is already a member.',
	ownerStays: 'The team owner cannot be kicked.',
	nobodyInvited: 'An invitation needs a name or an email address.',
	notAPicture: 'The file is not a PNG, JPEG, GIF or WebP image.',
	unknownPermission: (permission: string) => `Unknown permission ${permission}.`,
};

/** The local service's information about itself. */
export const serviceInfoMessages = {
	teamName: 'Local team',
	description: 'The local service that is built into rcondeck',
	changelog: 'Everything runs on this machine.',
};

/** Why a command on a game's console failed. */
export const gameConsoleMessages = {
	endlessAnswer: 'The answer does not end.',
	endlessLine: 'The game sent a line without an end.',
	notLoggedIn: 'The game reports that the session is not logged in.',
	closedBefore: 'The game closed the connection before it answered.',
	closedDuring: 'The game closed the connection in the middle of its answer.',
	noAnswer: 'The game did not answer in time.',
	unfinishedAnswer: 'The game did not finish its answer in time.',
	cutAnswer: 'The game announced a longer answer than it sent.',
	closedByGame: 'The game closed the connection.',
	closedBeforeCommand: 'The connection was closed before the command was sent.',
	slowLogin: 'The game accepted the connection, but did not answer the login in time.',
	wrongPassword: 'The game refused the RCON password.',
	loginClosed:
		'The game closed the connection during the login: the RCON password is wrong, the port is not the RCON port, or the game is not ready yet.',
	longCommand: (bytes: number, max: number) =>
		`The command is ${plural(bytes, 'byte')} long. RCON carries at most ${max}.`,
	nulCharacter: 'A command cannot contain a NUL character.',
	severalLines: 'A console command must be one line.',
	notListening: (host: string, port: number) =>
		`Nothing is listening on ${host}:${port}. Check the port, and that the game is running.`,
	notConnected: (host: string, port: number, ms: number) =>
		`${host}:${port} did not accept the connection within ${ms}ms.`,
	notReached: (host: string, port: number, code: string) =>
		`${host}:${port} cannot be reached${code === '' ? '' : ` (${code})`}. Check the address and the network.`,
	packetSize: (bytes: number, max: number) =>
		`The game announced a packet of ${plural(bytes, 'byte')}. Source RCON allows 8 to ${max}.`,
	notRunning: 'The server is not running.',
	noHttpTable: (game: string) => `No HTTP interface is known for ${game}.`,
	consoleClosed: 'The console was closed before the command was sent.',
	consoleClosedMeanwhile: 'The console was closed while the command ran.',
	tooManyCommands: 'The command was not sent: the game ignores commands that arrive this fast.',
	notSentInTime:
		'The command was not sent: its time ran out while earlier commands or the connection were pending.',
	/** A wrong password, too: https://github.com/n0la/rcon/issues/12. */
	notConnectedInTime:
		'The command was not sent: the game did not answer the connection or the login in time. Check the port and the password: some games do not answer a wrong one.',
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
		`The certificate of ${host}:${port} is not the pinned one: its SHA-256 fingerprint is ${found}.`,
	unexpectedStatus: (status: number) =>
		`The HTTP interface answered the login with status ${status}. Check the port and the game.`,
	failedCommand: (status: number, text: string) =>
		`The game answered with HTTP ${status}${text === '' ? '' : `: ${text}`}`,
};

/** The console of Hell Let Loose. */
export const hllMessages = {
	notTheProtocol:
		'The answer does not use the RCON protocol of Hell Let Loose. Check the port, and that the game is up to date.',
	failedCommand: (status: number, text: string) =>
		`The game answered with status ${status}${text === '' ? '' : `: ${text}`}`,
};

/** Queries of the state of a game, without its console. */
export const gameQueryMessages = {
	noAnswer: 'The game did not answer the query in time.',
	nobodyThere: (host: string, port: number) =>
		`${host}:${port} does not answer queries. Check the query port, and that the game is running.`,
	closed: 'The connection ended before the query was answered.',
	invalid: 'The answer does not follow the query protocol.',
};

/** The line console of Teeworlds. */
export const econMessages = {
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
	missing: (file: string) =>
		`${printableLine(file)} does not exist. Name the folder of the service with --data.`,
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
	/** The last three as sentences. */
	itEnded: 'Its process ended.',
	itEndedWith: (code: number) => `Its process ended with exit code ${code}.`,
	itWasEnded: (signal: string) => `Its process was ended by ${signal}.`,
	programMissing: (program: string, directory: string) =>
		`${program} or the directory ${directory} does not exist`,
	programForbidden: (program: string) => `no permission to run ${program}`,
	programFailed: (program: string, code: string) => `${program} could not be started (${code})`,
};

/** Reports of nodes, and their messages to players. */
/** A command that the service sends later, such as an unban. */
export const laterCommandMessages = {
	mayHaveRun: (command: string) =>
		`No answer to \`${command}\`: it may have run, and is not sent again. Check the server.`,
	refused: (command: string, said: string) => `The game refused \`${command}\`: ${said}`,
};

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

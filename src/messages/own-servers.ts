import {example} from './action-words.ts';
import {queryKinds} from '../contract/models/own-server.ts';
import {formatElapsed} from '../lib/time/ago.ts';
import {writeDuration} from '../lib/time/duration.ts';
import {lastLineOf} from './power.ts';
import {bytesText} from '../lib/bytes.ts';
import {plural} from '../lib/text/plural.ts';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What the local service reports about the servers that it did not create. */
export const ownServerMessages = {
	silentConsole: 'Its console does not answer.',
	notObserved: 'The server has not been observed yet.',
	noStart: 'rcondeck cannot start this server. See `rcondeck help edit`.',
	noStop: 'This server is only observed, and its console has no stop command. See `rcondeck help edit`.',
	noKill: 'rcondeck cannot kill this server. See `rcondeck help edit`.',
	noConsole: 'This server has no console.',
	failed: {
		start: {
			title: 'Server not started',
			message: (server: string, why: string) => `${server} was not started. ${sentence(why)}`,
		},
		stop: {
			title: 'Server not stopped',
			message: (server: string, why: string) => `${server} was not stopped. ${sentence(why)}`,
		},
	},
	unfinished: {
		title: 'Action not completed',
		/** `lateMs`: since it began. No time of day: the readers of a sentence may be in several zones. */
		message: (server: string, isRestart: boolean, lateMs: number | undefined) =>
			`The service ended during the ${isRestart ? 'restart' : 'stop'} of ${server}` +
			`${lateMs === undefined ? '' : `, which began ${formatElapsed(lateMs)} before the service started again`}. ` +
			'Too much time has passed, so it was not resumed.',
	},
	/** `lateMs`: how long before it was due. */
	tooLate: (server: string, isRestart: boolean, lateMs: number) =>
		`${server} was not ${isRestart ? 'restarted' : 'stopped'}: it was due ${formatElapsed(lateMs)} before the service started again.`,
	stopTimedOut: (seconds: number) => `It did not end within ${seconds}s.`,
	/** What happens while a server is stopped, after its name. */
	consoleFailed: (why: string) =>
		`The stop command did not reach its console, so its process is being terminated. ${sentence(why)}`,
	consoleIgnored: (seconds: number) =>
		`It did not end within ${seconds}s of the stop command, so its process is being terminated.`,
	killing: (seconds: number) => `It did not end within ${seconds}s, so it is being killed.`,
	notKilled: (seconds: number) =>
		`It was killed, but has not ended after ${seconds}s. It may be waiting for a disk; check its process on the machine.`,
	stopping: {
		title: 'Server is stopping',
		message: (server: string, step: string) => `${server}: ${step}`,
	},
	notReady: {
		title: 'Server does not answer',
		message: (server: string, seconds: number, why: string | undefined) =>
			`${server} was started, but does not answer after ${writeDuration(seconds * 1000)}.${why === undefined ? '' : ` ${sentence(why)}`}`,
	},
	/** `how`: a sentence, or empty. `output`: its last lines. */
	endedEarly: (how: string, output: readonly string[]) => {
		const line = lastLineOf(output.join('\n'));
		return `${how === '' ? 'It ended before it answered.' : how}${line === '' ? '' : ` Its last output: ${sentence(line)}`}`;
	},
	noSecret: (source: string) => `${source} has no console password in its first line.`,
	undecodableSecret: (file: string) =>
		`The console password: ${file} is not text in UTF-8, or in UTF-16 with a byte order mark. Save it as UTF-8.`,
	unreadableSecret: (problem: string) => `The console password: ${problem}`,
};

/** Backups of real servers. */
export const ownBackupMessages = {
	noDirectory: 'No backup directory is set for this server. Set one with `rcondeck edit`.',
	remoteFiles: 'The files of this server are on another machine, so the service cannot back them up.',
	noArchives: 'This service keeps its records in memory. Set an archive folder for this server.',
	rollbackNeedsDriver:
		'The service cannot restore a backup of this server, because no driver can confirm that it has stopped.',
	notAFullPath: 'The archive folder must be a full path.',
	serverGone: 'The server is no longer registered.',
	notSettled: (state: string) => `The server is ${state}. It must be online or offline for a backup.`,
	offlineOnly: 'This game has no save command, so its files can be backed up only while it is offline.',
	rollbackTooLate:
		'The restore was interrupted, and since then the server has run or too much time has passed. Start the restore again if you still want it.',
	notOffline: 'The server must be offline for a restore.',
	notSurelyOffline: (why = '') => `The service cannot confirm that the server is offline. ${why}`.trimEnd(),
	otherDirectory: (archived: string | undefined, present: string) =>
		`The archive contains ${archived ?? 'an unknown directory'}, but the backup directory of the server is ${present}. Extract it with tar instead.`,
	directoryShared: (directory: string, server: string, state: string) =>
		`The server ${server}, which is ${state}, also uses files in ${directory}. It must be offline too.`,
	noSuchDirectory: (directory: string) => `The directory ${directory} does not exist.`,
	unreadable: (directory: string, why: string) => `The directory ${directory} could not be read: ${why}.`,
	archivesInside: (archives: string, directory: string) =>
		`The folder ${archives} is inside the directory ${directory}, so backups would contain earlier ones.`,
	noRoom: (folder: string, needed: number, free: number) =>
		`${folder} has too little free space: ${bytesText(needed)} needed, ${bytesText(free)} free.`,
	archivesUnusable: (folder: string, why: string) => `The folder ${folder} cannot be used: ${why}.`,
	commandFailed: (command: string, why: string) => `The command ${command} failed. ${why}`,
	interrupted: 'The server was started, stopped, changed or removed in the meantime.',
	archiveGone: (file: string) => `The archive ${file} does not exist.`,
	notReplaced: (directory: string, why: string) =>
		`The directory ${directory} could not be replaced and is unchanged: ${why}.`,
	notDeletedTitle: 'Backup archive not deleted',
	notDeleted: (file: string, why: string) => `The archive ${file} could not be deleted: ${why}.`,
	backupFailed: (server: string, why: string) => `${server} was not backed up. ${why}`,
	rollbackFailed: (server: string, why: string) => `No backup of ${server} was restored. ${why}`,
	rolledBack: {
		title: 'Backup restored',
		message: (server: string, backup: string, previous: string) =>
			`The backup ${backup} of ${server} was restored. Its previous directory is now ${previous}.`,
	},
	savingPaused: {
		title: 'Game is not saving',
		message: (server: string, command: string) =>
			`A backup paused saving on ${server}, and ${command} has failed since then. The service keeps trying.`,
		removed: (server: string, command: string) =>
			`${server} was removed while a backup had paused saving on it, and ${command} failed. Run it in the console of the game.`,
	},
};

/** Headings of the options of `rcondeck add` and `edit`. */
export const ownOptionGroups = {
	console: 'Console:',
	query: 'Query:',
	power: 'Start and stop:',
	commands: 'Console commands (default: those of the game):',
	backup: 'Backups:',
};

/** Options of `rcondeck add` and `edit`. */
export const ownOptionMessages = {
	game: 'Game, such as minecraft, cs2 or rust; any other word for an unknown game',
	rcon: 'Console address as HOST or HOST:PORT (default port: that of the game)',
	noRcon: 'Use no console',
	console:
		'Protocol of the console, or stdio for the input and output of the process (default: that of the game)',
	passwordFile: 'File with the console password in its first line',
	passwordEnv: 'Environment variable of the service with the console password',
	passwordCommand: 'Shell command that prints the console password',
	noPassword: 'Use no console password',
	fingerprint: 'SHA-256 fingerprint of a self-signed certificate',
	query: `Query address, where the game reports its players without a password, as HOST:PORT or KIND:HOST:PORT; kinds: ${queryKinds.join(', ')}`,
	noQuery: 'Do not query the game',
	noPower: 'Only observe the server',
	stopTimeout: 'Time limit for a stop before the server is killed (default 30s)',
	readyTimeout:
		'Time limit for the console to answer after a start (default: depends on the game, at least 5m)',
	rconStop: 'Command that stops the server',
	rconSave: 'Command that saves the world before a stop',
	rconSay: 'Command that shows {text} to the players',
	rconPlayers: 'Command that lists the players, in the format of any known game',
	rconProbe: 'Command that checks whether the console answers, without side effects',
	backup: 'World directory to back up',
	backupArchives: 'Directory for the archives (default: beside the records of the service)',
	noBackup: 'Disable backups',
	noCheck: 'Do not connect to the server first',
};

/** Problems of the options of `rcondeck add` and `edit`. */
export const ownSettingsMessages = {
	gameNeeded: 'Specify the game with --game, such as --game minecraft.',
	misspelledGame: (typed: string, near: readonly string[]) =>
		`Unknown game "${typed}". Did you mean ${near.join(' or ')}? For another game, use --game OTHER and --console KIND.`,
	unknownGame: (typed: string, known: readonly string[]) =>
		`Unknown game "${typed}". Specify its console with --console KIND, or use one of ${known.join(', ')}.`,
	noConsole: (game: string) =>
		`No network console is known for ${game}. Specify one with --console KIND, or leave out --rcon.`,
	portNeeded: (option: string, host: string, exampleHost: string) =>
		`${option} ${host} needs a port: ${option} ${exampleHost}:PORT.`,
	wrongAddress: (option: string, typed: string) =>
		`${option} "${typed}" is not an address. Use HOST:PORT, such as 203.0.113.5:25575 or [2001:db8::5]:25575.`,
	wrongPort: (option: string, typed: string) =>
		`${option} "${typed}" has an invalid port. Use a number from 1 to 65535.`,
	queryKindNeeded: (game: string) =>
		`No query protocol is known for ${game}. Specify its kind, such as --query a2s:HOST:PORT; kinds: ${queryKinds.join(', ')}.`,
	onePassword: 'Use only one of --password-file, --password-env, --password-command and --no-password.',
	passwordNeeded:
		'Specify the console password with --password-file, --password-env or --password-command, or --no-password if it has none.',
	needsConsole: (option: string) => `${option} needs a console. Specify its address with --rcon HOST:PORT.`,
	notWithStdio: (option: string) =>
		`${option} cannot be used with --console stdio, the standard input and output of the process.`,
	stdioNeedsProcess:
		'--console stdio needs a process that rcondeck starts. Specify the start command after --.',
	wrongFingerprint:
		'--fingerprint must be a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons.',
	noSuchPath: (kind: 'file' | 'directory', path: string) => `There is no ${kind} ${path}.`,
	oneDriver: (options: readonly string[]) =>
		`Use only one way to start and stop the server: ${options.join(' or ')}.`,
	needsOption: (option: string, other: string) => `${option} needs ${other}.`,
	notOverSsh: (option: string) =>
		`--ssh does not work with ${option}. Use --systemd, --container, or --start-command, --stop-command and --status-command.`,
	threeCommands: 'Specify all of --start-command, --stop-command and --status-command.',
	wrongPanel: (typed: string) => `--panel "${typed}" must be a URL with http:// or https://.`,
	wrongSsh: (typed: string) =>
		`--ssh "${typed}" is not a host. Use HOST, USER@HOST or a name from ~/.ssh/config.`,
	needsText: (option: string) => `${option} must contain {text}, which is replaced with the message.`,
	optionIsBlank: (option: string) => `${option} needs a value.`,
	nothingToReach:
		'Specify how to reach the server: --rcon HOST:PORT, --query HOST:PORT, or a way to start and stop it such as --systemd UNIT.',
	commandAfterDashes: '-- COMMAND',
};

/** Results of the check by `rcondeck add` and `edit`. */
export const proofMessages = {
	connecting: (server: string) => `Connecting to ${server}…`,
	console: (server: string, ms: number, players: string) =>
		`${server}: console answered in ${ms}ms${players}`,
	query: (server: string, ms: number, players: string, map: string | undefined) =>
		`${server}: query answered in ${ms}ms${players}${map ? `, map ${map}` : ''}`,
	power: {
		running: (server: string) => `${server}: running`,
		stopped: (server: string) => `${server}: stopped`,
	},
	players: (
		count: {players: number; isExact: boolean; max?: number | undefined} | undefined,
		names: readonly string[] = [],
	) => {
		if (count === undefined) return '';
		const {players, isExact, max} = count;
		const of = max === undefined ? plural(players, 'player') : `${players} of ${plural(max, 'player')}`;
		return `, ${isExact ? '' : 'at least '}${of}${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
	},
	usualQuery: (host: string, port: number) =>
		`The game does not answer queries on ${host}:${port}, so only its console is used. If it has another query port, add --query HOST:PORT.`,
	isStopped: 'The server is stopped.',
	passwordFrom: (source: string) => `The password comes from ${source}.`,
	passwordIsFrom: {
		file: (file: string) => file,
		env: (name: string) => `the environment variable ${name}`,
		command: (command: string) => `the command ${command}`,
	},
	trust: (host: string, port: number, fingerprint: string) =>
		`The certificate of ${host}:${port} is not signed by a known authority. Compare its SHA-256 fingerprint with that of the game:\n  ${fingerprint}\nTrust it? [y/N] `,
	pinIt: (fingerprint: string) =>
		`Compare its SHA-256 fingerprint with that of the game, then add --fingerprint ${fingerprint}.`,
	notAdded: (server: string, reasons: string) => `${server} was not added. ${reasons}`,
	notChanged: (server: string, reasons: string) => `${server} was not changed. ${reasons}`,
	skipCheck: 'To skip this check, use --no-check.',
};

/** `rcondeck add`, `edit` and `remove` */
export const ownCommandMessages = {
	add: {
		description: 'Add one of your own servers to the local service',
		examples: [
			example(
				'Add a Minecraft server that is running',
				'rcondeck add survival --game minecraft --rcon 203.0.113.5:25575 --password-file ~/.mc-rcon',
			),
			example(
				'Add a server that runs as a systemd unit',
				'rcondeck add cs2-1 --game cs2 --rcon 127.0.0.1 --password-env CS2_RCON --systemd cs2.service',
			),
			example(
				'Add a server that runs as a process of rcondeck',
				'rcondeck add tee --game teeworlds --rcon 127.0.0.1:8303 --password-file ~/.tee-rcon --directory ~/tee -- ./teeworlds_srv -f server.cfg',
			),
		],
	},
	edit: {
		description: 'Show or change the settings of one of your own servers',
		examples: [
			example('Show the settings of a server', 'rcondeck edit survival'),
			example('Change the address of its console', 'rcondeck edit survival --rcon 203.0.113.6:25575'),
		],
	},
	remove: {
		description: 'Remove one of your own servers; it continues to run',
		examples: [example('Remove a server; the server itself continues to run', 'rcondeck remove survival')],
	},
	nameHelp: 'Name of the server',
	commandHelp: 'Start command of the server: a program that stays in the foreground, run without a shell',
	addUsage: '<name> [options] [-- COMMAND [ARGS…]]',
	editUsage: '<server> [options] [-- COMMAND [ARGS…]]',
	nameNeeded: 'Specify a name for the server.',
	createWhat:
		'No service is configured. Add a server of your own with its name, game and console, such as `rcondeck create survival --game minecraft --rcon 127.0.0.1:25575`, or sign in to a service with `rcondeck login` first.',
	localOnly: (option: string) => `Your own servers belong to the local service. Leave out ${option}.`,
	doesNotApply: (option: string) => `${option} does not apply to your own servers. Leave it out.`,
	onlyOwn: (option: string) =>
		`${option} applies only to your own servers. Leave it out, or use --profile local.`,
	nameTwice: 'Specify the name once, as an argument or with --name.',
	startCommand: 'A start command after --',
	createUsage: '[name] [options] [-- COMMAND [ARGS…]]',
	outOfTime: 'The --deadline has passed. Nothing was changed.',
	exists: (server: string) => `${server} already exists. To change it, use: rcondeck edit ${server}`,
	askPassword: 'Console password (hidden; empty if there is none): ',
	stored: (file: string) => `The password is stored in ${file}.`,
	added: (server: string) => `${server} added`,
	changed: (server: string) => `${server} changed`,
	removed: (server: string) => `${server} removed; the server itself continues to run`,
	verbs: {
		add: (server: string) => `add ${server}`,
		edit: (server: string) => `edit ${server}`,
		remove: (server: string) => `remove ${server}`,
	},
	addSummary: (server: string) => `Add ${server}`,
	editSummary: (server: string) => `Change ${server}`,
	removeSummary: (server: string) =>
		`Remove ${server} from the local service (the server itself continues to run)`,
	facts: {
		id: 'ID',
		name: 'Name',
		game: 'Game',
		console: 'Console',
		password: 'Password',
		fingerprint: 'Fingerprint',
		query: 'Query',
		power: 'Start and stop',
		directory: 'Directory',
		stopTimeout: 'Stop timeout',
		readyTimeout: 'Ready timeout',
		backup: 'Backups',
		rconStop: 'Stop command',
		rconSave: 'Save command',
		rconSay: 'Say command',
		rconPlayers: 'Players command',
		rconProbe: 'Probe command',
		none: 'none',
	},
	backupTo: (directory: string, archives: string | undefined) =>
		archives === undefined ? directory : `${directory} to ${archives}`,
	onlyObserved: 'none: the server is only observed',
};

/** `rcondeck logs` */
export const logsMessages = {
	description: 'Print the last output of one of your own servers, or follow it',
	examples: [
		example('Print the last 100 lines', 'rcondeck logs survival'),
		example('Follow the output', 'rcondeck logs survival --follow'),
	],
	followHelp: 'Print new lines until interrupted',
	limitHelp: 'Maximum number of lines; older ones are omitted, and at most 500 are kept',
	jsonHelp: 'Print one JSON value per line',
	none: (server: string) =>
		`${server} has printed nothing, or its output is not kept. Output is kept only with a start command, a container or a systemd unit.`,
	ofReport: (server: string) =>
		`The service does not keep the output of ${server}. These are the last lines of its last failure.`,
	missed: (server: string) => `${server}: lines may be missing.`,
};

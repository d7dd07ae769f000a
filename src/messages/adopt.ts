import {example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';
import {printableLine} from '../lib/text/text.ts';

const list = (names: readonly string[]): string => names.map(name => `\`${name}\``).join(', ');

/** Files of other programs with game servers. No sentence contains a value from the file: it may be a password. */
export const adoptMessages = {
	unnamed: '(unnamed)',
	wrongHost: 'the host is not a valid name or address',
	wrongPort: 'the port is not a number from 1 to 65535',
	noAddress: 'the console address is missing',
	noPort: 'the console port is missing',
	noPassword: 'the console password is missing',
	emptyPassword: 'the console password is empty',
	passwordControls: 'the console password contains a control character or line break',
	unknownAddress: 'the address depends on a variable or command that rcondeck does not evaluate',
	unknownPassword: 'the password depends on variables or a command that rcondeck does not evaluate',
	unreadFile: (file: string) =>
		file === ''
			? 'its variables are in a file that rcondeck could not read'
			: `its variables are in a file that rcondeck could not read: ${printableLine(file)}`,
	unreadMcrcon: 'the file mentions mcrcon, but has no command that rcondeck can read',
	unknownConsole: 'unknown console kind',
	noConsole: 'the console kind is missing, and this game has no default',
	noGame: 'the game is missing: set it with --game',
	unknownGame: 'unknown game: commands and player lists are not available',
	noQuery: '`query_port` is not a port, or the game has no query',
	severalPasswords: 'only one of `password`, `password_file` and `password_env` can be set',
	severalDrivers: 'only one of `container`, `unit` and `user_unit` can be set',
	setVariable: (name: string) => `set ${name} in the environment of the service`,
	tooMany: (most: number) => `the file has more than ${most} servers`,

	ignoredColumns: (names: readonly string[]) => `Ignored columns: ${list(names)}.`,
	ignoredFields: (names: readonly string[]) => `Ignored fields: ${list(names)}.`,
	extraCells: 'the row has more cells than the header',
	duplicateColumn: (name: string) => `The header has the column \`${name}\` twice.`,
	noHeader: (fields: string) =>
		`The first row must be a header with the columns \`name\` and \`address\` or \`host\`. Known columns: ${fields}.`,
	openQuote: (line: number) => `Line ${line}: missing closing quote.`,
	wrongField: (field: string) => `\`${field}\` must be a string or number`,
	noServersTable: 'The file has no table `[servers.NAME]`.',
	noToml: (line: number | undefined) =>
		line === undefined ? 'The file is not valid TOML.' : `Line ${line}: not valid TOML.`,
	noYaml: (line: number) =>
		`Line ${line}: not valid YAML. Put quotes around a value that begins with a special character such as @, %, *, & or !, or contains a colon and a space.`,
	quotesNeeded: (line: number) => `Line ${line}: put quotes around a value that begins with & or !.`,
	duplicateKey: (line: number) => `Line ${line}: duplicate key.`,
	noMap: 'The file has no keys at the top level.',
	tooManyAliases: 'The file has too many YAML aliases.',

	unreadVariable: (name: string) =>
		`\`${name}\` depends on a variable, condition or command that rcondeck does not evaluate`,
	noProperties:
		'`enable-rcon` is not true or `rcon.password` is empty in its `serverfiles/server.properties`',
	noRconSettings: 'RCON is off in these settings, or it has no password',
	onThisMachine: 'the file names no address, so the server is expected on this machine',
	noRconPort: 'its LinuxGSM settings have no `rconport`',
	passwordElsewhere:
		'its LinuxGSM settings have no `rconpassword`; the password is in the settings of the game: use rcondeck add',
	defaultPassword: 'the password is the LinuxGSM default: change it',
	noLinuxGsmPower:
		'Start and stop are not available: LinuxGSM has no command that just reports whether a server is running. Set a systemd unit with rcondeck edit.',

	bedrock: 'Minecraft Bedrock has no RCON',
	consoleOff: (name: string) => `\`${name}\` is not true, so its console is off`,
	noConsoleInImage:
		'its game has no remote console: add it with rcondeck add, with its query port and its container',
	notPublished: (port: string) =>
		`port ${port} is not published: add "127.0.0.1:${port}:${port}" to its \`ports\``,
	randomPassword: 'without `RCON_PASSWORD`, each start generates a new random password',
	unknownSecret: (name: string) => `\`${name}\` is neither a file-based secret nor a file in a bind mount`,
	externalSecret:
		'its password is a secret of the engine, which only the container can read: add it with rcondeck add and --password-file',
	passwordInSettings: 'its password is in the settings of the game: import its `GameUserSettings.ini`',
	imagePassword: 'the password is the default of the image: change it',
	quotedPassword: 'the quotes around the password are part of it: Compose passes them on',
	unreadExtends: (service: string) =>
		`the service that it extends could not be read: ${printableLine(service)}`,
	included: (file: string) => `Not read: ${printableLine(file)} in \`include\`. Import it as well.`,
	otherFile: (file: string, problem: string) => `${printableLine(file)}: ${problem}`,
	undecodedName: 'its name contains a character that is not UTF-8',
	undecodedPassword:
		'the console password contains a character that is not UTF-8: save the file as UTF-8, or use a password file',
	noContainerName: 'start and stop are not available because `container_name` is missing',
	unknownImage: 'it has RCON, but its image is unknown: add it with `rcondeck add`',
	otherServices: (names: readonly string[]) =>
		`Skipped services without an image of a known game server: ${list(names)}.`,

	sameConsole: (other: string) => `same console as ${other}`,
	consoleExists: (other: string) => `already added as ${other}`,
	nameExists: 'a server with this name already exists',
	renamed: (name: string) => `renamed, because the file has ${name} twice`,
};

/** `rcondeck adopt` */
export const adoptCommandMessages = {
	description: 'Import servers from a file of another program',
	examples: [
		example('Preview the import of a Compose file', 'rcondeck adopt docker-compose.yml --dry-run'),
		example('Import the servers in a CSV file', 'rcondeck adopt servers.csv --game minecraft'),
	],
	fileHelp:
		'TOML, CSV, Compose file, rcon-cli rcon.yaml, script or unit with mcrcon, ARRCON hosts file, settings of a game such as server.properties, or LinuxGSM settings or folder',
	formatHelp: 'File format (default: detected)',
	gameHelp: 'Game of servers without one in the file, such as minecraft',
	onlyHelp: 'Add only the servers with these names',
	dryRunHelp: 'Show the plan and add nothing',
	noCheckHelp: 'Do not connect to the servers first',

	notAFile: (name: string) => `${printableLine(name)} is not a file.`,
	noText: (file: string) => `${printableLine(file)} is not a text file in UTF-8 or UTF-16.`,
	tooLarge: (mostBytes: number) => `The file is larger than ${mostBytes / 1024} KiB.`,
	emptyFolder: (folder: string) =>
		`${printableLine(folder)} has no Compose file and no LinuxGSM settings. Specify a file.`,
	unknownFormat: (formats: readonly string[]) =>
		`Unknown file format. Specify it with --from: ${formats.join(', ')}.`,
	inFile: (file: string, problem: string) => `${file}: ${problem}`,
	noServers: (file: string, remarks: readonly string[]) =>
		[`There are no servers in ${file}.`, ...remarks].join(' '),
	notInFile: (name: string) => `There is no server ${name} in the file.`,

	container: (name: string) => `container ${name}`,
	newFile: 'new private file',
	noPassword: 'none',
	note: (name: string, note: string) => `${name}: ${note}`,
	leftOut: (name: string, reason: string) => `Not added: ${name} (${reason})`,
	nothingToAdd: 'No servers to add.',
	summary: (count: number) => `Add ${plural(count, 'server')} to the local service`,
	added: (name: string) => `${name}: added`,
	noQuery: 'The game does not answer queries, so only its console is used.',
	noPower: (reason: string) => `Start and stop are not available. ${reason}`,
	warning: (name: string, warning: string) => `${name}: ${warning}`,
	failed: (name: string, reason: string) => `${name}: not added. ${reason}`,
};

const list = (names: readonly string[]): string => names.map(name => `\`${name}\``).join(', ');

/** Files of other programs with game servers. No sentence contains a value from the file: it may be a password. */
export const adoptMessages = {
	unnamed: '(unnamed)',
	wrongHost: 'the host is not a name or address',
	wrongPort: 'the port is not a number from 1 to 65535',
	noAddress: 'the address of the console is missing',
	noPort: 'the port of the console is missing',
	noPassword: 'the console password is missing',
	emptyPassword: 'the console password is empty',
	passwordControls: 'the console password contains a control character or line break',
	unknownAddress: 'the address depends on a variable or command, which is not run',
	unknownPassword: 'the password depends on variables or a command, which is not run',
	unknownConsole: 'unknown kind of console',
	noConsole: 'the kind of console is missing, and unknown for this game',
	noGame: 'the file does not name the game: add --game',
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
	openQuote: (line: number) => `Line ${line}: a quoted value does not end.`,
	wrongField: (field: string) => `\`${field}\` must be a string or number`,
	noServersTable: 'The file has no table `[servers.NAME]`.',
	noToml: (line: number | undefined) =>
		line === undefined ? 'The file is not valid TOML.' : `Line ${line}: not valid TOML.`,
	noYaml: (line: number) => `Line ${line}: not valid YAML.`,
	duplicateKey: (line: number) => `Line ${line}: the key exists twice.`,
	noMap: 'The file has no keys at the top level.',
	tooManyAliases: 'The file repeats its anchors too often.',

	unreadVariable: (name: string) =>
		`\`${name}\` depends on a variable, condition or command, which is not run`,
	noProperties:
		'`enable-rcon` is not true or `rcon.password` is empty in its `serverfiles/server.properties`',
	noRconPort: 'its LinuxGSM settings have no `rconport`',
	passwordElsewhere:
		'its LinuxGSM settings have no `rconpassword`; the password is in the settings of the game: use rcondeck add',
	defaultPassword: 'the password is the default one of LinuxGSM: change it',
	noLinuxGsmPower:
		'No start and stop: no command of LinuxGSM shows whether a server runs without starting it. Use rcondeck edit to set a systemd unit.',

	bedrock: 'Minecraft Bedrock has no RCON',
	rconOff: '`ENABLE_RCON` is false',
	notPublished: (port: string) =>
		`port ${port} is not published: add "127.0.0.1:${port}:${port}" to its \`ports\``,
	randomPassword: 'without `RCON_PASSWORD`, each start has a new random password',
	unknownSecret: '`RCON_PASSWORD_FILE` is not a secret with a file, or a file of a bind mount',
	noContainerName: 'no start and stop, because `container_name` is missing',
	otherServices: (names: readonly string[]) =>
		`Other services, without a Minecraft image of itzg: ${list(names)}.`,

	sameConsole: (other: string) => `same console as ${other}`,
	consoleExists: (other: string) => `already there as ${other}`,
	nameExists: 'already there: a server with this name',
	renamed: (name: string) => `renamed, because the file has ${name} twice`,
};

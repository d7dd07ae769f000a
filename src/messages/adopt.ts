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
	noYaml: (line: number) => `Line ${line}: not valid YAML.`,
	duplicateKey: (line: number) => `Line ${line}: duplicate key.`,
	noMap: 'The file has no keys at the top level.',
	tooManyAliases: 'The file has too many YAML aliases.',

	unreadVariable: (name: string) =>
		`\`${name}\` depends on a variable, condition or command that rcondeck does not evaluate`,
	noProperties:
		'`enable-rcon` is not true or `rcon.password` is empty in its `serverfiles/server.properties`',
	noRconPort: 'its LinuxGSM settings have no `rconport`',
	passwordElsewhere:
		'its LinuxGSM settings have no `rconpassword`; the password is in the settings of the game: use rcondeck add',
	defaultPassword: 'the password is the LinuxGSM default: change it',
	noLinuxGsmPower:
		'Start and stop are not available: LinuxGSM has no command that just reports whether a server is running. Set a systemd unit with rcondeck edit.',

	bedrock: 'Minecraft Bedrock has no RCON',
	rconOff: '`ENABLE_RCON` is false',
	notPublished: (port: string) =>
		`port ${port} is not published: add "127.0.0.1:${port}:${port}" to its \`ports\``,
	randomPassword: 'without `RCON_PASSWORD`, each start generates a new random password',
	unknownSecret: '`RCON_PASSWORD_FILE` is neither a file-based secret nor a file in a bind mount',
	noContainerName: 'start and stop are not available because `container_name` is missing',
	otherServices: (names: readonly string[]) =>
		`Skipped services without an itzg Minecraft image: ${list(names)}.`,

	sameConsole: (other: string) => `same console as ${other}`,
	consoleExists: (other: string) => `already added as ${other}`,
	nameExists: 'a server with this name already exists',
	renamed: (name: string) => `renamed, because the file has ${name} twice`,
};

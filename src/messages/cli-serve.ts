/** `rcondeck serve attach` */
export const attachMessages = {
	usage: '<name> [options] -- COMMAND [ARGS…]',
	description: 'Register a real game server of this machine: its start command (no shell) and its console',
	dataHelp: 'folder of the service that runs it (required)',
	gameHelp: 'CS2, ARK_ASCENDED, ARK_EVOLVED, or any other word',
	consoleHelp: 'source: Source RCON; econ: the line console of Teeworlds',
	hostHelp: 'host of the console',
	portHelp: 'port of the console (required)',
	passwordFileHelp: 'its first line is the console’s password',
	passwordEnvHelp: 'the environment variable that has the console’s password',
	directoryHelp: 'where the server is started',
	stopCommandHelp: 'the console command that ends it; without one it gets SIGTERM',
	saveCommandHelp: 'the console command that saves its world before a stop',
	sayCommandHelp: 'the console command that tells the players {text}',
	probeCommandHelp: 'a harmless console command: its answer means that the server is ready',
	stopSecondsHelp:
		'how long a stop may take before the server is killed (default 30s; a bare number: seconds); never killed when the service ends',
	readySecondsHelp:
		'how long its console may be silent after a start before the server is stopped (default 5m; a bare number: seconds)',
	startHelp: 'start it with the service',
	folderNeeded: 'Name the folder of the service with --data.',
	commandNeeded: 'Give the start command of the server after --.',
	attached: (server: string, isNew: boolean) =>
		`${server} is ${isNew ? 'attached to the local node' : 'changed'}. `,
	serveIt: (folder: string) => `Serve it with: rcondeck serve --data ${folder}\n`,
	passwordNeeded: 'Say with --password-file or --password-env where the console’s password is.',
	sayNeedsText: '--say-command needs {text}, where the words for the players go.',
	noSuchPath: (kind: 'file' | 'directory', path: string) => `There is no ${kind} ${path}.`,
};

/** `rcondeck serve` */
export const serveMessages = {
	noServers:
		'There are no servers to serve. Serve a simulated fleet with `rcondeck serve --demo`, or register a server of this ' +
		'machine with `rcondeck serve attach NAME --data DIR …` and serve it with `rcondeck serve --data DIR`.',
	description:
		'Serve the local service to other terminals, curl and scripts, until interrupted; with --demo a simulated fleet',
	portHelp: 'port on 127.0.0.1; 0 takes a free one',
	hostNameHelp: 'host names to answer under besides localhost, for a proxy or a tunnel',
	dataHelp: 'keep the records in this folder',
	accountsHelp: 'with --demo: print every test account and what it may do',
	serversHelp: 'with --demo: number of servers (default: the usual fleet)',
	scenarioHelp: 'with --demo: incidents to practice on, for as long as it runs',
	brokerHelp: 'habits of real STOMP brokers for the feed',
	rconHelp: 'with --demo: quirks of real games for the simulated ones',
	limitHelp: (limits: string) => `limits of the service: ${limits}`,
	trueTimingsHelp: 'with --demo: install, boot and stop as slowly as real servers',
	strictSpecHelp: 'offer only what the specification has',
	howToEnd: '\nCtrl-C ends it.\n',
	needsDemo: (flag: string) => `--${flag} needs --demo: rcondeck serve --demo --${flag}.`,
	unknownLimit: (known: string) => `--limit knows ${known}.`,
	limitOption: (name: string) => `--limit ${name}`,
	bug: (report: string | undefined) =>
		`A request failed because of a bug in rcondeck${report === undefined ? '' : `; report: ${report}`}.`,
	portTaken: (port: number) => `Port ${port} is taken: choose another one with --port.`,
	portNotOpen: (port: number) => `Port ${port} is not open to you: choose one above 1023 with --port.`,
	address: (url: string) => `The service is at ${url}`,
	feedAddress: (url: string) => `Its feed is at    ${url}`,
	inAnotherTerminal: 'To use it in another terminal:',
	exportUrl: (url: string) => `  export RCONDECK_URL=${url}`,
	exportFeedUrl: (url: string) => `  export RCONDECK_FEED_URL=${url}`,
	exportToken: (token: string) => `  export RCONDECK_TOKEN=${token}`,
	withCurl: 'With curl:',
	curl: (token: string, url: string) => `  curl -H 'Application-Token: ${token}' ${url}/team/my`,
	accounts: 'Test accounts, valid for this demo only:',
	headerFlag: (name: string, value: string) => `-H '${name}: ${value}'`,
	stopping: (names: string, seconds: number) =>
		`Stopping ${names} (up to ${seconds}s). Press Ctrl-C again to leave them running.`,
	leftRunning: (name: string) =>
		`${name} did not stop and is left running. The next rcondeck serve with the same --data takes it over.`,
};

/** Numbers in options of `serve`. */
export const serviceFolderMessages = {
	wrongNumber: (option: string, least: number, most: number) =>
		`${option} takes a whole number from ${least} to ${most}.`,
};

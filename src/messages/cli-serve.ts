/** `rcondeck serve attach`, the earlier way to add a server */
export const attachMessages = {
	usage: '<name> [options] -- COMMAND [ARGS…]',
	description: 'Register a game server on this machine (deprecated: use `rcondeck add`)',
	dataHelp: 'Data directory of the service that runs it (required)',
	hostHelp: 'Host of the console',
	portHelp: 'Port of the console (required, except for stdio)',
	startHelp: 'Start the server',
	folderNeeded: 'Specify the data directory of the service with --data DIR.',
	commandNeeded: 'Specify the start command of the server after --.',
	attached: (server: string, isNew: boolean) => `${server} ${isNew ? 'registered' : 'updated'}. `,
	serveIt: (folder: string) => `Start the service with: rcondeck serve --data ${folder}\n`,
	passwordNeeded: 'Specify the console password with --password-file or --password-env.',
};

/** `rcondeck serve` */
export const serveMessages = {
	noServers:
		'The local service has no servers. Add one with `rcondeck add`, add another machine with ' +
		'`rcondeck serve node add`, or start a simulated fleet with `rcondeck serve --demo`.',
	alreadyServed: (pid: number) =>
		`Another rcondeck process (${pid}) already runs this service. Use it, or stop it first.`,
	waiting: (pid: number) => `Waiting for process ${pid} to finish its work on the servers.`,
	folderInUse: (folder: string) => `Another process uses ${folder}. Try again after it ends.`,
	description: 'Run the local service until interrupted',
	hostNameHelp: 'Additional host names to answer to, for a proxy or tunnel',
	dataHelp: 'Data directory of the service (default: that of the local service)',
	accountsHelp: 'Demo: print all test accounts and their permissions',
	serversHelp: 'Demo: number of servers',
	scenarioHelp: 'Demo: incidents to practice on',
	brokerHelp: 'STOMP broker quirks to simulate',
	rconHelp: 'Demo: game quirks to simulate',
	limitHelp: (limits: string) => `Service limits: ${limits}`,
	trueTimingsHelp: 'Demo: install, boot and stop as slowly as real servers',
	strictSpecHelp: 'Offer only endpoints of the specification',
	howToEnd: '\nPress Ctrl-C to stop.\n',
	needsDemo: (flag: string) => `--${flag} needs --demo: rcondeck serve --demo --${flag}.`,
	unknownLimit: (known: string) => `Unknown limit. Known limits: ${known}.`,
	limitOption: (name: string) => `--limit ${name}`,
	bug: (report: string | undefined) =>
		`A request failed because of a bug in rcondeck${report === undefined ? '' : `; report: ${report}`}.`,
	address: (url: string) => `Service: ${url}`,
	feedAddress: (url: string) => `Feed:    ${url}`,
	inAnotherTerminal: 'In another terminal:',
	exportUrl: (url: string) => `  export RCONDECK_URL=${url}`,
	exportFeedUrl: (url: string) => `  export RCONDECK_FEED_URL=${url}`,
	exportToken: (token: string) => `  export RCONDECK_TOKEN=${token}`,
	yourToken: 'YOUR_TOKEN',
	exportTokenIn: (file: string) => `  export RCONDECK_TOKEN="$(cat ${file})"`,
	withCurl: 'With curl:',
	curl: (token: string, url: string) => `  curl -H 'Application-Token: ${token}' ${url}/team/my`,
	curlTokenIn: (file: string, url: string) => `  curl -H "Application-Token: $(cat ${file})" ${url}/team/my`,
	accounts: 'Test accounts, valid for this demo only:',
	headerFlag: (name: string, value: string) => `-H '${name}: ${value}'`,
	leftRunning: (names: readonly string[]) =>
		names.length === 1
			? `${names[0]} continues to run. The next process that runs the service adopts it.`
			: `${names.join(', ')} continue to run. The next process that runs the service adopts them.`,
};

/** Numbers in options of `serve`. */
export const serviceFolderMessages = {
	wrongNumber: (option: string, least: number, most: number) =>
		`${option} must be a whole number from ${least} to ${most}.`,
};

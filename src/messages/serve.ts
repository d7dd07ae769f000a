import {example} from './action-words.ts';
import {writeDuration} from '../lib/time/duration.ts';

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
		`Another rcondeck process (${pid}) is already running this service. Use it, or stop it first.`,
	waiting: (pid: number) => `Waiting for process ${pid} to finish its work on the servers.`,
	folderInUse: (folder: string) => `Another process uses ${folder}. Try again after it ends.`,
	description: 'Run the local service until interrupted',
	examples: [
		example('Run a simulated fleet of 50 servers', 'rcondeck serve --demo --servers 50'),
		example('Run the service for your own servers', 'rcondeck serve --data ~/rcondeck'),
	],
	hostNameHelp: 'Additional host names to accept, for a proxy or tunnel',
	dataHelp: 'Data directory of the service (default: that of the local service)',
	accountsHelp: 'Print all test accounts and their permissions',
	serversHelp: 'Number of servers',
	scenarioHelp: 'Incidents to practice on',
	brokerHelp: 'STOMP broker quirks to simulate',
	rconHelp: 'Game quirks to simulate, with --demo',
	limitHelp: (limits: string) => `Limits of the service: ${limits}`,
	trueTimingsHelp: 'Install, boot and stop as slowly as real servers, with --demo',
	strictSpecHelp: 'Offer only endpoints of the specification',
	howToEnd: '\nPress Ctrl-C to stop.\n',
	needsDemo: (flag: string) => `--${flag} needs --demo: rcondeck serve --demo --${flag}.`,
	unknownLimit: (known: string) => `Unknown limit. Known limits: ${known}.`,
	limitOption: (name: string) => `--service-limit ${name}`,
	bug: (report: string | undefined) =>
		`A request failed because of a bug in rcondeck${report === undefined ? '' : `; report: ${report}`}.`,
	address: (url: string) => `Service: ${url}`,
	feedAddress: (url: string) => `Feed:    ${url}`,
	inAnotherTerminal: 'In another terminal:',
	exportUrl: (url: string) => `  export RCONDECK_URL=${url}`,
	exportPlain: '  export RCONDECK_ALLOW_PLAIN_HTTP=1',
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

/** Address, TLS and log options of `rcondeck serve`. */
export const servePortMessages = {
	listenHelp: 'Address and port to listen on, such as 0.0.0.0:8440 or [::1]:8440 (default 127.0.0.1:8440)',
	portHelp: 'Port to listen on; 0 picks a free one',
	trustedProxyHelp:
		'Addresses or networks of proxies whose X-Forwarded-For is trusted, such as 127.0.0.1 or 10.0.0.0/8',
	wrongProxy:
		'Invalid --trusted-proxy. Use an IP address such as 127.0.0.1, or a network such as 10.0.0.0/8.',
	tlsCertHelp: 'Certificate and chain (PEM), reloaded when the file changes and on SIGHUP',
	tlsKeyHelp: 'Private key of the certificate (PEM)',
	insecureHelp: 'Allow other machines to connect without TLS, for a proxy that adds TLS',
	shutdownDelayHelp:
		'Time to keep serving after SIGTERM while /readyz answers 503, such as 5s (default 0s), for a load balancer',
	securityLogHelp: 'File or syslog://HOST[:PORT] for security events: changes of access, and failed sign-ins',
	wrongSecurityLog: (target: string) =>
		`Invalid --security-log ${target}. Use a file, or a receiver such as syslog://127.0.0.1:514.`,
	logFormatHelp: 'Format of the log on stderr (default: text on a terminal, otherwise json)',
	wrongAddress: (text: string) =>
		`Invalid address \`${text}\`. Use an IP address with an optional port, such as 0.0.0.0:8440 or [::1]:8440.`,
	portTwice: 'Specify the port either in --listen or with --port, not both.',
	needsTls: (host: string) =>
		`Other machines can reach ${host}. Without TLS, anyone on the network path can read the tokens. ` +
		'Add --tls-cert and --tls-key, or --insecure if a proxy adds TLS.',
	certWithoutKey: 'Specify both --tls-cert and --tls-key.',
	addressTaken: (address: string) => `${address} is in use. Choose another port with --port or --listen.`,
	addressNotAllowed: (address: string) => `No permission to open ${address}. Choose a port above 1023.`,
	noSuchAddress: (host: string) => `This machine has no address ${host}.`,
};

/** `rcondeck serve node` */
export const serveNodeMessages = {
	description: 'Manage nodes whose servers run with `rcondeck agent`',
	examples: [example('List nodes that run an agent', 'rcondeck serve node')],
	dataHelp: 'Data directory of the service (default: that of the local profile)',
	list: {
		description: 'List nodes that run an agent',
		examples: [example('List nodes that run an agent', 'rcondeck serve node list')],
	},
	none: 'No nodes yet. Add one with: rcondeck serve node add NAME',
	lastAliveHeader: 'LAST ALIVE',
	problemHeader: 'PROBLEM',
	add: {
		description: 'Add a node and print the token of its agent once',
		examples: [example('Add a node and print its token', 'rcondeck serve node add cellar')],
	},
	nameHelp: 'Name of the node',
	added: (name: string) =>
		`Node ${name} added. Save the token to a file on that machine, and run the agent there:`,
	renewed: (name: string) => `New token for node ${name}. The previous one is revoked.`,
	command: (url: string | undefined) => `  rcondeck agent --service ${url ?? 'URL'} --token-file FILE`,
	/** The service cannot know how others reach it. */
	whichUrl: 'Replace URL with the address of this service. The token is not shown again.',
	token: {
		description: 'Replace the token of a node and print the new one once',
		examples: [example('Replace the token of a node', 'rcondeck serve node token cellar')],
	},
	nodeHelp: 'Name or ID of the node',
	where: 'List nodes with: rcondeck serve node list',
	remove: {
		description: 'Remove a node and its servers from the service, and revoke its token',
		examples: [example('Remove a node from the service', 'rcondeck serve node remove cellar')],
	},
	removeVerb: 'serve node remove',
	tokenVerb: 'serve node token',
	removeSummary: (name: string) =>
		`Remove the node ${name} and its servers from this service; they continue to run`,
	tokenSummary: (name: string) => `Revoke the token of the node ${name} and create a new one`,
	removed: (name: string) => `Node ${name} removed.`,
};

/** `rcondeck serve check` and `rcondeck serve repair` */
export const serveRepairMessages = {
	dataHelp: 'Data directory of the service (default: that of the local profile)',
	check: {
		description: 'Check the records of a stopped service and list their largest parts',
		examples: [example('List the largest parts of the records', 'rcondeck serve check')],
	},
	none: 'No records.',
	sizes: (bytes: string, free: string) => `File: ${bytes}, ${free} free`,
	damaged: (problem: string) => `Damaged: ${problem}`,
	repair: {
		description: 'Compact the records of a stopped service',
		examples: [example('Remove a node that fills the records', 'rcondeck serve repair --remove-node cellar')],
	},
	removeNodeHelp: 'Remove this node first, with its servers, answers and tokens',
	where: 'List nodes with: rcondeck serve check',
	verb: 'serve repair',
	compactSummary: 'Compact the records of the service',
	removeSummary: (name: string) =>
		`Remove the node ${name} with its servers and answers, and compact the records`,
	repaired: (before: string, after: string) => `Compacted the records: ${before} before, ${after} now.`,
};

/** `rcondeck serve team` */
export const serveTeamMessages = {
	description: 'Manage members, invitations and tokens of the local service',
	examples: [example('List members and invitations', 'rcondeck serve team list')],
	dataHelp: 'Data directory of the service (default: that of the local profile)',
	list: {
		description: 'List members and invitations',
		examples: [example('Print members and invitations as JSON', 'rcondeck serve team list --json')],
	},
	lastUsedHeader: 'LAST USED',
	issuedByHeader: 'ISSUED BY',
	permissionHelp: (usual: string) => `Permissions (default ${usual})`,
	inviteUsually: 'all ACCESS permissions and MANAGE_SERVERS',
	tokenUsually: 'all ACCESS permissions; with --member, those of the member',
	unknownPermission: (typed: string, near: readonly string[], all: readonly string[]) =>
		`Unknown permission ${typed}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Permissions: ${all.join(', ')}.`}`,
	wrongExpiry: (typed: string) =>
		`Invalid duration "${typed}" for --expires. Use 12h, 7d or 90d, up to 10 years.`,
	invite: {
		description: 'Create an invitation code for another admin',
		examples: [
			example(
				'Invite an admin with read-only access to servers',
				'rcondeck serve team invite --name Ana --permission ACCESS_SERVERS',
			),
		],
		nameHelp: 'Name of the new member',
		emailHelp: 'Email address of the new member',
		expiresHelp: 'How long the code is valid',
		whoIsMissing: 'Specify the new member with --name or --email.',
		created: (name: string, expires: string) => `Invitation for ${name}, valid once, until ${expires}:`,
		code: (code: string) => `  ${code}`,
		howTo: 'Send it over a private channel. The new member runs this and enters the code:',
		command: (url: string | undefined) => `  rcondeck login --url ${url ?? 'URL'} --invite`,
		/** The service cannot know how others reach it. */
		whichUrl: 'Replace URL with the address of this service, or specify it with --url.',
	},
	remove: {
		description: 'Remove a member and revoke their tokens, or withdraw an invitation',
		examples: [example('Remove a member and revoke their tokens', 'rcondeck serve team remove Ana')],
		verb: 'serve team remove',
		memberHelp: 'Name, email address or ID of the member or invitation',
		where: 'List members with: rcondeck serve team list',
		summary: (name: string) => `Remove ${name} from the team`,
		withdraw: (name: string) => `Withdraw the invitation for ${name}`,
		removed: (name: string) => `${name} removed.`,
		withdrawn: (name: string) => `Invitation for ${name} withdrawn.`,
	},
	token: {
		description: 'Manage tokens of the local service',
		examples: [example('List tokens', 'rcondeck serve team token')],
		list: {
			description: 'List tokens, without their secrets',
			examples: [example('Print tokens as JSON', 'rcondeck serve team token list --json')],
		},
		none: 'No tokens yet. Create one with: rcondeck serve team token create NAME',
		create: {
			description: 'Create a token and print it once',
			examples: [
				example(
					'Create a token for a status page',
					'rcondeck serve team token create status-page --permission ACCESS_SERVERS --expires 90d',
				),
			],
		},
		nameHelp: 'Name of the token, such as its purpose',
		memberHelp: 'Member who uses the token; it allows at most what the member may do',
		expiresHelp: 'How long the token is valid (default: until it is revoked)',
		created: (name: string, permissions: readonly string[] | undefined, expires: string | undefined) =>
			`Token ${name} created: ${permissions?.join(', ') ?? 'the permissions of the member'}, ${expires === undefined ? 'valid until it is revoked' : `valid until ${expires}`}. It is not shown again.`,
		revokeVerb: 'serve team token revoke',
		revoke: {
			description: 'Revoke a token and close its connections',
			examples: [example('Revoke a token', 'rcondeck serve team token revoke status-page')],
		},
		tokenHelp: 'Name or ID of the token',
		where: 'List tokens with: rcondeck serve team token list',
		summary: (name: string) => `Revoke the token ${name} and close its connections`,
		revoked: (name: string) => `Token ${name} revoked.`,
	},
};

/** `rcondeck serve --database` and `--broker` */
export const databaseMessages = {
	databaseHelp:
		'URL of the PostgreSQL database for the records, without a password; servers then run with agents',
	databaseFileHelp: 'File with the URL of the database on its first line',
	brokerHelp: 'URL of the RabbitMQ broker that connects the instances on the database, without a password',
	brokerFileHelp: 'File with the URL of RabbitMQ on its first line',
	database: {
		twice: 'Specify --database or --database-file, not both.',
		passwordInArguments:
			'Other users of this machine can read the password in --database. Set RCONDECK_DATABASE to the URL, write it to a ' +
			'file for --database-file, or leave the password out and set PGPASSWORD.',
		wrongUrl: (source: string) =>
			`${source} must be the URL of a PostgreSQL database, such as postgres://rcondeck@db.example/rcondeck.`,
	},
	broker: {
		twice: 'Specify --broker or --broker-file, not both.',
		passwordInArguments:
			'Other users of this machine can read the password in --broker. Set RCONDECK_BROKER to the URL, or write it to a ' +
			'file for --broker-file.',
		wrongUrl: (source: string) =>
			`${source} must be the URL of RabbitMQ, such as amqps://rcondeck@broker.example/rcondeck.`,
	},
	/** `problem`: a sentence. */
	waiting: (problem: string, ms: number) => `${problem} Trying again in ${writeDuration(ms)}.`,
	brokerAlone: '--broker connects the instances on one database. Add --database, or leave the broker out.',
	noOwnerToken: (file: string) =>
		`The owner's token is not in ${file}. Copy the file from the first instance, or specify its folder with --data.`,
	notWithDemo: 'The demo keeps its records in a file or in memory. Leave out --demo or the database.',
	brokerNotWithDemo:
		'The demo has a broker of its own. Leave --broker out, or use --broker-quirk to simulate those of other brokers.',
};

const listed = (names: readonly string[]) => names.join(', ');

/** Reports of a command that closes the local service. */
export const localServiceMessages = {
	waiting: 'Waiting for the action to finish. Ctrl-C leaves the rest to the next rcondeck process.',
	scheduled: (names: readonly string[]) =>
		`The scheduled action on ${listed(names)} is carried out only while rcondeck or \`rcondeck serve\` is running.`,
	continues: (names: readonly string[]) =>
		`${listed(names)} ${names.length === 1 ? 'continues' : 'continue'} to run without rcondeck.`,
};

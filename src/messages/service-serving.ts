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
	otherKey: (cert: string, key: string) => `The key ${key} does not belong to the certificate ${cert}.`,
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
	up: '1 if the server is ONLINE, otherwise 0',
	players: 'Players on the server, if known',
	consoles: 'Consoles of real servers by connection state',
	commands: 'Completed commands by outcome',
	commandSeconds: 'Time from a command to its outcome',
	feedClients: 'Connected feed clients',
	agents: 'Connected agents of other machines',
	requests: 'Requests by endpoint, method and status; 499 means that the client disconnected early',
	requestSeconds: 'Time from a request to the end of its answer',
	inFlight: 'Requests in progress',
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

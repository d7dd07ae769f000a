/** Answers that cannot be read. */
export const answerMessages = {
	empty: 'The answer is empty.',
	/** `serverId`, `command`: what the answer names, where that is not what was asked. */
	stray: ({serverId, command}: {serverId?: string; command?: string}) => {
		const server = serverId === undefined ? [] : [`another server (${serverId})`];
		const other = command === undefined ? [] : [`another command (${command})`];
		return `The answer names ${[...server, ...other].join(' and ')}.`;
	},
	unexpected: (reason: string) => `The answer has an unexpected form (${reason}).`,
	cutOff: 'The answer is not valid JSON: it ends in its middle.',
	noJson: 'The answer is not valid JSON.',
	webPage:
		'The answer is a web page, not one of the service: check the base URL, and whether a proxy wants a login.',
};

/** Requests that are not sent, or of which nothing came back. */
export const requestMessages = {
	readOnly: 'Not sent: this session is read-only.',
	raw: (method: string) => `${method} (raw)`,
	noMethod: 'Not sent: the method must be one word.',
	noPath: 'Not sent: give a path, such as /team/my, without the host.',
	tooDeep: (levels: number) => `Not sent: the body nests deeper than ${levels} levels.`,
	givenUp: 'The request was given up.',
	noAnswer: (host: string, seconds: number) => `${host} did not answer within ${seconds} s.`,
	notReached: (host: string, seconds: number) =>
		`${host} could not be reached within ${seconds} s: check the network and the proxy.`,
	tooLarge: (host: string) => `The answer of ${host} is larger than this program reads.`,
	noHttp: (host: string) => `What ${host} answers is not HTTP that can be read: check the base URL.`,
	broke: (host: string) => `The connection to ${host} broke before the answer was complete.`,
	failed: 'the exchange failed',
	/** The setting that names the service. */
	setting: 'the base URL',
};

/** What the status of an answer says, where the service has no words that are known. */
export const refusalMessages = {
	noPermission: 'These credentials lack a permission.',
	noCredentials: 'No credentials are set.',
	wrongCredentials: 'The service does not accept these credentials.',
	notAllowed: 'The service does not allow this.',
	notKnown: 'The service does not know this.',
	wrongState: 'The state of the server does not allow this now.',
	tooMany: 'The service asks for fewer requests.',
	serviceFailed: (status: number) => `The service failed (${status}).`,
	refused: (status: number) => `The service refused (${status}).`,
	/** `origin`: of the address that it names, where that is another one. */
	redirects: (host: string, origin: string | undefined) =>
		`${host} redirects to ${origin ?? 'another path'}, which is not followed: check the base URL.`,
};

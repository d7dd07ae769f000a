/** Unreadable answers. */
export const answerMessages = {
	empty: 'The answer is empty.',
	/** `serverId`, `command`: those in the answer, if they differ from the request. */
	stray: ({serverId, command}: {serverId?: string; command?: string}) => {
		const server = serverId === undefined ? [] : [`another server (${serverId})`];
		const other = command === undefined ? [] : [`another command (${command})`];
		return `The answer is for ${[...server, ...other].join(' and ')}.`;
	},
	unexpected: (reason: string) => `The answer has an unexpected format (${reason}).`,
	cutOff: 'The answer is incomplete: the JSON ends early.',
	noJson: 'The answer is not valid JSON.',
	tooManyValues: 'The answer contains too many values.',
	webPage: 'The answer is a web page. Check the base URL, and whether a proxy asks for a login.',
};

/** Requests that are not sent or get no answer. */
export const requestMessages = {
	readOnly: 'Not sent: this session is read-only.',
	raw: (method: string) => `${method} (raw)`,
	noMethod: 'Not sent. The method must be one word.',
	noPath: 'Not sent. Use a path without the host, such as /team/my.',
	tooDeep: (levels: number) => `Not sent. The body has more than ${levels} levels.`,
	givenUp: 'The request was canceled.',
	noAnswer: (host: string, seconds: number) => `${host} did not answer within ${seconds}s.`,
	notReached: (host: string, seconds: number) =>
		`${host} could not be reached within ${seconds}s. Check the network and the proxy.`,
	tooLarge: (host: string, size: string) => `The answer from ${host} is larger than ${size}.`,
	noHttp: (host: string) => `${host} did not answer with valid HTTP. Check the base URL.`,
	broke: (host: string) => `The connection to ${host} was lost before the answer was complete.`,
	failed: 'the request failed',
	/** The setting for the URL of the service. */
	setting: 'the base URL',
};

/** The meaning of a status without a known error key. */
export const refusalMessages = {
	noPermission: 'These credentials lack a permission. Ask the team owner to add it.',
	noCredentials: 'No credentials are set.',
	wrongCredentials: 'The service does not accept these credentials.',
	notAllowed: 'The service does not allow this.',
	notKnown: 'Not found, or it belongs to another team.',
	wrongState: 'The server cannot do this in its current state.',
	tooMany: 'Too many requests. Wait, then try again.',
	serviceFailed: (status: number) => `The service failed (${status}).`,
	refused: (status: number) => `The service refused the request (${status}).`,
	/** `origin`: the origin of the target, if it is a different one. */
	redirects: (host: string, origin: string | undefined) =>
		`${host} redirects to ${origin ?? 'another path'}. Redirects are not followed. Check the base URL.`,
};

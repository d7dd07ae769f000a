const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
		message: (server: string, isRestart: boolean, at: number | undefined) =>
			`The service ended during the ${isRestart ? 'restart' : 'stop'} of ${server}` +
			`${at === undefined ? '' : ` at ${minute(at)}`}. Too much time has passed, so it was not resumed.`,
	},
	tooLate: (server: string, isRestart: boolean, dueAt: number) =>
		`${server} was not ${isRestart ? 'restarted' : 'stopped'}: the service was not running at ${minute(dueAt)}.`,
	stopTimedOut: (seconds: number) => `It did not end within ${seconds}s.`,
	noSecret: (source: string) => `${source} has no console password in its first line.`,
	unreadableSecret: (problem: string) => `The console password: ${problem}`,
};

const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const nothing = (isRestart: boolean) => `nothing was ${isRestart ? 'restarted' : 'stopped'}`;
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What the local service reports about the servers that it did not create. */
export const ownServerMessages = {
	silentConsole: 'Its console does not answer.',
	notObserved: 'The server has not been observed yet.',
	noStart: 'The service cannot start this server: its settings name no driver that could.',
	noStop:
		'The service cannot stop this server: its console has no command for it, and its settings name no driver.',
	noKill: 'The service cannot kill this server: its settings name no driver that could.',
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
		title: 'Order not finished',
		message: (server: string, isRestart: boolean, at: number | undefined) =>
			`The service ended during the ${isRestart ? 'restart' : 'stop'} of ${server}` +
			`${at === undefined ? '' : ` at ${minute(at)}`}. That is too long ago: it was not continued.`,
	},
	tooLate: (server: string, isRestart: boolean, dueAt: number) =>
		`${server}: the service was not running at ${minute(dueAt)}; ${nothing(isRestart)}.`,
	stopTimedOut: (seconds: number) => `It did not end within ${seconds}s.`,
	noSecret: (source: string) => `${source} has no console password in its first line.`,
	unreadableSecret: (problem: string) => `The console password: ${problem}`,
};

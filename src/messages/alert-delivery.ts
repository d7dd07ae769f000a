import {plural} from '../lib/plural.ts';

/** Texts of alerts, for people who are not at the screen. */
export const alertTextMessages = {
	test: (profile: string) => `[${profile}] Test alert from rcondeck`,
	down: (profile: string, what: string) => `[${profile}] Down: ${what}`,
	up: (profile: string, what: string) => `[${profile}] Back: ${what}`,
	server: (name: string, state: string, since: string) => `${name} ${state} since ${since}`,
	node: (name: string, state: string, since: string) => `node ${name} ${state} since ${since}`,
	service: (since: string) => `the service, since ${since}`,
	affected: (count: number, names: string) => ` (${plural(count, 'server')}: ${names})`,
	more: (count: number) => ` and ${count} more`,
};

/** Why an alert was not delivered. Nothing secret is in these sentences: of an address only the host. */
export const alertProblems = {
	noTarget: '[alerts] names neither a command nor a webhook',
	webhook: {
		status: (host: string, status: number) => `the webhook on ${host} answered ${status}`,
		noAnswer: (host: string, seconds: number) => `the webhook on ${host} did not answer within ${seconds}s`,
		/** What to check where the host cannot be reached. */
		setting: 'the webhook',
	},
	command: {
		notStarted: (command: string, reason: string) => `${command} was not started (${reason})`,
		exited: (command: string, code: number, said: string) =>
			`${command} exited with ${code}${said === '' ? '' : `: ${said}`}`,
		killed: (command: string, signal: string) => `${command} was ended by ${signal}`,
		timeout: (command: string, seconds: number) => `${command} did not exit within ${seconds}s`,
	},
};

/** Alerts in the TUI, in line mode and in `rcondeck alerts`. */
export const alertNotices = {
	failed: (reasons: readonly string[]) => `Alert not delivered: ${reasons.join('; ')}.`,
	partly: (reasons: readonly string[]) => `Alert partly delivered: ${reasons.join('; ')}.`,
};

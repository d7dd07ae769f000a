import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** What happened while no session was open. Times are formatted already. */
export const awayMessages = {
	title: (time: string) => `While you were away (${time})`,
	nothing: (title: string) => `${title}: nothing changed.`,
	summary: (title: string, count: number): Message =>
		message`${title}: ${plural(count, 'change')}; ${key('app.palette')}away shows them.`,
	none: 'There is no report: no earlier session saw these servers, or one ended less than 5m before this start.',
	palette: {usage: 'away', help: 'Show again what happened while you were away, before this session'},
	line: (title: string, text: string) => `${title}: ${text}`,
	labels: {changed: 'CHANGED', isNew: 'NEW', gone: 'GONE', due: 'DUE', others: 'OTHERS', cut: 'CUT'},
	changed: (server: string, state: string, before: string, seen: string) =>
		`${server}  ${state} now; ${before} when last seen ${seen}`,
	isNew: (server: string, state: string) => `${server}  ${state} now; not in the list before`,
	gone: (server: string, state: string, seen: string) =>
		`${server}  gone from the list; ${state} when last seen ${seen}`,
	due: (server: string, action: string, moment: string, state: string | undefined) =>
		`${server}  ${action} came due ${moment}${state === undefined ? '' : `; ${state} now`}`,
	/** `by`: the admin who sent all of them. */
	others: (server: string, count: number, moment: string, command: string, by = 'others') =>
		`${server}  ${plural(count, 'command')} by ${by}, ${count === 1 ? '' : 'the last '}${moment}: ${command}`,
};

import {plural} from '../lib/plural.ts';

/** What happened while no session was open. Times are formatted already. */
export const awayMessages = {
	title: (time: string) => `While you were away (${time})`,
	nothing: (title: string) => `${title}: nothing changed.`,
	summary: (title: string, count: number) => `${title}: ${plural(count, 'change')}. The timeline has them.`,
	line: (title: string, text: string) => `${title}: ${text}`,
	labels: {changed: 'CHANGED', isNew: 'NEW', gone: 'GONE', due: 'DUE', others: 'OTHERS', cut: 'CUT'},
	changed: (server: string, state: string, before: string, seen: string) =>
		`${server}  ${state} now; ${before} when last seen ${seen}`,
	isNew: (server: string, state: string) => `${server}  ${state} now; not in the list before`,
	gone: (server: string, state: string, seen: string) =>
		`${server}  gone from the list; ${state} when last seen ${seen}`,
	due: (server: string, action: string, moment: string, state: string | undefined) =>
		`${server}  ${action} came due ${moment}${state === undefined ? '' : `; ${state} now`}`,
	others: (server: string, count: number, moment: string, command: string) =>
		`${server}  ${plural(count, 'command')} by others, the last ${moment}: ${command}`,
};

import {formatDuration} from '../lib/time/ago.ts';
import {alternative, duration, joinMessages, message, type Message} from './text.ts';

/** One screen with what matters at the start of a shift. */
export const dashboardMessages = {
	/** Headers beside the chart; `counts`: of the columns after the name. */
	groups: {node: 'NODE', game: 'GAME', counts: 'PLAYERS  SERVERS'},
	/** The first column. */
	kinds: {alert: 'alert', due: 'due', job: 'job', event: 'event'},
	players: (players: string, ms: number, range: string): Message =>
		message`${players}; last ${duration(ms)}: ${range}`,
	/** Line mode has no chart. */
	note: (counts: readonly string[], players: Message): Message =>
		alternative('', joinMessages([counts.join(' '), players], ', ')),
	none: {
		alert: 'no server needs attention',
		due: 'nothing is scheduled',
		job: 'no job is running',
		event: 'no events yet',
	},
	plansNotRead: 'automations are not loaded yet',
	more: (count: number, where: Message): Message => message`and ${count} more: ${where} shows them`,
	inTime: (ms: number): Message =>
		message`in ${alternative(formatDuration(ms), formatDuration(ms, 'spoken'))}`,
	now: 'now',
	acknowledged: 'acknowledged',
	scheduled: (action: string, time: string, source: 'node' | 'here') =>
		`${action} at ${time}, ${source === 'node' ? 'reported by its node' : 'scheduled here'}`,
	automation: (time: string) => `automation at ${time}`,
	node: (status: string, carried: string) => `node ${status} (${carried})`,
	/** The newest failed run of an automation; `since`: the start of the oldest of `count`. */
	failedRuns: ({
		status,
		reason,
		count,
		since,
	}: {
		status: string | undefined;
		reason: string | undefined;
		count: number;
		since: string | undefined;
	}) => {
		const often = count < 2 ? '' : ` ${count}x${since === undefined ? '' : ` since ${since}`}`;
		return `${status ?? 'ended'}${often}${reason === undefined ? '' : `: ${reason}`}`;
	},
	job: (title: string, status: string, progress: string, next: string | undefined) =>
		`${title}: ${status}, ${progress}${next === undefined ? '' : `, next ${next}`}`,
};

import {formatDuration} from '../lib/time/ago.ts';
import {alternative, duration, joinMessages, message, type Message} from './text.ts';

/** One screen with what matters at the start of a shift. */
export const dashboardMessages = {
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
	more: (count: number, where: Message): Message => message`+${count} more: ${where}`,
	inTime: (ms: number): Message =>
		message`in ${alternative(formatDuration(ms), formatDuration(ms, 'spoken'))}`,
	now: 'now',
	acknowledged: 'acknowledged',
	scheduled: (action: string, time: string, source: 'node' | 'here') =>
		`${action} at ${time}, ${source === 'node' ? 'reported by its node' : 'scheduled here'}`,
	automation: (time: string) => `automation at ${time}`,
	node: (status: string, carried: string) => `node ${status} (${carried})`,
	job: (title: string, status: string, progress: string, next: string | undefined) =>
		`${title}: ${status}, ${progress}${next === undefined ? '' : `, next ${next}`}`,
};

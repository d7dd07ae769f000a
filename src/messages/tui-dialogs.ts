import {formatDuration} from '../lib/ago.ts';
import type {CommandId} from './command-ids.ts';
import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** Hidden parts of a dialog that does not fit. */
export const formMessages = {
	rowsAbove: (count: number, pageUp: Message): Message => message`… ${plural(count, 'row')} above: ${pageUp}`,
	moreCharacters: (count: number) => `… ${count} more characters`,
};

/** Jobs and watches. */
export const jobsDialogMessages = {
	title: (count: number) => `Jobs ${count}`,
	none: message`No jobs: select servers with ${key('list.select')}, then ${key('servers.start')}, ${key('servers.stop')}, ${key('servers.restart')} or ${key('servers.broadcast')}; ${key('watch.start')} watches a command.`,
	watchKeys: (isRunning: boolean): Message =>
		message`${isRunning ? message`${key('jobs.abort')} end  ` : ''}${key('jobs.pageDown')}  ${key('jobs.leave')}`,
	keyFor: (id: CommandId, word: string): Message => message`${key(id)} ${word}`,
	/** `command`: the command line for the remaining work. */
	rest: (command: string) => `To send the rest: ${command}`,
	rowsBelow: (count: number): Message => message`${count} more rows, ${key('jobs.pageDown')}`,
	started: (progress: string, ageMs: number) => `${progress}  started ${formatDuration(ageMs)} ago`,
	/** `reason`: why the job waits. */
	waits: (reason: string): Message =>
		message`${reason}; ${key('jobs.pause')} resumes the rest, ${key('jobs.abort')} aborts it`,
	/** After the problem of a server. */
	stateNow: (state: string) => `; now ${state}`,
	moreSteps: (count: number) => `and ${count} more`,
};

/** A watch among the jobs. */
export const watchRowMessages = {
	/** `every`: its interval. */
	title: (command: string, every: string) => `Watch ${command} ${every}`,
	changes: (count: number) => `changes ${count}`,
	/** `server`: the name of the only server. */
	on: (servers: number, server: string | undefined, state: string) =>
		`on ${servers > 1 ? `${servers} servers` : (server ?? 'no server')}: ${state}`,
	ago: (ageMs: number) => `${formatDuration(ageMs)} ago`,
	changedAgo: (ageMs: number) => `changed ${formatDuration(ageMs)} ago`,
	noAnswerYet: 'no answer yet',
	fewerLines: (count: number) => `${plural(count, 'line')} fewer than before`,
	unchangedLines: (count: number) => `… ${plural(count, 'unchanged line')}`,
	noOutput: '(no output)',
};

export const menuMessages = {
	keys: message`letter or ${key('menu.choose')}, ${key('menu.leave')}`,
};

export const paletteMessages = {
	placeholder: 'Type a part of a command',
	nothingFits: message`no match  ${key('palette.leave')} close`,
};

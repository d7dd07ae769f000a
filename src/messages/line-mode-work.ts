import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** Jobs and watches. */
export const lineWorkMessages = {
	jobsTakes:
		'PROBLEM Use :jobs with pause, go, abort, start, retry, skip, undo or acknowledge, and the number of a job or watch.',
	noJobs: 'No jobs or watches in this session.',
	noSuchJob: 'There is no job for that.',
	noJobNumber: (number: string) => `PROBLEM There is no job ${number}.`,
	alreadyRunning: 'It is already running.',
	alreadyPaused: 'It is already paused.',
	leftOut: 'skipped',
	place: (over: number, total: number) => `, ${over} of ${total}`,
	step: (job: string, step: string, place: string) => `JOB ${job}: ${step}${place}`,
	pausedNext: '; :jobs go resumes the rest, :jobs abort aborts it',
	status: (job: string, status: string, reason: string | undefined, next: string) =>
		`JOB ${job}: ${status === 'running' ? 'resumed' : status}${reason === undefined ? '' : `, ${reason}`}${next}`,
	summary: (summary: string) => `JOB ${summary}`,
	watch: (
		number: number,
		command: string,
		seconds: number,
		servers: string,
		changes: number,
		state: string,
	) =>
		`WATCH ${number}, ${command} every ${plural(seconds, 'second')} on ${servers}, ${plural(changes, 'change')}, ${state}`,
	job: (number: number, title: string, status: string, progress: string, reason: string | undefined) =>
		`JOB ${number}, ${title}, ${status}, ${progress} done${reason === undefined ? '' : `, ${reason}`}`,
	noAnswerYet: 'no answer yet',
	watchHead: (server: string, command: string) => `WATCH ${server}, ${command}`,
	fewer: (count: number) => `, ${plural(count, 'line')} fewer`,
	changed: (head: string, fewer: string) => `${head} changed${fewer}`,
	changedTo: (head: string, fewer: string, line: string) => `${head} changed${fewer}: ${line}`,
	changedLines: (head: string, fewer: string, count: number) => `${head} changed${fewer}, ${count} lines:`,
};

/** Lists of nodes, automations, runs and members. */
export const lineListMessages = {
	whichRow: (list: string) => `PROBLEM Which one? :${list} lists them.`,
	notKnownYet: (pluralName: string) => `The ${pluralName} are not loaded yet.`,
	noneFound: (reason: string, list: string) => `PROBLEM ${reason} :${list} lists them.`,
	unreadable: (pluralName: string, problem: string) => `PROBLEM The ${pluralName} cannot be read: ${problem}`,
	unreadableRow: (name: string, reason: string) => `WARNING ${name}, ${reason}`,
	notReadYet: 'not loaded yet',
	readAgo: (ms: number) => `updated ${formatDuration(ms, 'spoken')} ago`,
	part: (shown: number, all: number) => `${shown} of ${all}`,
};

/** The timeline and files. */
export const lineTimelineMessages = {
	/** After an entry that stands for several. */
	listsEach: '; :timeline states lists each',
	ago: (ms: number) => `${formatDuration(ms, 'spoken')} ago,`,
	handoverTakes: 'PROBLEM Use :handover alone, or :handover markdown.',
	exportTakes: 'PROBLEM Use :export alone, or :export timeline.',
	notRecording: 'No transcript is recording.',
};

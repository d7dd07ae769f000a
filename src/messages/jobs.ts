import type {
	Gate,
	Job,
	JobAction,
	JobRepair,
	JobStatus,
	JobStep,
	JobVerb,
	StepProblem,
} from '../contract/models/job.ts';
import type {PowerVerb} from '../contract/power.ts';
import {broadcastMessages} from './broadcast.ts';
import {playerActionMessages} from './players.ts';
import {rollingMessages} from './power.ts';
import type {CommandId} from './key-words.ts';
import {alternative, key, message, type SegmentRenderer} from './text.ts';
import {example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';
import {formatDuration, type TextStyle} from '../lib/time/ago.ts';
import {writeDuration} from '../lib/time/duration.ts';

const cancelsOnServer = message`${key('view.undo')} on a server cancels its task`;
const cancelsTask = '`rcondeck tasks` lists the tasks, which can be canceled by ID.';

/** Jobs in the background, and their steps on each server. */
export const jobMessages = {
	none: 'There are no jobs.',
	jobOver: 'This job has ended.',
	watchOver: 'This watch has ended.',
	/** After the progress of the job. */
	failed: (count: number) => ` ${count} failed`,
	unknown: (count: number) => ` ${count} unknown`,
	skipped: (count: number) => ` ${count} skipped`,
	endedByUser: 'you ended it',
	noneDown: 'No server of this job is down.',
	noneFailed: 'No server of this job has failed.',
	leftGate: (server: string) =>
		message`${server} is no longer waiting at its gate. ${key('jobs.nextGate')} highlights another server that does.`,
	noneWaits: 'No server of this job is waiting at its gate.',
	/** Why there is nothing to retry. */
	waits: (server: string) =>
		message`${server} is waiting at its gate: ${key('jobs.isBack')} if it is back, ${key('jobs.skip')} to skip it, ${key('jobs.wait')} to wait longer.`,
	decided: {
		back: (server: string) => `${server}: confirmed as done.`,
		skipped: (server: string) => `${server}: skipped. Its request was sent.`,
	},
	tooSoon: (server: string) => `${server} was just polled. Press the key again in a moment.`,
	longer: (server: string, limit: string) => `${server}: waiting up to ${limit}.`,
	/** The failed servers are down: a restart would be refused. */
	startInstead: message`The failed servers are down: ${key('jobs.startSet')} starts them.`,
	sentAgain: 'A later job has sent the same action to the failed servers.',
	nothingWrong: 'Nothing is wrong with this job.',
	nothingScheduled: 'Nothing that this job has scheduled can be canceled.',
	othersScheduled: message`Nothing was canceled: no scheduled task is known to belong to this job. ${alternative(
		message`${cancelsOnServer}, ${key('nodes.cancel')} on a node cancels any task.`,
		message`${cancelsOnServer}, ${key('nodes.cancel')} on a node cancels any task.`,
		cancelsTask,
	)}`,
	leftOut: (servers: readonly string[]) =>
		message`Skipped, because their tasks may not belong to this job: ${servers.slice(0, 3).join(', ')}${servers.length > 3 ? ` and ${servers.length - 3} more` : ''}. ${alternative(message`${cancelsOnServer}.`, message`${cancelsOnServer}.`, cancelsTask)}`,
	isWatch: 'Only for jobs, not for watches',
	acknowledged: 'Acknowledged.',
	/** The words for keys of the jobs dialog. */
	keys: {
		continue: 'resume',
		pause: 'pause',
		abort: 'abort the rest',
		isBack: (server: string | undefined) => `${server === undefined ? '' : `${server} `}is back`,
		skip: 'skip',
		wait: 'wait longer',
		nextGate: 'next gate',
		start: 'start',
		retry: 'retry',
		undo: 'undo',
		acknowledge: 'acknowledge',
	},
	statuses: {
		running: 'running',
		paused: 'paused',
		aborted: 'aborted',
		done: 'done',
		cut: 'cut short',
	} satisfies Record<JobStatus, string>,
};

type TitledJob = Pick<Job, 'action' | 'force' | 'steps' | 'subject'>;

/**
The words of a kind of job. `arrived` and `sent`: what a server has done that is done, if its state proves it and if not.
`reached`: the state that proves it.
*/
type JobWords = {
	noun: string;
	arrived?: string;
	reached?: string;
	sent: string;
	title: (job: TitledJob) => string;
};

const powerWords = (verb: PowerVerb, words: Pick<JobWords, 'noun' | 'arrived' | 'reached'>): JobWords => ({
	...words,
	sent: 'accepted',
	title: ({force, steps}) => rollingMessages.jobTitle(verb, force, steps.length),
});

const jobWords: Record<JobAction, JobWords> = {
	start: powerWords('start', {noun: 'Start', arrived: 'up', reached: 'online'}),
	stop: powerWords('stop', {noun: 'Stop', arrived: 'stopped', reached: 'offline'}),
	restart: powerWords('restart', {noun: 'Restart', arrived: 'back', reached: 'back online'}),
	broadcast: {
		noun: 'Broadcast',
		sent: 'sent',
		title: ({steps}) => broadcastMessages.titleForSeveral(steps.length),
	},
	'ban-player': {
		noun: 'Ban',
		sent: 'sent',
		title: ({subject, steps}) => playerActionMessages.ban.titleForSeveral(subject?.name, steps.length),
	},
	'unban-player': {
		noun: 'Unban',
		sent: 'sent',
		title: ({subject, steps}) => playerActionMessages.unban.titleForSeveral(subject?.name, steps.length),
	},
};

/** For example `Restart of 8 servers`. */
export const jobTitle = (job: TitledJob): string => jobWords[job.action].title(job);

/** Why a step failed, or its outcome is unknown. */
function failureText({status, doubt, problem}: Pick<JobStep, 'status' | 'doubt' | 'problem'>): string {
	const doubtful = doubt && doubtText(doubt);
	return [doubtful, problem && problemText(problem)].filter(Boolean).join('; ') || status;
}

/** The progress on one server, to be shown beside its name and the word of its status. */
function stepText(
	{status, retry, doubt, tookMs, isTold, problem}: Omit<JobStep, 'serverId' | 'name'>,
	{action}: Pick<Job, 'action'>,
): string {
	const doubtful = doubt && `${doubtText(doubt)}; `;
	switch (status) {
		case 'waiting':
			return '';
		case 'sending':
			return retry ? `not sent (${retry.reason}), retrying in ${formatDuration(retry.delayMs)}` : 'sending';
		case 'gate':
			return `${doubtful ?? ''}waiting at the gate`;
		case 'done':
			if (isTold) return `${doubtful ?? ''}done, confirmed by you`;
			return tookMs === undefined
				? 'done'
				: `${doubtful ?? ''}${jobWords[action].reached ?? 'done'} after ${formatDuration(tookMs)}`;
		case 'failed':
		case 'unknown':
			return failureText({status, doubt, problem});
		case 'skipped':
			return 'nothing was sent';
	}
}

/**
A server that waits for its gate. `state`: the last one seen, `seenMs` ago; undefined: it left the list. `isFailing`: the
service does not answer.
*/
export type GateProgress = Gate &
	Pick<JobStep, 'doubt'> & {
		state: string | undefined;
		/** Negative until a delayed action is due. */
		elapsedMs: number;
		seenMs: number;
		isFailing: boolean;
	};

/** For example `RESTARTING 12s of 5m, seen 1s ago`. `bar` is shown after the times. */
function gateText(gate: GateProgress, style: TextStyle = 'short', bar = ''): string {
	const {state = 'not in the list', elapsedMs, withinMs, seenMs, isFailing, awaits, doubt} = gate;
	const time = (ms: number) => formatDuration(ms, style);
	const times =
		elapsedMs <= -1000
			? `${state}, due in ${time(-elapsedMs)}`
			: `${state} ${time(elapsedMs)} of ${writeDuration(withinMs, style)}${bar}`;
	const seen = isFailing ? `polls fail, seen ${time(seenMs)} ago` : `seen ${time(seenMs)} ago`;
	const waitsFor =
		awaits === 'change' ? 'unchanged' : awaits === 'state' ? undefined : `no answer to ${awaits.command} yet`;
	return [
		times,
		seen,
		...(elapsedMs <= -1000 || waitsFor === undefined ? [] : [waitsFor]),
		...(doubt ? [doubtText(doubt)] : []),
	].join(', ');
}

/** A sentence of the service that is quoted in a message. */
const withoutPeriod = (reason: string) => reason.replace(/\.$/, '');

const doubtText = ({reason}: NonNullable<JobStep['doubt']>): string =>
	reason === undefined ? 'no answer, it may have run' : `it may have run (${withoutPeriod(reason)})`;

function problemText(problem: StepProblem): string {
	switch (problem.kind) {
		case 'refused':
			return `refused: ${withoutPeriod(problem.reason)}`;
		case 'notSent':
			return `not sent: ${withoutPeriod(problem.reason)}`;
		case 'offline':
			return 'went offline and stayed offline';
		case 'crashed':
			return `crashed: ${problem.state}`;
		case 'unscheduled':
			return 'no longer scheduled';
		case 'unchanged':
			return `no change within ${writeDuration(problem.withinMs)}`;
		case 'state':
			return `${problem.state ?? 'gone from the list'} after ${writeDuration(problem.withinMs)}`;
		case 'unanswered':
			return `up, but did not answer ${problem.command}`;
		case 'cut':
			return 'sent, not confirmed: rcondeck ended';
		case 'skipped':
			return 'sent, not confirmed: skipped';
	}
}

/** The outcome of a job. `done`: servers that are where they should be; `problems`: one text for each other. */
type JobSummary = Pick<Job, 'action' | 'status' | 'aim'> & {
	done: number;
	total: number;
	problems: readonly string[];
	/** Servers to which nothing was sent. */
	unsent: number;
};

/** For example `Restart: 7 of 8 back; Extra 0004 OFFLINE since 07:07`. */
function jobSummary({action, status, aim, done, total, problems, unsent}: JobSummary): string {
	const {noun, arrived, sent} = jobWords[action];
	const head = `${noun}${statusMarks[status]}`;
	const goal = (aim && arrived) ?? sent;
	const named = problems.slice(0, maxNamed);
	const more = problems.length - named.length;
	const parts = [
		`${done} of ${total} ${goal}`,
		...named,
		...(more > 0 ? [`${more} more`] : []),
		...(unsent > 0 ? [`${unsent} not sent`] : []),
	];
	return `${head}: ${parts.join('; ')}`;
}

const maxNamed = 3;
const statusMarks: Record<JobStatus, string> = {
	running: '',
	paused: ' PAUSED',
	aborted: ' aborted',
	done: '',
	cut: ' cut short',
};

/** A server of a job that is not where it should be, as a part of the summary. */
const problemMessages = {
	/** `since`: the time of day, undefined if nobody saw the change. */
	inState: (server: string, state: string, since: string | undefined) =>
		`${server} ${state}${since === undefined ? '' : ` since ${since}`}`,
	unconfirmed: (server: string) => `${server} not confirmed`,
	other: (server: string, problem: string) => `${server} ${problem}`,
	problemOf: (server: string, problem: string) => `${server}: ${problem}`,
};

/** The outcomes of jobs, in words. */
export const jobTexts = {
	action: (action: JobAction) => jobWords[action].noun.toLowerCase(),
	step: stepText,
	failure: failureText,
	gate: gateText,
	summary: jobSummary,
	...problemMessages,
};

/** A rolling action without the TUI. */
export const rollingCommandMessages = {
	pausedElsewhere: (jobId: string) =>
		`Paused by another rcondeck process. To continue: rcondeck job continue ${jobId}`,
	readOnly: 'Not sent: this session is read-only.',
	started: (title: string, atOnce: number, proof: string) =>
		`${title}, ${atOnce} at a time. The next server starts when one is done: ${proof}.`,
	/** `progress`: such as `1/3`. `leftMs`: how much longer it takes, if known. `gates`: the servers that are waited for. */
	progress: (progress: string, leftMs: number | undefined, gates: readonly string[]) =>
		[progress, ...(leftMs === undefined ? [] : [`about ${formatDuration(leftMs)} left`]), ...gates].join(
			'  ',
		),
	question: (problem: string) => `${problem}. Skip it and send the rest? (y/N) `,
	ended: (summary: string) => `${summary}.`,
	deadlineOver: 'The --deadline has passed.',
	notProved: (servers: string) => ` Sent, but not confirmed: ${servers}.`,
	notSent: (count: number, rest: string | undefined) =>
		`${count} not sent.${rest === undefined ? '' : ` To send the rest: ${rest}`}`,
	endedBefore: 'Not sent: the rolling action ended early.',
	whenEnded: (step: string) => `${step} when interrupted`,
};

/** How a running job answers what another program asks of it. */
export const jobRequestMessages = {
	over: 'The job has ended.',
	paused: 'Paused. Requests that were sent continue on the service.',
	continued: 'Continued.',
	aborted: (unsent: number) =>
		`Aborted: ${plural(unsent, 'server')} left out. Requests that were sent continue on the service.`,
	skipped: (servers: readonly string[]) => `Skipped: ${servers.join(', ')}.`,
	skippedGate: (server: string) => `${server} skipped at its gate. Its request was sent.`,
	back: (server: string) => `${server}: confirmed as done.`,
	extended: (server: string, limit: string) => `${server}: waiting up to ${limit}.`,
	noneWaits: 'No server of this job has failed or is waiting at its gate.',
	doesNotWait: 'The server has not failed and is not waiting at its gate.',
	severalWait: (servers: readonly string[]) =>
		`Several servers are waiting at their gates. Specify one: ${servers.join(', ')}.`,
};

/** The commands for the keys of the jobs dialog; `[]`: the key moves in the dialog. */
export const commandsOfJobKeys: Record<
	Extract<CommandId, `jobs.${string}`>,
	readonly (JobVerb | JobRepair | 'list')[]
> = {
	'jobs.open': ['list'],
	'jobs.down': [],
	'jobs.up': [],
	'jobs.pageDown': [],
	'jobs.pageUp': [],
	'jobs.nextGate': [],
	'jobs.previousGate': [],
	'jobs.leave': [],
	'jobs.pause': ['pause', 'continue'],
	'jobs.abort': ['abort'],
	'jobs.isBack': ['back'],
	'jobs.wait': ['extend'],
	'jobs.skip': ['skip'],
	'jobs.retry': ['retry'],
	'jobs.startSet': ['start'],
	'jobs.undo': ['undo'],
	'jobs.acknowledge': ['acknowledge'],
};

const isJobKey = (id: CommandId): id is keyof typeof commandsOfJobKeys =>
	Object.hasOwn(commandsOfJobKeys, id);

/** How a message about a job names its keys in a shell. */
export const jobSegments = (jobId: string): SegmentRenderer => ({
	kind: 'shell',
	keyLabel: id => (isJobKey(id) ? `\`rcondeck job ${commandsOfJobKeys[id].join(' or ')} ${jobId}\`` : id),
});

/** `rcondeck job` */
export const jobCommandMessages = {
	description: 'List, pause, continue, abort and repair jobs on this machine',
	examples: [
		example('List the running jobs', 'rcondeck jobs'),
		example('Pause a job by the start of its ID', 'rcondeck job pause 3f2a'),
	],
	list: {
		description: 'List the jobs of all rcondeck processes; without a service, those of all services',
		examples: [example('Include the jobs that ended in the last 7 days', 'rcondeck job list --all')],
	},
	show: {
		description: 'Show a job with each of its servers',
		examples: [example('Show a job', 'rcondeck job show 3f2a')],
	},
	pause: {
		description: 'Pause a job before its next request',
		examples: [example('Pause a job', 'rcondeck job pause 3f2a')],
	},
	continue: {
		description: 'Continue a paused job, without the server that stopped it',
		examples: [example('Continue a job', 'rcondeck job continue 3f2a')],
	},
	skip: {
		description: 'Skip the failed servers, or stop waiting for a server at its gate',
		examples: [example('Skip a server at its gate', 'rcondeck job skip 3f2a ark-isl-1')],
	},
	abort: {
		description: 'End a job without sending its remaining requests',
		examples: [example('Abort a job without asking', 'rcondeck job abort 3f2a --yes')],
	},
	back: {
		description: 'Confirm that a server at its gate is done',
		examples: [example('Confirm that a server is back', 'rcondeck job back 3f2a ark-isl-1')],
	},
	extend: {
		description: 'Give a server at its gate five more minutes',
		examples: [example('Wait longer for a server', 'rcondeck job extend 3f2a ark-isl-1')],
	},
	acknowledge: {
		description: 'Acknowledge the problems of a job, so that they are no longer reported',
		examples: [example('Acknowledge a job that was cut short', 'rcondeck job acknowledge 3f2a')],
	},
	retry: {
		description: 'Send the action again to the servers where it certainly failed, as a new job',
		examples: [
			example('Show the requests of a retry', 'rcondeck job retry 3f2a --dry-run'),
			example('Retry the failed servers of a job', 'rcondeck job retry 3f2a --yes'),
		],
	},
	start: {
		description: 'Start the servers that the job stopped, or that did not come back',
		examples: [example('Start the servers of a job that are down', 'rcondeck job start 3f2a')],
	},
	undo: {
		description: 'Cancel the scheduled actions of the job',
		examples: [example('Cancel what a job has scheduled', 'rcondeck job undo 3f2a')],
	},
	verbOf: (word: JobVerb | JobRepair) => `job ${word}`,
	notListed: (server: string) => `Skipped, because it is not in the server list: ${server}.`,
	noneListed: 'None of these servers is in the list.',
	stillPaused: (jobId: string) =>
		`The job itself is still paused. To continue it: rcondeck job continue ${jobId}`,
	idHelp: 'Job ID from `rcondeck jobs`, or its first characters',
	serverHelp: 'Server of the job (ID, name or a unique part of it; needed if several wait)',
	allHelp: 'Include jobs that have ended in the last 7 days',
	rest: 'Send the rest',
	/** Where a name is searched. */
	serverOfJob: 'server of this job',
	none: 'No jobs are running.',
	notFound: (word: string) => `There is no job "${word}". Run \`rcondeck job list --all\` for IDs.`,
	whereServersAre: 'Run `rcondeck job show` with the ID of the job.',
	noSuchServer: (word: string) => `The job has no server "${word}".`,
	whereJobsAre: 'Run `rcondeck job list --all` for IDs.',
	readOnly: 'Not sent: this session is read-only.',
	abortSummary: (title: string, unsent: number) =>
		`Abort the ${title.charAt(0).toLowerCase()}${title.slice(1)}: ${plural(unsent, 'server')} left out`,
	over: (status: string) => `The job has ended (${status}).`,
	cut: (rest: string | undefined) =>
		`The program that ran the job has ended. Nothing more is sent.${rest === undefined ? '' : ` To send the rest: ${rest}`}`,
	settled: (unsent: number) =>
		`Aborted: ${plural(unsent, 'server')} left out. The program that ran the job had already ended.`,
	noAnswer: (seconds: number) =>
		`The program that runs the job did not respond within ${seconds}s; it may be suspended. The request was withdrawn, and nothing has changed.`,
	unknown:
		'The program that runs the job accepted the request but did not answer. Run `rcondeck job list --all` to see the job.',
};

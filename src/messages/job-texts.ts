import type {Job, JobAction, JobStatus, JobStep, StepProblem} from '../actions/job.ts';
import {formatDuration} from '../lib/ago.ts';
import {writeDuration} from '../lib/duration.ts';

/** The progress on one server, to be shown beside its name and the word of its status. */
function stepText({status, retry, doubt, tookMs, problem}: Omit<JobStep, 'serverId' | 'name'>): string {
	const doubtful = doubt && `${doubtText(doubt)}; `;
	switch (status) {
		case 'waiting':
			return '';
		case 'sending':
			return retry ? `not sent (${retry.reason}), retrying in ${formatDuration(retry.delayMs)}` : 'sending';
		case 'gate':
			return `${doubtful ?? ''}waiting for the gate`;
		case 'done':
			return tookMs === undefined
				? 'done'
				: `${doubtful ?? ''}passed the gate after ${formatDuration(tookMs)}`;
		case 'failed':
		case 'unknown':
			return problem ? `${doubtful ?? ''}${problemText(problem)}` : doubt ? doubtText(doubt) : status;
		case 'skipped':
			return 'nothing was sent';
	}
}

const doubtText = ({reason}: NonNullable<JobStep['doubt']>): string =>
	reason === undefined ? 'no answer, it may have run' : `it may have run (${reason})`;

function problemText(problem: StepProblem): string {
	switch (problem.kind) {
		case 'refused':
			return `refused: ${problem.reason}`;
		case 'notSent':
			return `not sent: ${problem.reason}`;
		case 'offline':
			return 'went OFFLINE and stayed there';
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
	}
}

/** What a job has come to. `done`: servers that are where they should be; `problems`: one text for each other. */
type JobSummary = Pick<Job, 'action' | 'status' | 'aim'> & {
	done: number;
	total: number;
	problems: readonly string[];
	/** Servers to which nothing was sent. */
	unsent: number;
};

/** For example `Restart: 7 of 8 back; Extra 0004 OFFLINE since 07:07`. */
function jobSummary({action, status, aim, done, total, problems, unsent}: JobSummary): string {
	const head = `${jobNouns[action]}${statusMarks[status]}`;
	const goal = aim === undefined && action !== 'broadcast' ? 'accepted' : goals[action];
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
const jobNouns: Record<JobAction, string> = {
	start: 'Start',
	stop: 'Stop',
	restart: 'Restart',
	broadcast: 'Broadcast',
};
const goals: Record<JobAction, string> = {start: 'up', stop: 'stopped', restart: 'back', broadcast: 'sent'};
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

/** What becomes of jobs, in words. In one object, so that it is loaded with the first job. */
export const jobTexts = {
	step: stepText,
	summary: jobSummary,
	...problemMessages,
};

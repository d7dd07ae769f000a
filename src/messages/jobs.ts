import type {Job, JobStatus} from '../actions/job.ts';
import {broadcastMessages} from './broadcast.ts';
import {rollingMessages} from './power.ts';
import {key, message} from './text.ts';

/** Jobs in the background, and their steps on each server. */
export const jobMessages = {
	commands: {
		open: {
			title: 'Show jobs',
			help: 'Show jobs and watches, and their results',
		},
		down: {
			title: 'Older job',
			help: 'Go to the next older job or watch',
		},
		up: {
			title: 'Newer job',
			help: 'Go to the next newer job or watch',
		},
		pageDown: {
			title: 'Scroll answers down',
			help: 'Scroll down the output of the watch',
		},
		pageUp: {
			title: 'Scroll answers up',
			help: 'Scroll up the output of the watch',
		},
		pause: {
			title: 'Pause or resume job',
			help: 'Pause the job before its next server, or resume it; a job that was cut short opens its dialog for the rest',
		},
		abort: {
			title: 'Abort rest of job',
			help: 'Abort the rest of the job, or end the watch; actions already sent continue',
		},
		retry: {
			title: 'Retry failed servers',
			help: 'Open the dialog of the job again for the servers that failed',
		},
		skip: {
			title: 'Skip failed servers',
			help: 'Leave the servers that failed out of the job, and resume it',
		},
		startSet: {
			title: 'Start down servers',
			help: 'Open the dialog to start the servers that this job stopped, or that did not come back',
		},
		acknowledge: {
			title: 'Acknowledge job',
			help: 'Stop reporting what went wrong in the job',
		},
		undo: {
			title: 'Cancel scheduled actions',
			help: 'Open the dialog to cancel what the job has scheduled and has not happened yet',
		},
		leave: {
			title: 'Close jobs',
			help: 'Close the list; jobs continue',
		},
	},
	none: 'There are no jobs.',
	watchCannotPause: message`A watch cannot be paused: ${key('jobs.abort')} ends it.`,
	jobOver: 'This job has ended.',
	watchOver: 'This watch has ended.',
	/** After the progress of the job. */
	failed: (count: number) => ` ${count} failed`,
	endedByUser: 'you ended it',
	noneDown: 'No server of this job is down.',
	noneFailed: 'No server of this job has failed.',
	/** The failed servers are down: a restart would be refused. */
	startInstead: message`The servers that failed are down: ${key('jobs.startSet')} starts them.`,
	nothingWrong: 'Nothing is wrong with this job.',
	nothingScheduled: 'Nothing that this job has scheduled can be canceled.',
	isWatch: 'This works only on jobs.',
	acknowledged: 'Acknowledged.',
	/** The words for keys of the jobs dialog. */
	keys: {
		continue: 'resume',
		pause: 'pause',
		abort: 'abort the rest',
		skip: 'skip',
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

/** For example `Restart of 8 servers`. */
export const jobTitle = ({action, force, steps}: Pick<Job, 'action' | 'force' | 'steps'>): string =>
	action === 'broadcast'
		? broadcastMessages.titleForSeveral(steps.length)
		: rollingMessages.jobTitle(action, force, steps.length);

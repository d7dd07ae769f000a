import {writeDuration} from '../lib/duration.ts';
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
			help: 'Pause the job before its next server, or resume it',
		},
		abort: {
			title: 'Abort rest of job',
			help: 'Abort the rest of the job, or end the watch; actions already sent continue',
		},
		startSet: {
			title: 'Start stopped servers',
			help: 'Open the dialog to start the servers that this job stopped',
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
	notStopped: 'Only servers stopped by a job can be started together.',
	stoppedNone: 'This job has not stopped any servers.',
	step: {
		refused: (reason: string) => `refused: ${reason}`,
		noAnswer: 'no answer',
		/** `reason`: why there was no answer; what the job waits for follows. */
		mayHaveRunThen: (reason: string) => `${reason}, it may have run; `,
		mayHaveRun: (reason: string) => `${reason}, it may have run`,
		gate: (before: string) => `${before}waiting for the gate`,
		proved: (before: string, seconds: number) => `${before}passed the gate after ${seconds}s`,
		retry: (reason: string, time: string) => `not sent (${reason}), retrying in ${time}`,
		nothingHappened: (ms: number) => `no change within ${writeDuration(ms)}`,
		gone: 'gone from the list',
		stateAfter: (state: string, ms: number) => `${state} after ${writeDuration(ms)}`,
		probeUnanswered: (probe: string) => `up, but did not answer ${probe}`,
		aborted: 'aborted: nothing was sent',
	},
};

import {key, message} from './text.ts';

/** What runs in the background, and what becomes of each server in it. */
export const jobMessages = {
	commands: {
		open: {
			title: 'jobs',
			help: 'Show jobs and watches, and how they went.',
		},
		down: {
			title: 'older',
			help: 'Goes to an older job or watch.',
		},
		up: {
			title: 'newer',
			help: 'Goes to a newer job or watch.',
		},
		pageDown: {
			title: 'page down',
			help: 'Scrolls what the watch has brought.',
		},
		pageUp: {
			title: 'page up',
			help: 'Scrolls it back.',
		},
		pause: {
			title: 'pause',
			help: 'Pauses the job before its next server, or lets it go on.',
		},
		abort: {
			title: 'abort the rest',
			help: 'Aborts the rest of the job, or ends the watch: nothing more is sent; actions that were sent continue.',
		},
		startSet: {
			title: 'start the same set',
			help: 'Opens the dialog that starts again the servers that this job stopped.',
		},
		leave: {
			title: 'close',
			help: 'Closes the jobs; they go on.',
		},
	},
	none: 'There are no jobs.',
	watchCannotPause: message`A watch cannot be paused: ${key('jobs.abort')} ends it.`,
	jobOver: 'This job is over.',
	watchOver: 'This watch is over.',
	/** Behind how far the job is. */
	failed: (count: number) => ` ${count} failed`,
	endedByHand: 'ended by hand',
	notStopped: 'Only what a job has stopped can be started as a set.',
	stoppedNone: 'It has stopped no server.',
	step: {
		refused: (reason: string) => `refused: ${reason}`,
		noAnswer: 'no answer',
		/** `reason`: why there was no answer; what it waits for follows. */
		mayHaveRunThen: (reason: string) => `${reason}, it may have run; `,
		mayHaveRun: (reason: string) => `${reason}, it may have run`,
		gate: (before: string) => `${before}waiting for it`,
		proved: (before: string, seconds: number) => `${before}proved after ${seconds}s`,
		retry: (reason: string, time: string) => `not sent (${reason}), trying again in ${time}`,
		nothingHappened: (minutes: number) => `nothing happened within ${minutes} min`,
		gone: 'gone from the list',
		stateAfter: (state: string, minutes: number) => `${state} after ${minutes} min`,
		probeUnanswered: (probe: string) => `up, but ${probe} was not answered`,
		aborted: 'aborted: nothing was sent',
	},
};

import {key, message, alternative} from './text.ts';

/** Everything that happened, on one axis of time. */
export const timelineMessages = {
	commands: {
		down: {
			title: 'later',
			help: 'Goes to the next entry; on the newest one it follows what comes.',
		},
		up: {
			title: 'earlier',
			help: 'Goes to the entry before.',
		},
		pageDown: {
			title: 'page down',
			help: 'Goes one page down.',
		},
		pageUp: {
			title: 'page up',
			help: 'Goes one page up.',
		},
		first: {
			title: 'oldest',
			help: 'Goes to the oldest entry.',
		},
		last: {
			title: 'follow',
			help: 'Goes to the newest entry and follows.',
		},
		enter: {
			title: 'go there',
			help: 'Goes to what the entry is about: the console of its server, the run, the job.',
		},
		filter: {
			title: 'filter',
			help: 'Filters the timeline: words, /pattern/, !inverse, kind:state, server:ark, by:other.',
		},
		kinds: {
			title: 'kinds',
			help: 'Shows only changes of state, acts, commands, my own, those of others, runs or gaps; then all again.',
		},
		pause: {
			title: 'pause job',
			help: 'Pause the job under the cursor, else the newest running one, before its next server; or continue it.',
		},
		abort: {
			title: 'abort the rest',
			help: 'Aborts the rest of that job: nothing more is sent; actions that were sent continue.',
		},
		keep: {
			title: 'keep',
			help: 'Keeps the filter and returns to the timeline.',
		},
		clear: {
			title: 'clear',
			help: 'Clears the filter of the timeline.',
		},
	},
	bookmark: {
		title: 'Mark this moment',
		target: 'every console, the timeline and the journal',
		noteHint: 'a note for the timeline; may be empty',
		set: message`Marked; ${alternative(message`${key('console.previousLandmark')} and ${key('console.nextLandmark')} in a console go from mark to mark`, ':log and :timeline tell it')}.`,
	},
	told: {
		until: (time: string) => ` until ${time}`,
		noFeed: (until: string) => `no feed${until}`,
		feedLost: 'feed lost',
		after: (time: string) => ` after ${time}`,
		feedBack: (after: string, count: number) => `feed back${after}, ${count} back-filled`,
		jobBegun: (title: string) => `${title} started`,
		lateAnswer: 'late answer',
		unknownReason: 'unknown reason',
		runBegun: (name: string, targets: string) => `${name}: started${targets}`,
	},
	empty: 'The timeline is empty.',
	noServer: 'This entry has no server to go to.',
	serverGone: 'This server is no longer in the list.',
	showsAll: 'The timeline shows everything again.',
	noJob: 'No job is running: there is nothing to pause or abort.',
	followsAlready: 'It follows already.',
	shownKinds: (kinds: string) => `Timeline: ${kinds}.`,
	jobPaused: (title: string, isPaused: boolean) => `${title}: ${isPaused ? 'paused' : 'goes on'}.`,
	jobAborted: (title: string, left: number) =>
		`${title}: aborted, ${left} not sent. Actions that were sent continue.`,
	noSuch: (field: string, value: string, known: string) => `There is no ${field} ${value}: ${known}.`,
	earlier: (text: string) => `(earlier) ${text}`,
	mark: (text: string) => `mark: ${text}`,
	timeAgo: (time: string) => `${time} ago`,
};

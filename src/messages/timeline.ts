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
			help: 'Pauses the job under the cursor, else the newest that is under way, before its next server; or lets it go on.',
		},
		abort: {
			title: 'abort the rest',
			help: 'Aborts the rest of that job: nothing more is sent; what was sent goes on.',
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
		noteHint: 'what happens now, for those who read it later; may be empty',
		set: message`Marked; ${alternative(message`${key('console.previousLandmark')} and ${key('console.nextLandmark')} in a console go from mark to mark`, ':log and :timeline tell it')}.`,
	},
	told: {
		until: (time: string) => ` until ${time}`,
		noFeed: (until: string) => `no feed${until}`,
		feedLost: 'feed lost',
		after: (time: string) => ` after ${time}`,
		feedBack: (after: string, count: number) => `feed back${after}, ${count} back-filled`,
		jobBegun: (title: string) => `${title} begun`,
		lateAnswer: 'late answer',
		unknownReason: 'unknown reason',
		runBegun: (name: string, targets: string) => `${name}: begun${targets}`,
	},
	empty: 'The timeline is empty.',
	noServer: 'This is about no server: there is no place to go to.',
	serverGone: 'This server is no longer in the list.',
	showsAll: 'The timeline shows everything again.',
	noJob: 'No job is under way: there is nothing to pause or abort.',
	followsAlready: 'It follows already.',
	shownKinds: (kinds: string) => `Timeline: ${kinds}.`,
	jobPaused: (title: string, isPaused: boolean) => `${title}: ${isPaused ? 'paused' : 'goes on'}.`,
	jobAborted: (title: string, left: number) => `${title}: aborted, ${left} not sent. What was sent goes on.`,
	noSuch: (field: string, value: string, known: string) => `There is no ${field} ${value}: ${known}.`,
	earlier: (text: string) => `(earlier) ${text}`,
	mark: (text: string) => `mark: ${text}`,
	timeAgo: (time: string) => `${time} ago`,
};

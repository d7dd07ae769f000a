import {bytesText} from '../lib/bytes.ts';
import {alternative, key, message} from './text.ts';
import {formatDuration} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';

/** The timeline of events on all servers. */
export const timelineMessages = {
	bookmark: {
		title: 'Bookmark this moment',
		audience: {
			label: 'Seen by',
			hint: 'who sees it in the timeline and the consoles',
			me: 'only you, on this machine',
			team: 'the whole team',
		},
		noteHint: 'optional note',
		emptyIsNone: 'none',
		set: (isShared: boolean) =>
			message`Bookmark added ${isShared ? 'for the whole team' : 'on this machine only'}; ${alternative(message`${key('console.previousLandmark')} and ${key('console.nextLandmark')} in a console go to the previous and next one`, ':log and :timeline show it')}.`,
	},
	events: {
		until: (time: string) => ` until ${time}`,
		noFeed: (until: string) => `no feed${until}`,
		crashes: (count: number, within: string) => `crashed ${count}x in ${within}`,
		feedLost: 'feed lost',
		after: (time: string) => ` after ${time}`,
		feedBack: (after: string, count: number) => `feed back${after}, ${count} back-filled`,
		jobStarted: (title: string) => `${title} started`,
		lateAnswer: 'late answer',
		unknownReason: 'unknown reason',
		runsEnded: (count: number, status: string, within: string, reason: string | undefined) =>
			`${plural(count, 'run')} ${status} in ${within}${reason === undefined ? '' : `: ${reason}`}`,
		runStarted: (name: string, targets: string) => `${name}: started${targets}`,
	},
	/** Before an entry that represents several, which are hidden or shown. */
	folded: (text: string, isFolded: boolean) => `${isFolded ? '[+]' : '[-]'} ${text}`,
	empty: 'The timeline is empty.',
	noServer: 'This entry has no server to go to.',
	serverGone: 'This server is no longer in the list.',
	showsAll: 'Showing all timeline entries.',
	noJob: 'No job is running: there is nothing to pause or abort.',
	followsAlready: 'Already following new entries.',
	shownKinds: (kinds: string) => `Timeline: ${kinds}.`,
	jobPaused: (title: string, isPaused: boolean) => `${title}: ${isPaused ? 'paused' : 'resumed'}.`,
	jobAborted: (title: string, left: number) =>
		`${title}: aborted, ${left} not sent. Actions that were sent continue.`,
	noSuch: (field: string, value: string, known: string) => `Unknown ${field} ${value}. Use ${known}.`,
	earlier: (text: string) => `${text} (earlier)`,
	bookmarkLine: (text: string) => `bookmark: ${text}`,
	timeAgo: (time: string) => `${time} ago`,
};

/** The players and the state of a server over the last hours or days. */
export const trendMessages = {
	label: (ms: number) => `last ${formatDuration(ms)}`,
	shellLabel: (ms: number) => `Last ${formatDuration(ms)}`,
	usageLabel: (name: string) => (ms: number) =>
		`${name.charAt(0).toUpperCase()}${name.slice(1)} last ${formatDuration(ms)}`,
	range: (low: number, high: number) => (low === high ? plural(high, 'player') : `${low} to ${high} players`),
	notUp: 'not seen up',
	cpu: {label: 'CPU', words: (highest: number) => `up to ${highest}%`},
	memory: {label: 'memory', words: (highest: number) => `up to ${bytesText(highest)}`},
	/** The key that switches the stretch of time. */
	switches: (ms: number) => message`${key('details.span')} ${ms > 86_400_000 ? '12h' : '7d'}`,
	/** The end of the axis of times. */
	now: 'now',
	columnOf: (ms: number) => `1 column = ${formatDuration(ms)}`,
	down: (sign: string) => `${sign} down`,
	changing: (sign: string) => `${sign} changing`,
	unknown: (sign: string) => `${sign} state unknown`,
	uncounted: (sign: string) => `${sign} players unknown`,
	blank: 'blank not seen',
	downSpoken: (periods: number, periodMs: number, agoMs: number) =>
		`down in ${plural(periods, 'period')} of ${formatDuration(periodMs, 'spoken')}, most recently ${formatDuration(agoMs, 'spoken')} ago`,
	notSeenSpoken: (ms: number) => `not seen for ${formatDuration(ms, 'spoken')}`,
	uncountedSpoken: 'players unknown',
	samplesUnread: (problem: string) => `The last hours are not shown: ${problem}`,
};

import {plural} from '../lib/text/plural.ts';
import {key, message} from './text.ts';

/** Copies, exports and transcripts. */
export const exportMessages = {
	heading: {
		written: (time: string, version: string, profile: string) =>
			`${time} by rcondeck ${version}, profile ${profile}`,
		notKnown: 'unknown',
		times: (offset: string) =>
			`${offset === 'Z' ? 'UTC' : `UTC${offset}`}; your commands by send time, everything else by service time`,
		secrets: 'likely secrets are replaced with ***',
		clockDifference: (seconds: number, skewMs: number) => `${seconds}s ${skewMs > 0 ? 'behind' : 'ahead of'}`,
		clocks: (difference: string) => `this machine is ${difference} the service`,
		consoles: (count: number) => `${count} consoles`,
		console: (name: string) => `Console of ${name}`,
		couldNotSee: 'Not covered',
	},
	copied: {
		tooLong: (size: number, most: number) =>
			`Too long for the terminal's clipboard (${size} kB, limit ${most} kB)`,
		off: (what: string) => `Copied ${what}`,
		terminal: (what: string) => `Copied ${what} (OSC 52)`,
		isIn: 'it is in',
		alsoIn: 'also in',
		noFile: (terminal: string, problem: string) => `${terminal}; not in a file: ${problem}`,
	},
	copy: {
		emptyConsole: 'This console is empty.',
		line: 'This entry',
		screen: 'Everything on screen',
		answer: (command: string) => `Answer to ${command}`,
		noAnswer: 'This command has no text answer.',
		commandAndAnswer: (command: string) => `${command} with its answer`,
		commandAlone: 'This command only',
		group: 'These answers',
		noRun: 'No multi-server command has been sent yet.',
		everything: 'All answers, equal ones grouped',
		groupServers: (count: number) => `these ${count} servers`,
		entry: 'This entry',
		emptyTimeline: 'Nothing to copy: the timeline is empty.',
		noServer: 'No server is highlighted.',
		name: (name: string) => `Name: ${name}`,
		noAddress: 'The service does not report its address.',
		address: (address: string) => `Address: ${address}`,
		id: (id: string) => `ID: ${id}`,
		row: 'Name, state, address, node and ID',
		ofSelected: (count: number) => `of ${count} selected servers`,
		names: (of: string) => `Names ${of}`,
		addresses: (of: string) => `Addresses ${of}`,
		ids: (of: string) => `IDs ${of}`,
		rows: (of: string) => `Name, state, address, node and ID ${of}`,
		addressNotKnown: 'unknown address',
		nodeNotKnown: 'unknown node',
		emptyList: 'Nothing to copy: the list is empty.',
		allOfRow: 'Whole row',
	},
	gaps: {
		refused: (destination: string, reason: string) => `The feed refuses ${destination} (${reason}).`,
		unreadable: (count: number) => `${plural(count, 'feed message')} could not be decoded.`,
		power: (seconds: number) =>
			`Starts, stops and restarts by others show only as state changes, accurate to one poll (${seconds}s).`,
		others:
			'Commands from others appear only if the service sends or records them, and only the local service names the sender.',
		noFeedSince: (from: string, count: number) =>
			`No feed since ${from}: ${plural(count, 'command')} back-filled from polls so far.`,
		noFeed: (from: string, to: string, count: number) =>
			`No feed from ${from} to ${to}: ${plural(count, 'command')} back-filled from polls afterward.`,
		neverLive: (seconds: number) =>
			`No live feed: commands from others arrived only with polls (every ${seconds}s).`,
		dropped: (count: number) => `Dropped from memory: ${plural(count, 'older entry', 'older entries')}.`,
		oneUnknown: '1 command ended without a known outcome: it may have run.',
		unknown: (count: number) => `${count} commands ended without a known outcome: they may have run.`,
	},
	ranges: {
		timeline: 'the timeline, as filtered',
		all: 'this console: all',
		hour: 'this console: last hour',
		unread: 'this console: unread',
		everyHour: 'all consoles: last hour',
		everything: 'all consoles: all',
	},
	dialog: {
		rangeHint: 'what to export',
		rangeMissing: 'Choose a range.',
		formatHint: 'text, Markdown for reports, or JSON lines for programs',
		jsonLines: 'JSON lines',
		fileHint: 'a name or path; never overwrites a file',
		fileMissing: 'Enter a file name.',
		target: (path: string, isNumbered: boolean) =>
			`${isNumbered ? 'The name is taken. Writes' : 'Writes'} ${path}`,
		rangeFrom: (range: string, from: string) => `${range}, from ${from}`,
	},
	menu: {
		handover: 'Handover, to read and copy…',
		plain: 'Plain view, to select with the mouse',
		nothingPlain: 'Nothing to show: no server is highlighted.',
		endTranscript: (name: string) => `Stop the transcript ${name}`,
		exportTimeline: 'Export the timeline or consoles to a file…',
		exportConsoles: 'Export consoles to a file…',
		record: 'Record a transcript…',
		isRecording: (name: string) => `The transcript ${name} is still recording: stop it first.`,
	},
	format: {
		unknownTime: 'at an unknown time ',
		outcomes: {
			late: 'late answer',
			failed: 'not run',
			abandoned: 'stopped waiting - may have run',
			sent: 'sent, answer follows',
			pending: 'sent, no answer yet',
			waiting: 'sent, no answer yet',
			queued: 'queued, not sent',
			recalled: 'canceled, never sent',
		},
		gapSince: (time: string, count: number) => `gap  no feed since ${time}; ${count} back-filled so far`,
		gap: (from: string, to: string, count: number) =>
			`gap  no feed from ${from} to ${to}; ${count} back-filled`,
		noOutput: '(no output)',
	},
	acknowledged: (isKnown: boolean, state: string) =>
		`${isKnown ? 'acknowledged' : 'no longer acknowledged'}: ${state}`,
	listUnreadable: (reason: string) => `The list cannot be read: ${reason}`,
	listReadable: 'The list can be read again.',
	timeline: {
		whole: 'the whole timeline',
		only: (kinds: string) => `the timeline, only ${kinds}`,
		withoutProbes: (range: string) => `${range}, without probes`,
	},
	transcript: {
		dialogTitle: 'Record a transcript',
		nameHint: 'part of the file name, with the time; blank = incident',
		isRecording: 'A transcript is already recording.',
		writtenAgain: 'The transcript is being written again.',
		problem: (problem: string) => `Transcript: ${problem}`,
		feedAtBeginning: (feed: string) => `${feed} at the start`,
		atBeginning: 'At the start',
		saidAtEnd: 'listed at the end',
		title: (name: string) => `Transcript ${name}`,
		started: (path: string) => message`Recording to ${path}; ${key('export.open')} stops it.`,
		atEnd: 'At the end',
		end: 'End of the transcript',
		endClosed: 'End: rcondeck was closed',
		written: (path: string) => `Transcript written to ${path}`,
		incomplete: (path: string, problem: string) => `Parts of the transcript ${path} are missing: ${problem}`,
		listNotRead: 'the list was never loaded',
	},
	isWriting: message`Another export is in progress: wait for it to finish, or stop it with ${key('export.stop')}.`,
	stopped: 'The export was stopped; no file was written.',
	written: (entries: string, path: string) => `${entries} written to ${path}`,
};

/** Titles and help of the keys that copy and export. */
export const exportCommandMessages = {
	keepsNoFiles: 'This session does not write files.',
};

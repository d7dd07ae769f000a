import {plural} from '../lib/plural.ts';
import {alternative, key, message} from './text.ts';

/** The console of a server: its lines, its rules, its search and its keys. */
export const consoleMessages = {
	commands: {
		down: {
			title: 'down',
			help: 'Scrolls one row down.',
		},
		up: {
			title: 'up',
			help: 'Scrolls one row up.',
		},
		pageDown: {
			title: 'page down',
			help: 'Scrolls one page down.',
		},
		pageUp: {
			title: 'page up',
			help: 'Scrolls one page up.',
		},
		first: {
			title: 'top',
			help: 'Goes to the oldest line.',
		},
		last: {
			title: 'follow',
			help: 'Goes to the newest line and follows.',
		},
		previousCommand: {
			title: 'previous command',
			help: 'Puts the cursor on the command before.',
		},
		nextCommand: {
			title: 'next command',
			help: 'Puts the cursor on the next command; after the last one the console follows.',
		},
		previousLandmark: {
			title: 'previous gap or mark',
			help: 'Go to the previous gap, mark or first unread entry.',
		},
		nextLandmark: {
			title: 'next gap or mark',
			help: 'Go to the next gap, mark or first unread entry.',
		},
		fold: {
			title: 'fold',
			help: 'Unfolds a long answer under the cursor, or folds it again.',
		},
		source: {
			title: 'source',
			help: 'Shows all lines, my own, those of others, or changes of state.',
		},
		raw: {
			title: 'raw',
			help: 'Shows answers as they came, without tables and rewording; once more ends it.',
		},
		search: {
			title: 'search',
			help: 'Search this console for words or a /regular expression/. A capital letter makes the search case-sensitive.',
		},
		nextMatch: {
			title: 'next match',
			help: 'Goes to the next match of the search.',
		},
		previousMatch: {
			title: 'previous match',
			help: 'Goes to the previous match of the search.',
		},
		leaveSearch: {
			title: 'leave search',
			help: 'Leaves the search of the console.',
		},
		keepSearch: {
			title: 'keep',
			help: message`Keeps the search: ${key('console.nextMatch')} and ${key('console.previousMatch')} go from match to match.`,
		},
		searchUp: {
			title: 'previous match',
			help: 'Goes to the previous match while the search is being typed.',
		},
		searchDown: {
			title: 'next match',
			help: 'Goes to the next match while the search is being typed.',
		},
	},
	nothingToUnfold: message`Nothing to unfold under the cursor (${key('console.previousCommand')} and ${key('console.nextCommand')} move it); ${key('app.input')} opens the RCON input.`,
	answer: {
		none: '(no output)',
		done: '(done, no output)',
		rawHint: message`${key('console.raw')} shows all as it came.`,
		noRoom: (text: string) => `No room for ${text}: `,
	},
	sources: {
		all: 'all lines',
		mine: 'my own lines only',
		others: 'lines of others only',
		states: 'changes of state only',
	},
	shownSource: (source: string) => `Consoles show ${source}.`,
	raw: message`Answers as they came${alternative(message`; ${key('console.raw')} ends it`, '')}.`,
	readable: 'Answers are made readable again.',
	moreRows: (count: number) => message`… ${count} more rows, ${key('console.fold')} unfolds`,
	search: {
		notInKept: 'not in the lines kept',
		notFound: 'not found',
		wrapped: (by: number) => `The search went on from the ${by === 1 ? 'oldest' : 'newest'} line.`,
		none: message`Nothing is searched for: ${key('console.search')} opens the search.`,
		seeking: (count: number) => `searching, ${count} so far`,
		place: (number: number, count: number, isPart: boolean) =>
			`${number}/${count}${isPart ? ' of those kept' : ''}`,
		noPattern: (problem: string) => `no pattern: ${problem}`,
	},
	feed: {
		notConfigured: 'no feed is configured',
		noPolls: 'The list cannot be read either: nothing comes.',
		polls: 'Answers come with each poll.',
		/** `reason`: a sentence. */
		refused: (destination: string, reason: string) =>
			`The feed refuses ${destination}: ${reason} The other destinations are live.`,
		retryIn: (time: string) => `, retry in ${time}`,
		/** `again`: when it is tried again, or empty; `instead`: what comes without it. */
		none: (again: string, reason: string, instead: string) => `No team feed${again}: ${reason}. ${instead}`,
	},
	noCommand: (by: number) => `There is no command ${by === 1 ? 'below' : 'above'}.`,
	noLandmark: (by: number) => `There is no gap, mark or unread line ${by === 1 ? 'below' : 'above'}.`,
	hiddenByTable: message`The match is outside the table; ${key('console.raw')} shows the raw answer.`,
	steamId: 'Steam id',
	nodeBusy: (seconds: number) =>
		`Its node may still be busy with what timed out: sent when that is answered, or in ${seconds} s.`,
	timeAgo: (time: string) => `${time} ago`,
	gap: {
		rule: (text: string) => `-- gap ${text} `,
		stored: (count: number) => `${count} back-filled`,
		closed: (from: string, to: string, stored: string, closed: boolean) =>
			`${from}-${to} no feed; ${stored}${closed ? '' : ', more may come'}`,
		since: (time: string) => `since ${time} no feed`,
		withPolls: (since: string, stored: string) => `${since}; ${stored}; answers come with each poll`,
		silent: (since: string, silent: string, stored: string) =>
			`${since}; nothing comes since ${silent}: polls fail too; ${stored}`,
	},
	entry: {
		latency: (time: string, matched: string | undefined) =>
			`${time}${matched === 'text' ? ', matched by text' : ''}`,
		stoppedWaiting: 'stopped waiting',
		noAnswerAtFirst: 'no answer at first',
		afterSent: (time: string) => `${time} after it was sent, `,
		late: (after: string, matched: string | undefined) =>
			`late answer (${after}matched by ${matched === 'id' ? 'its id' : 'text'})`,
	},
	/** Lines that fell out, and the gaps and news among them. */
	dropped: (count: number, gaps: number, hasUnread: boolean) => {
		const among = [...(hasUnread ? ['unread ones'] : []), ...(gaps > 0 ? [plural(gaps, 'gap')] : [])];
		const what = among.length > 0 ? `, ${among.join(' and ')} among them` : '';
		return `${plural(count, 'older line')} dropped${what}`;
	},
	markRule: (time: string, note: string) => `== mark ${time}${note} `,
	takenBack: 'It was taken back before its turn came; it was never sent.',
	status: {
		noOutput: 'no output given',
		queued: (count: number) => `queued behind ${count}`,
		recalled: 'recalled, never sent',
		sent: 'sent, its answer follows',
		mayHaveRun: (timeout: string | undefined) => `${timeout ?? 'outcome unknown'} - may have run`,
		abandoned: 'stopped waiting - may have run',
		failed: 'not done',
		timeout: (time: string) => `TIMEOUT ${time}`,
		timeoutMayHaveRun: 'TIMEOUT - may have run',
		unknownMayHaveRun: 'outcome unknown - may have run',
	},
	elsewhere: {
		shell: 'from the shell',
		session: 'from another session',
	},
};

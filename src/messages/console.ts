import {plural} from '../lib/plural.ts';
import {alternative, key, message} from './text.ts';

/** The console of a server: entries, search and keys. */
export const consoleMessages = {
	commands: {
		down: {
			title: 'Scroll down',
			help: 'Scroll down one row',
		},
		up: {
			title: 'Scroll up',
			help: 'Scroll up one row',
		},
		pageDown: {
			title: 'Page down',
			help: 'Scroll down one page',
		},
		pageUp: {
			title: 'Page up',
			help: 'Scroll up one page',
		},
		first: {
			title: 'Oldest entry',
			help: 'Go to the oldest entry',
		},
		last: {
			title: 'Follow newest entry',
			help: 'Go to the newest entry and follow new ones',
		},
		previousCommand: {
			title: 'Previous command',
			help: 'Go to the previous command',
		},
		nextCommand: {
			title: 'Next command',
			help: 'Go to the next command; after the last one, follow new entries',
		},
		previousLandmark: {
			title: 'Previous gap or bookmark',
			help: 'Go to the previous gap, bookmark or first unread entry',
		},
		nextLandmark: {
			title: 'Next gap or bookmark',
			help: 'Go to the next gap, bookmark or first unread entry',
		},
		fold: {
			title: 'Fold or unfold entry',
			short: 'Fold',
			help: 'Unfold or fold the long answer under the cursor',
		},
		source: {
			title: 'Filter by source',
			short: 'Source',
			help: 'Show all entries, only yours, those of others, or state changes; if the game prints output, also all but output, only output, or only chat',
		},
		raw: {
			title: 'Show raw answers',
			help: 'Show raw answers, without tables or formatting; press again to turn off',
		},
		search: {
			title: 'Search console',
			short: 'Search',
			help: 'Search this console for words or a /regular expression/; case-sensitive if you type a capital letter',
		},
		nextMatch: {
			title: 'Next match',
			help: 'Go to the next match',
		},
		previousMatch: {
			title: 'Previous match',
			help: 'Go to the previous match',
		},
		leaveSearch: {
			title: 'End search',
			help: 'Close the search',
		},
		acceptSearch: {
			title: 'Keep search',
			short: 'Keep',
			help: message`Keep the search; ${key('console.nextMatch')} and ${key('console.previousMatch')} go from match to match`,
		},
		searchUp: {
			title: 'Previous match',
			help: 'Go to the previous match while you type',
		},
		searchDown: {
			title: 'Next match',
			help: 'Go to the next match while you type',
		},
	},
	nothingToUnfold: message`Nothing to unfold here: ${key('console.previousCommand')} and ${key('console.nextCommand')} go to a command, ${key('app.input')} opens the RCON input.`,
	answer: {
		none: '(no output)',
		done: '(done, no output)',
		rawHint: message`${key('console.raw')} shows the raw answer.`,
		noRoom: (text: string) => `No room for ${text}: `,
	},
	sources: {
		all: 'all entries',
		mine: 'only your entries',
		others: 'only entries of others',
		states: 'only state changes',
		commands: 'all but output',
		output: 'only output',
		chat: 'only chat',
	},
	output: {
		omitted: (count: number) => `... ${plural(count, 'line')} omitted`,
		/** At the start of a line, in place of who sent a command. */
		names: {output: 'game', chat: 'chat', omitted: 'game'},
	},
	shownSource: (source: string) => `Consoles show ${source}.`,
	raw: message`Showing raw answers${alternative(message`; ${key('console.raw')} turns this off`, '')}.`,
	readable: 'Showing formatted answers.',
	moreRows: (count: number) => message`… ${count} more rows, ${key('console.fold')} unfolds`,
	search: {
		notInKept: 'not in the loaded entries',
		notFound: 'not found',
		wrapped: (by: number) => `The search wrapped to the ${by === 1 ? 'oldest' : 'newest'} entry.`,
		none: message`There is no search: ${key('console.search')} starts one.`,
		seeking: (count: number) => `searching, ${count} so far`,
		place: (number: number, count: number, isPart: boolean) =>
			`${number}/${count}${isPart ? ' of the loaded entries' : ''}`,
		noPattern: (problem: string) => `invalid pattern: ${problem}`,
	},
	feed: {
		notConfigured: 'no feed is configured',
		noPolls: 'Polling also fails: no answers arrive.',
		polls: 'Answers arrive with each poll.',
		/** `reason`: a sentence. */
		refused: (destination: string, reason: string) =>
			`The feed refuses ${destination}: ${reason} The other destinations are live.`,
		retryIn: (time: string) => `, retry in ${time}`,
		/** `again`: when the next attempt is, or empty; `instead`: what is used meanwhile. */
		none: (again: string, reason: string, instead: string) => `No team feed${again}: ${reason}. ${instead}`,
	},
	noCommand: (by: number) => `No command ${by === 1 ? 'below' : 'above'}.`,
	noLandmark: (by: number) => `There is no gap, bookmark or unread entry ${by === 1 ? 'below' : 'above'}.`,
	hiddenByTable: message`The match is outside the table; ${key('console.raw')} shows the raw answer.`,
	steamId: 'Steam ID',
	nodeBusy: (seconds: number) =>
		`Its node may be busy with a command that timed out: sent after that, or in ${seconds}s.`,
	timeAgo: (time: string) => `${time} ago`,
	gap: {
		rule: (text: string) => `-- gap ${text} `,
		missing: '-- gap loading older commands ',
		stored: (count: number) => `${count} back-filled`,
		closed: (from: string, to: string, stored: string, closed: boolean) =>
			`${from}-${to} no feed; ${stored}${closed ? '' : ', more may follow'}`,
		since: (time: string) => `no feed since ${time}`,
		because: (stored: string, why: string) => `${stored}; ${why}`,
		withPolls: (since: string, stored: string) => `${since}; ${stored}; answers arrive with each poll`,
		silent: (since: string, silent: string, stored: string) =>
			`${since}; nothing since ${silent}: polling also fails; ${stored}`,
	},
	entry: {
		latency: (time: string, matched: string | undefined) =>
			`${time}${matched === 'text' ? ', matched by text' : ''}`,
		by: (sender: string) => `by ${sender}`,
		stoppedWaiting: 'stopped waiting',
		noAnswerAtFirst: 'no answer at first',
		afterSent: (time: string) => `${time} after it was sent, `,
		late: (after: string, matched: string | undefined) =>
			`late answer (${after}matched by ${matched === 'id' ? 'its ID' : 'text'})`,
	},
	/** Reports dropped entries, including gaps and unread entries. */
	dropped: (count: number, gaps: number, hasUnread: boolean, output: number) => {
		const lines = output > 0 ? `${plural(output, 'line')} of older output dropped` : '';
		if (count === 0) return lines;
		const among = [...(hasUnread ? ['unread ones'] : []), ...(gaps > 0 ? [plural(gaps, 'gap')] : [])];
		const what = among.length > 0 ? `, including ${among.join(' and ')}` : '';
		const entries = `${plural(count, 'older entry', 'older entries')} dropped${what}`;
		return lines === '' ? entries : `${entries}; ${lines}`;
	},
	bookmarkRule: (time: string, note: string) => `== bookmark ${time}${note} `,
	canceled: 'Canceled before it was sent.',
	status: {
		noOutput: 'no output',
		queued: (count: number) => `queued behind ${count}`,
		recalled: 'canceled, never sent',
		sent: 'sent, answer follows',
		mayHaveRun: (timeout: string | undefined) => `${timeout ?? 'outcome unknown'} - may have run`,
		abandoned: 'stopped waiting - may have run',
		failed: 'not run',
		timeout: (time: string) => `TIMEOUT ${time}`,
		timeoutMayHaveRun: 'TIMEOUT - may have run',
		unknownMayHaveRun: 'outcome unknown - may have run',
	},
	elsewhere: {
		shell: 'from the shell',
		session: 'from another session',
	},
};

import {plural} from '../lib/plural.ts';
import {key, message, alternative} from './text.ts';

/** The answers of several servers to one command. */
export const resultMessages = {
	commands: {
		open: {
			title: 'Show results',
			help: 'Show the results of the last multi-server command, with equal answers grouped',
		},
		down: {
			title: 'Next group',
			help: 'Go to the next group of equal answers',
		},
		up: {
			title: 'Previous group',
			help: 'Go to the previous group',
		},
		pageDown: {
			title: 'Page down',
			help: 'Scroll the answers down one page',
		},
		pageUp: {
			title: 'Page up',
			help: 'Scroll the answers up one page',
		},
		first: {
			title: 'First group',
			help: 'Go to the first group, the one that differs most',
		},
		last: {
			title: 'End of answers',
			help: 'Scroll to the end of the answers',
		},
		compare: {
			title: 'Compare with largest',
			short: 'Compare',
			help: 'Compare the current group with the largest, line by line; press again to return to the groups',
		},
		raw: {
			title: 'Compare exact text',
			short: 'Exact',
			help: 'Group only identical answers; press again to ignore trailing whitespace',
		},
		older: {
			title: 'Older command',
			short: 'Older',
			help: 'Go to the results of the previous command',
		},
		newer: {
			title: 'Newer command',
			help: 'Go to the results of the next command',
		},
		console: {
			title: 'Open console',
			short: 'Console',
			help: 'Go to the console of the first server in the group',
		},
		search: {
			title: 'Search results',
			short: 'Search',
			help: 'Search the answers for words or a /regular expression/; case-sensitive if you type a capital letter',
		},
		nextMatch: {title: 'Next match', help: 'Go to the next match'},
		previousMatch: {title: 'Previous match', help: 'Go to the previous match'},
		leaveSearch: {title: 'End search', help: 'Close the search'},
		keepSearch: {
			title: 'Keep search',
			short: 'Keep',
			help: message`Keep the search; ${key('results.nextMatch')} and ${key('results.previousMatch')} go from match to match`,
		},
		searchUp: {title: 'Previous match', help: 'Go to the previous match while you type'},
		searchDown: {title: 'Next match', help: 'Go to the next match while you type'},
		back: {
			title: 'Back one level',
			help: 'Go back from the comparison to the groups, and from the groups to the list',
		},
	},
	searchWrapped: (by: number) => `The search wrapped to the ${by === 1 ? 'first' : 'last'} row.`,
	noSearch: message`There is no search: ${key('results.search')} starts one.`,
	moreInRow: (count: number) => ` … ${count} more`,
	moreRows: (count: number, isChosen: boolean) =>
		message`      … ${count} more ${count === 1 ? 'row' : 'rows'}${isChosen ? message`, ${key('results.console')} opens the console` : ''}`,
	tooDifferent: 'The answers are too different to compare line by line. See both in the consoles.',
	equalLines: (count: number) => `${count} equal lines`,
	withoutAnswer: (count: number) => `${count} without an answer`,
	waiting: (count: number) => `${count} waiting`,
	oneAnswer: '1 answer',
	allDifferent: (count: number) => `${count} answers, each different`,
	differ: (count: number) => `${count} ${count === 1 ? 'differs' : 'differ'}`,
	same: (count: number) => `${count} same`,
	areNewest: 'These are the newest results.',
	nothingOlder: 'There are no older results.',
	nothingToCompare: 'Nothing to compare: there are no two different answers.',
	nothingSent: 'Nothing has been sent yet.',
	shownLater: 'The answer is shown if it arrives.',
	notKept: {
		word: 'not kept',
		sentence: 'Its entry is no longer in the console.',
	},
	noneSentToThem: message`Nothing has been sent to these servers yet: ${alternative(message`${key('app.input')} opens the input`, ':use selected sends lines to them')}.`,
	noRuns: message`No multi-server command has been sent yet: select servers with ${alternative(message`${key('list.select')}, then ${key('app.input')}`, ':select, then :use selected')}.`,
	header: (time: string, count: string) => `${time}${count}  me > `,
	place: (number: number, count: number) => `results ${number} of ${count}`,
	nextGoesTo: (servers: string) => message`The next command goes to ${servers}:`,
	canceled: (count: number, sent: number) =>
		`Canceled before it was sent to ${plural(count, 'server')}.${sent > 0 ? ` Already sent to ${sent}.` : ''}`,
	stoppedWaiting: (count: number) =>
		`Stopped waiting for ${plural(count, 'server')}. The command may still run; answers are shown if they arrive.`,
};

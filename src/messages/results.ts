import {key, message, alternative} from './text.ts';

/** What several servers said to one command. */
export const resultMessages = {
	commands: {
		open: {
			title: 'compare',
			help: 'Shows what several servers said to the newest command that went to them, equal answers together.',
		},
		down: {
			title: 'down',
			help: 'Goes to the next group of equal answers.',
		},
		up: {
			title: 'up',
			help: 'Goes to the group before.',
		},
		pageDown: {
			title: 'page down',
			help: 'Scrolls the answers one page down.',
		},
		pageUp: {
			title: 'page up',
			help: 'Scrolls the answers one page up.',
		},
		first: {
			title: 'top',
			help: 'Go to the first group, the one that differs most.',
		},
		last: {
			title: 'bottom',
			help: 'Scrolls to the end of the answers.',
		},
		compare: {
			title: 'compare',
			help: 'Compares the group under the cursor with the largest, line by line; once more shows the groups again.',
		},
		raw: {
			title: 'raw',
			help: 'Takes answers for equal only when they are to the letter, and not when only white space at line ends differs.',
		},
		older: {
			title: 'older',
			help: 'Goes to the answers to the command before.',
		},
		newer: {
			title: 'newer',
			help: 'Goes to the answers to the next newer command.',
		},
		console: {
			title: 'console',
			help: 'Goes to the console of the first server of the group.',
		},
		back: {
			title: 'back',
			help: 'Goes back from the comparison to the groups, from the groups to the list.',
		},
	},
	moreInRow: (count: number) => ` … ${count} more`,
	moreRows: (count: number, isChosen: boolean) =>
		message`      … ${count} more ${count === 1 ? 'row' : 'rows'}${isChosen ? message`, ${key('results.console')} goes to the console` : ''}`,
	tooDifferent: 'They are too different to be compared line by line; both are in the consoles.',
	equalLines: (count: number) => `${count} equal lines`,
	withoutAnswer: (count: number) => `${count} without an answer`,
	waiting: (count: number) => `${count} waiting`,
	oneAnswer: '1 answer',
	allDifferent: (count: number) => `${count} answers, each different`,
	differ: (count: number) => `${count} ${count === 1 ? 'differs' : 'differ'}`,
	same: (count: number) => `${count} same`,
	areNewest: 'These are the newest answers.',
	nothingOlder: 'There is nothing older.',
	nothingToCompare: 'There are no two different answers to compare.',
	nothingSent: 'Nothing has been sent yet.',
	shownLater: 'Its answer is shown if it comes.',
	notKept: {
		word: 'not kept',
		sentence: 'Its line is not in the console any more.',
	},
	noneSentToThem: message`Nothing has been sent to them yet: ${alternative(message`${key('app.input')} opens the input`, ':use marked sends lines to them')}.`,
	noRuns: message`No command has gone to several servers yet: mark some with ${alternative(message`${key('list.select')}, then ${key('app.input')}`, ':mark, then :use marked')}.`,
	header: (time: string, count: string) => `${time}${count}  me > `,
	place: (number: number, count: number) => `run ${number} of ${count}`,
	nextGoesTo: (servers: string) => message`The next ${key('input.send')} goes to ${servers}:`,
	takenBack: (count: number, sent: number) =>
		`Taken back on ${count} before their turn came: never sent there.${sent > 0 ? ` ${sent} had been sent.` : ''}`,
	stoppedWaiting: (count: number) =>
		`Stopped waiting for ${count}. The command may still run; answers are shown if they come.`,
};

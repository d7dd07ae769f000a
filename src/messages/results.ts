import {plural} from '../lib/text/plural.ts';
import {alternative, key, message} from './text.ts';

/** The answers of several servers to one command. */
export const resultMessages = {
	searchWrapped: (by: number) => `The search wrapped to the ${by === 1 ? 'first' : 'last'} row.`,
	noSearchToGroupBy: message`No search to group by: ${key('results.search')} starts one.`,
	groupedBy: (text: string) => `by ${text}`,
	masked: 'masked',
	noSearch: message`No search yet: ${key('results.search')} starts one.`,
	moreInRow: (count: number) => ` … ${count} more`,
	moreRows: (count: number, isChosen: boolean) =>
		message`      \u2026 ${count} more ${count === 1 ? 'row' : 'rows'}${isChosen ? message`, ${key('results.console')} opens the console` : ''}`,
	tooDifferent: 'The answers are too different to compare line by line. Compare them in the consoles.',
	equalLines: (count: number) => `${count} equal lines`,
	/** The names in a list of players. */
	listed: (names: readonly string[]) =>
		`${names.length} listed${names.length > 0 ? ': ' : ''}${names.join(', ')}`,
	listedOn: (count: number, servers: number) => `${count} listed on ${plural(servers, 'server')}`,
	withoutAnswer: (count: number) => `${count} without an answer`,
	waiting: (count: number) => `${count} waiting`,
	oneAnswer: '1 answer',
	allDifferent: (count: number) => `${count} answers, each different`,
	differ: (count: number) => `${count} ${count === 1 ? 'differs' : 'differ'}`,
	same: (count: number) => `${count} same`,
	areNewest: 'These are the newest results.',
	nothingOlder: 'There are no older results.',
	nothingToCompare: 'Nothing to compare: no two answers differ.',
	nothingSent: 'Nothing has been sent yet.',
	shownLater: 'The answer is shown if it arrives.',
	notKept: {
		word: 'not kept',
		sentence: 'Its entry is no longer in the console.',
	},
	noneSentToThem: message`Nothing has been sent to these servers yet: ${alternative(message`${key('app.input')} opens the input`, ':use selected sends commands to them')}.`,
	noRuns: message`No multi-server command has been sent yet: select servers with ${alternative(message`${key('list.select')}, then ${key('app.input')}`, ':select, then :use selected')}.`,
	header: (time: string, count: string) => `${time}${count}  me > `,
	place: (number: number, count: number) => `results ${number} of ${count}`,
	nextGoesTo: (servers: string) => message`The next command goes to ${servers}:`,
	canceled: (count: number, sent: number) =>
		`Canceled before it was sent to ${plural(count, 'server')}.${sent > 0 ? ` Already sent to ${sent}.` : ''}`,
	stoppedWaiting: (count: number) =>
		`Stopped waiting for ${plural(count, 'server')}. The command may still run; answers are shown if they arrive.`,
};

/** Reports an accepted request whose answer was unreadable. */
export const unreadText = (reason: string): string => `The service's answer could not be read (${reason}).`;

/**
Adds what the service said about a refusal to the first sentence of ours: `The name is taken: one-a has it.` Of two texts of
which one says the same as the other, only the longer one is kept. `hint`: shown beside `ours`.
*/
export function withServiceMessage(ours: string, said: string | undefined, hint?: string): string {
	if (said === undefined || isKnown(said, ours, hint)) return ours;
	const [first = '', ...rest] = ours.split(/(?<=\.) /);
	const theirs = /[.!?\u2026]$/.test(said) ? said : `${said}.`;
	const both = contains(wordsOf(said), wordsOf(first)) ? theirs : `${first.replace(/\.$/, '')}: ${theirs}`;
	return [both, ...rest].join(' ');
}

/** Returns whether our words already say it, whatever the punctuation and the article at the start. */
export function isKnown(said: string, ours: string, hint = ''): boolean {
	const words = wordsOf(said);
	return words === '' || words === wordsOf(hint) || contains(wordsOf(ours), words);
}

const contains = (text: string, part: string): boolean => ` ${text} `.includes(` ${part} `);

const wordsOf = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.replace(/^the /, '');

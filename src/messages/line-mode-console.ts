import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** Commands with their answers, and the console. */
export const lineConsoleMessages = {
	unread: (count: number) =>
		`UNREAD ${plural(count, 'line')} since it was looked at last; :log unread tells them`,
	unreadSome: 'UNREAD lines have come; :log tells the last ones',
	nothingNew: (server: string) => `Nothing new is known of ${server}.`,
	findTakes: 'PROBLEM :find takes words, or /a regular expression/.',
	wrongPattern: (pattern: string, problem: string) => `PROBLEM ${pattern}: ${problem}.`,
	bookmark: (note: string) => `BOOKMARK ${note}`,
	nothingFits: (server: string) => `Nothing is known of ${server} that fits.`,
	found: (count: number, server: string, part: string) =>
		`FOUND in ${plural(count, 'line')} of ${server}${part}.`,
	othersLeftOut: (count: number) => `OTHER ${plural(count, 'command')} left out; :timeline others names them`,
	othersTooFast:
		'OTHER commands arrive faster than they can be shown; the rest is counted, :feed mine leaves them out',
	othersCounted: (head: string, server: string) => `${head}; :log ${server} others 1 tells them`,
	lineCount: (head: string, count: number) => `${head}, ${count} lines`,
	answer: (server: string, took: string) => `ANSWER ${server}${took}`,
	took: (ms: number) => `, ${ms} ms`,
	waiting: (about: string) => `WAITING ${about}, no answer yet`,
	recalled: (about: string) => `RECALLED ${about}, never sent`,
	abandoned: (about: string) => `OUTCOME UNKNOWN ${about}, not waited for, may have run`,
	queued: (about: string, ahead: number) => `QUEUED ${about}, behind ${ahead}`,
	sent: (about: string) => `SENT ${about}, its answer follows`,
	other: (about: string) => `OTHER ${about}`,
	you: (about: string, took: string, where: string) => `YOU ${about}${took}${where}`,
	lateBy: (ms: number) => `, ${formatDuration(ms, 'spoken')} after it was sent`,
	matchedById: 'its id',
	matchedByText: 'its text',
	lateAnswer: (about: string, after: string, by: string) => `late answer ${about}${after}, matched by ${by}`,
	afterSeconds: (seconds: number) => ` after ${seconds} s`,
	noAnswer: (after: string) => `no answer${after}, may have run`,
	mayHaveRun: 'may have run',
	notDone: 'not done',
	newestLine: 'This is the newest line.',
	nothingOlder: 'Nothing older is known.',
	candidates: (count: number, names: string, more: number) =>
		`CANDIDATES ${count}: ${names}${more > 0 ? `, and ${more} more` : ''}. Tab fills in the next.`,
};

/** A command that goes to several servers. */
export const lineResultsMessages = {
	noneSent: 'No command has gone to several servers yet: select some with :select, then :use selected.',
	onlySent: (count: number) =>
		`Only ${count === 1 ? '1 command has' : `${count} commands have`} gone to several servers.`,
	answersTakes: 'PROBLEM :answers takes a number, 2 for the command before the newest, and raw.',
	compareTakes: 'PROBLEM :compare takes the number of a group.',
	compared: (other: string, base: string) =>
		`COMPARED what ${other} said with ${base}, which is what most said:`,
	sent: (command: string, count: number, servers: string) =>
		`SENT ${command} to ${plural(count, 'server')}: ${servers}. The answers follow together.`,
	answers: (command: string, count: number, summary: string) =>
		`ANSWERS to ${command} from ${plural(count, 'server')}: ${summary}.`,
	group: (number: number) => `GROUP ${number}, `,
	mostSaid: ', what most said',
};

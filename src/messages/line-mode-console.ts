import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** Commands with their answers, and the console. */
export const lineConsoleMessages = {
	unread: (count: number) =>
		`UNREAD ${plural(count, 'entry', 'entries')} since you last looked; :log unread shows them`,
	unreadSome: 'UNREAD entries have arrived; :log shows the last ones',
	nothingNew: (server: string) => `No new entries from ${server}.`,
	findTakes: 'PROBLEM :find takes words, or /a regular expression/.',
	wrongPattern: (pattern: string, problem: string) => `PROBLEM ${pattern}: ${problem}.`,
	bookmark: (note: string) => `BOOKMARK ${note}`,
	nothingFits: (server: string) => `No matching entries from ${server}.`,
	found: (count: number, server: string, part: string) =>
		`FOUND in ${plural(count, 'line')} of ${server}${part}.`,
	othersLeftOut: (count: number) =>
		`OTHER ${plural(count, 'command')} not shown; :timeline others lists them`,
	othersTooFast:
		'OTHER commands arrive faster than they can be shown; the rest is counted, :feed mine hides them',
	printed: (server: string, kind: 'output' | 'chat', text: string) =>
		`${kind === 'chat' ? 'CHAT' : 'OUTPUT'} ${server}: ${text}`,
	omitted: (server: string, count: number) => `OUTPUT ${server}: ${plural(count, 'line')} omitted`,
	outputLeftOut: (count: number) => `OUTPUT ${plural(count, 'line')} not shown; :log output lists them`,
	outputTooFast: 'OUTPUT arrives faster than it can be shown; the rest is counted, :feed on hides it',
	othersCounted: (head: string, server: string) => `${head}; :log ${server} others 1 shows them`,
	lineCount: (head: string, count: number) => `${head}, ${count} lines`,
	answer: (server: string, took: string) => `ANSWER ${server}${took}`,
	took: (ms: number) => `, ${ms}ms`,
	waiting: (about: string) => `WAITING ${about}, no answer yet`,
	recalled: (about: string) => `CANCELED ${about}, never sent`,
	abandoned: (about: string) => `OUTCOME UNKNOWN ${about}, stopped waiting, may have run`,
	queued: (about: string, ahead: number) => `QUEUED ${about}, behind ${ahead}`,
	sent: (about: string) => `SENT ${about}, answer follows`,
	other: (about: string, by: string | undefined) => `OTHER ${about}${by === undefined ? '' : `, by ${by}`}`,
	you: (about: string, took: string, where: string) => `YOU ${about}${took}${where}`,
	lateBy: (ms: number) => `, ${formatDuration(ms, 'spoken')} after it was sent`,
	matchedById: 'its ID',
	matchedByText: 'its text',
	lateAnswer: (about: string, after: string, by: string) => `late answer ${about}${after}, matched by ${by}`,
	afterSeconds: (seconds: number) => ` after ${plural(seconds, 'second')}`,
	noAnswer: (after: string) => `no answer${after}, may have run`,
	mayHaveRun: 'may have run',
	notDone: 'not run',
	newestLine: 'This is the newest command.',
	nothingOlder: 'There are no older commands.',
	candidates: (count: number, names: string, more: number) =>
		`SUGGESTIONS ${count}: ${names}${more > 0 ? `, and ${more} more` : ''}. Tab completes with the next.`,
};

/** Commands sent to several servers. */
export const lineResultsMessages = {
	noneSent: 'No multi-server command has been sent yet: select servers with :select, then :use selected.',
	onlySent: (count: number) =>
		`Only ${count === 1 ? '1 multi-server command has' : `${count} multi-server commands have`} been sent.`,
	answersTakes: 'PROBLEM Use :answers with a number, such as 2 for the command before the last, or raw.',
	compareTakes: 'PROBLEM Use :compare with the number of a group.',
	compared: (other: string, base: string) => `COMPARED ${other} with ${base}, the most common answer:`,
	sent: (command: string, count: number, servers: string) =>
		`SENT ${command} to ${plural(count, 'server')}: ${servers}. The answers are shown together.`,
	answers: (command: string, count: number, summary: string) =>
		`ANSWERS to ${command} from ${plural(count, 'server')}: ${summary}.`,
	group: (number: number) => `GROUP ${number}, `,
	mostSaid: ', the most common answer',
};

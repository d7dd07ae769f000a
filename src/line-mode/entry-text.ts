import {isTimeout} from '../contract/errors.ts';
import {elsewhereWords, noOutput} from '../app/console/status-words.ts';
import type {CommandLine, OutputLine} from '../app/console/console-line.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {lineConsoleMessages} from '../messages/line-mode-console.ts';

/** The printed text of a command: subject and status, the lines of its answer, and other lines. */
export type EntryText = {head: string; answer?: readonly string[]; besides?: readonly string[]};

/** Returns the lines of an entry. A one-line answer follows the heading; a longer one starts below it. */
export function linesOfEntry({head, answer, besides = []}: EntryText): readonly string[] {
	if (!answer) return [head, ...besides];
	const [only = '', ...others] = answer;
	return others.length === 0
		? [`${head}: ${only}`]
		: [lineMessages.headOfLines(head, answer.length), ...answer];
}

/** Returns the heading, with the number of lines of a longer answer. */
export const headOfEntry = ({head, answer}: EntryText): string =>
	answer && answer.length > 1 ? lineConsoleMessages.lineCount(head, answer.length) : head;

/**
Returns the outcome of a command with the server in the heading: `ANSWER ark-isl-1, 214 ms`. undefined while there
is nothing to report.
*/
export function outcomeText(line: CommandLine, server: string): EntryText | undefined {
	const {status, origin, latencyMs} = line;
	// The user who stopped it already knows.
	if (status === 'pending' || status === 'recalled' || status === 'abandoned') return undefined;
	return status === 'answered' && origin !== 'other'
		? answerText(lineConsoleMessages.answer(server, tookWords(latencyMs)), line.response)
		: entryText(line, server);
}

const tookWords = (ms: number | undefined) =>
	ms === undefined ? '' : lineConsoleMessages.took(Math.round(ms));

/** Returns the entry with its command, for printing later: `YOU ark-isl-1, ListPlayers, 214 ms`. */
export function entryText(line: CommandLine, server: string): EntryText {
	const {command, status, origin, latencyMs, elsewhere, by} = line;
	const about = `${server}, ${command}`;
	const where = elsewhere ? `, ${elsewhereWords[elsewhere]}` : '';
	switch (status) {
		case 'pending':
			return {head: lineConsoleMessages.waiting(about)};
		case 'recalled':
			return {head: lineConsoleMessages.recalled(about)};
		case 'abandoned':
			return {head: lineConsoleMessages.abandoned(about)};
		case 'queued':
			return {head: lineConsoleMessages.queued(about, line.ahead ?? 0)};
		case 'sent':
			return {head: lineConsoleMessages.sent(about)};
		case 'answered':
			return answerText(
				origin === 'other'
					? lineConsoleMessages.other(about, by)
					: lineConsoleMessages.you(about, tookWords(latencyMs), where),
				line.response,
			);
		case 'late': {
			const after = latencyMs === undefined ? '' : lineConsoleMessages.lateBy(latencyMs);
			const by = line.matched === 'id' ? lineConsoleMessages.matchedById : lineConsoleMessages.matchedByText;
			return answerText(lineConsoleMessages.lateAnswer(about, after, by), line.response);
		}
		case 'timeout':
		case 'failed':
			return failure(line, about);
	}
}

function failure({status, failure, timeoutMs}: CommandLine, about: string): EntryText {
	const isLate = failure !== undefined && isTimeout(failure);
	const after = timeoutMs === undefined ? '' : lineConsoleMessages.afterSeconds(timeoutMs / 1000);
	const word = status === 'failed' ? 'FAILED' : isLate ? 'TIMEOUT' : lineMessages.outcomeUnknown;
	const unknown = isLate ? lineConsoleMessages.noAnswer(after) : lineConsoleMessages.mayHaveRun;
	const outcome = status === 'failed' ? lineConsoleMessages.notDone : unknown;
	const key = failure?.key === undefined ? '' : ` [${failure.key}]`;
	const words = failure ? `. ${failure.title}${key} ${failure.hint ?? ''}`.trimEnd() : '';
	const besides = failure?.strayOutput?.trimEnd().split('\n') ?? [];
	return {head: `${word} ${about}, ${outcome}${words}`, besides};
}

function answerText(head: string, response: string | undefined): EntryText {
	if (response === undefined) return {head, answer: [noOutput]};
	const text = response.trimEnd().replace(/^\n+/, '');
	return {head, answer: text.trim() === '' ? [lineMessages.noOutput] : text.split('\n')};
}

/** Returns a line of unsolicited game output. */
export const printedText = ({printed}: OutputLine, server: string): string =>
	printed.kind === 'omitted'
		? lineConsoleMessages.omitted(server, printed.count)
		: lineConsoleMessages.printed(server, printed.kind, printed.text);

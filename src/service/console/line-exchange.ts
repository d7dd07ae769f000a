import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';
import {countdown, type Reader} from './mailbox.ts';

/**
What a line means during a command: part of the answer, the end of the answer, something else that happened, or nothing
of interest.
*/
export type LineMeaning = 'answer' | 'end' | 'event' | 'noise';

/** `Mark`: what a console has among its lines, and never is part of an answer. */
type Exchange<Mark> = {
	reader: Reader<string | Mark>;
	meaningOf: (line: string | Mark) => LineMeaning;
	onEvent: (line: string | Mark) => void;
	leftMs: () => number;
	/** How long silence must last to end an answer of at least one line (default: it never does). */
	quietMs?: number | undefined;
	/** How long silence must last to be an empty answer (default: it never is). */
	emptyMs?: number | undefined;
	/** How long after its first line an answer ends even without silence (default: it never does). */
	longestMs?: number | undefined;
	signal: AbortSignal | undefined;
	onSilence?: (() => void) | undefined;
};

const maxAnswerLength = 16 * 1024 * 1024;

/** Reads the answer to a command that was just sent to a console of lines. Throws `ConsoleError`. */
export async function readLines<Mark = never>(exchange: Exchange<Mark>): Promise<string> {
	const {reader, meaningOf, onEvent, leftMs, quietMs, emptyMs, longestMs, signal, onSilence} = exchange;
	const answer: string[] = [];
	let length = 0;
	let longestLeftMs = () => Infinity;
	const text = () => answer.join('\n');
	const partial = () => (answer.length > 0 ? {partial: text()} : {});
	for (;;) {
		const isLongest = longestLeftMs() < leftMs();
		const got = await reader.read({
			leftMs: isLongest ? longestLeftMs() : leftMs(),
			quietMs: answer.length > 0 ? quietMs : emptyMs,
			signal,
		});
		if (got === 'quiet' || (got === 'late' && isLongest)) {
			onSilence?.();
			return text();
		}
		if (got === 'late') {
			const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
			throw new ConsoleError('timeout', answer.length > 0 ? unfinishedAnswer : noAnswer, partial());
		}
		if (got === 'closed') {
			const {closedBefore, closedDuring} = gameConsoleMessages;
			const cause = reader.ending()?.cause;
			throw new ConsoleError('dropped', answer.length > 0 ? closedDuring : closedBefore, {
				...partial(),
				...(cause && {cause}),
			});
		}
		const meaning = meaningOf(got.message);
		if (meaning === 'end') return text();
		if (meaning === 'event') onEvent(got.message);
		if (meaning !== 'answer' || typeof got.message !== 'string') continue;
		if (answer.length === 0 && longestMs !== undefined) longestLeftMs = countdown(longestMs);
		answer.push(got.message);
		// Includes the line break, because endless empty lines would also exhaust memory.
		length += got.message.length + 1;
		if (length > maxAnswerLength) {
			throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, {
				partial: text().slice(0, 4096),
			});
		}
	}
}

export function checkLine(command: string): void {
	if (/[\n\r\0]/.test(command)) throw new ConsoleError('unsendable', gameConsoleMessages.severalLines);
}

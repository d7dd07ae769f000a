import {statusWords} from './status-words.ts';
import type {CommandLine} from './console-line.ts';
import {resultMessages} from '../../messages/results.ts';

/**
The outcome of a command on one server. `answered`: the output. `problem`: no answer, with the reason in a few words and
in sentences. `open`: still waiting.
*/
export type Outcome =
	| {kind: 'answered'; text: string}
	| {kind: 'problem'; word: string; sentences: readonly string[]; mayHaveRun: boolean}
	| {kind: 'open'; word: string};

/** Whether the outcome is final. A command that timed out or was abandoned may still be answered. */
export const isFinal = ({status}: CommandLine): boolean =>
	status === 'answered' || status === 'late' || status === 'failed' || status === 'recalled';

/** Returns the same object for the same entry, so that values derived from it can be cached across frames. */
export function outcomeOf(line: CommandLine | undefined): Outcome {
	if (!line) return notKept;
	const outcome = known.get(line) ?? outcomeOfLine(line);
	known.set(line, outcome);
	return outcome;
}

const known = new WeakMap<CommandLine, Outcome>();

function outcomeOfLine(line: CommandLine): Outcome {
	const {status} = line;
	if (status === 'answered' || status === 'late') {
		return {kind: 'answered', text: line.response ?? ''};
	}
	const word = statusWords(status, line);
	switch (status) {
		case 'queued':
		case 'pending':
		case 'sent':
			return {kind: 'open', word};
		case 'timeout':
			return problem(word, words(line), true);
		case 'abandoned':
			return problem(word, [resultMessages.shownLater], true);
		case 'recalled':
		case 'failed':
			return problem(word, words(line));
	}
}

const problem = (word: string, sentences: readonly string[], mayHaveRun = false): Outcome => ({
	kind: 'problem',
	word,
	sentences,
	mayHaveRun,
});

const notKept = problem(resultMessages.notKept.word, [resultMessages.notKept.sentence]);

function words({failure}: CommandLine): string[] {
	if (!failure) return [];
	const {title, key, hint, strayOutput} = failure;
	const stray = strayOutput?.trimEnd().split('\n') ?? [];
	return [key === undefined ? title : `${title} [${key}]`, ...(hint === undefined ? [] : [hint]), ...stray];
}

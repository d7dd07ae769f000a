import {isTimeout} from '../../../contract/errors.ts';
import {type CommandLine, type Lines, newestFirst, secondsText} from './lines.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import type {Tone} from '../../kernel/text/spans.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {linesBelow} from '../../kernel/state/failure.ts';
import {resultMessages} from '../../../messages/results.ts';

type Unanswered = Exclude<CommandLine['status'], 'answered' | 'late'>;

/** For a record without a response: the service could not talk to the game, or does not say. An empty response is one. */
export const noAnswer = consoleMessages.status.noAnswer;

/** Returns the status of an unanswered command, in the same words wherever it is shown. */
export function statusWords(status: Unanswered, line: CommandLine): string {
	switch (status) {
		case 'queued':
			return consoleMessages.status.queued(line.ahead ?? 0);
		case 'recalled':
			return consoleMessages.status.recalled;
		case 'pending':
			return 'waiting';
		case 'sent':
			return consoleMessages.status.sent;
		case 'timeout':
			return isCut(line)
				? consoleMessages.status.answerCut
				: consoleMessages.status.mayHaveRun(timeoutWords(line));
		case 'abandoned':
			return consoleMessages.status.abandoned;
		case 'failed':
			return consoleMessages.status.failed;
	}
}

export const statusTones: Readonly<Record<CommandLine['status'], Tone>> = {
	queued: 'pending',
	recalled: 'faint',
	pending: 'pending',
	sent: 'pending',
	timeout: 'timeout',
	abandoned: 'timeout',
	late: 'timeout',
	failed: 'failure',
	answered: 'latency',
};

/** Returns whether the response is what arrived of the answer. */
export const isCut = ({failure}: Pick<CommandLine, 'failure'>): boolean =>
	failure?.key === 'server.answer_cut';

/**
Returns `TIMEOUT 5s`; undefined for other failures with an unknown outcome, such as a broken connection or an unreadable
answer.
*/
function timeoutWords({failure, timeoutMs}: CommandLine): string | undefined {
	if (!failure || !isTimeout(failure)) return undefined;
	return timeoutMs === undefined ? 'TIMEOUT' : consoleMessages.status.timeout(secondsText(timeoutMs));
}

/** Returns the same for an outcome whose problem alone is kept: its key, or a sentence. */
export function openWords(problem: string | undefined): string {
	if (problem?.includes('server.answer_cut')) return consoleMessages.status.answerCut;
	return problem === undefined || problem.includes('server.rcon_timeout')
		? consoleMessages.status.timeoutMayHaveRun
		: consoleMessages.status.unknownMayHaveRun;
}

/** Labels of the user's own commands that were sent outside this session. */
export const elsewhereWords = {
	shell: consoleMessages.elsewhere.shell,
	session: consoleMessages.elsewhere.session,
} as const;

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
		return line.response === undefined
			? problem(noAnswer, [], true)
			: {kind: 'answered', text: line.response};
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
	const {title, key, hint} = failure;
	const said = key === undefined ? title : `${title} [${key}]`;
	return [said, ...(hint === undefined ? [] : [hint]), ...linesBelow(failure)];
}

const maxLines = 400;

/** Returns the newest answer to a command, whoever sent it: while it is read again, the one before. */
export const newestAnswer = memoize((lines: Lines, command: string): CommandLine | undefined =>
	newestFirst(lines)
		.take(maxLines)
		.filter(line => line.kind === 'command')
		.filter(line => line.command.trim().toLowerCase() === command.toLowerCase())
		.find(line => outcomeOf(line).kind !== 'open'),
);

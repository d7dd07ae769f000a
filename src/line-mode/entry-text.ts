import {isTimeout} from '../contract/errors.ts';
import {elsewhereWords, noOutput} from '../app/console/status-words.ts';
import type {CommandLine} from '../app/console/console-line.ts';
import {formatDuration} from '../lib/ago.ts';

/** What is printed of a command: what it is about and how it is, and the lines of its answer or of what came besides. */
export type EntryText = {head: string; answer?: readonly string[]; besides?: readonly string[]};

/** An answer of one line stands behind its head, a longer one below it. */
export function linesOfEntry({head, answer, besides = []}: EntryText): readonly string[] {
	if (!answer) return [head, ...besides];
	const [only = '', ...others] = answer;
	return others.length === 0 ? [`${head}: ${only}`] : [`${head}, ${answer.length} lines:`, ...answer];
}

/** The same without its answer. */
export const headOfEntry = ({head, answer}: EntryText): string =>
	answer && answer.length > 1 ? `${head}, ${answer.length} lines` : head;

/**
What became of a command, its head naming the server: `ANSWER ark-isl-1, 214 ms`. undefined while there is nothing to
say of it yet.
*/
export function outcomeText(line: CommandLine, server: string): EntryText | undefined {
	const {status, origin, latencyMs} = line;
	// Whoever stopped it has been told already.
	if (status === 'pending' || status === 'recalled' || status === 'abandoned') return undefined;
	return status === 'answered' && origin === 'me'
		? answered(`ANSWER ${server}${tookWords(latencyMs)}`, line.response)
		: entryText(line, server);
}

const tookWords = (ms: number | undefined) => (ms === undefined ? '' : `, ${Math.round(ms)} ms`);

/** The same when it is printed later, with the command: `YOU ark-isl-1, ListPlayers, 214 ms`. */
export function entryText(line: CommandLine, server: string): EntryText {
	const {command, status, origin, latencyMs, elsewhere} = line;
	const about = `${server}, ${command}`;
	const where = elsewhere ? `, ${elsewhereWords[elsewhere]}` : '';
	switch (status) {
		case 'pending':
			return {head: `WAITING ${about}, no answer yet`};
		case 'recalled':
			return {head: `RECALLED ${about}, never sent`};
		case 'abandoned':
			return {head: `OUTCOME UNKNOWN ${about}, not waited for, may have run`};
		case 'queued':
			return {head: `QUEUED ${about}, behind ${line.behind ?? 0}`};
		case 'sent':
			return {head: `SENT ${about}, its answer follows`};
		case 'answered':
			return answered(
				origin === 'other' ? `OTHER ${about}` : `YOU ${about}${tookWords(latencyMs)}${where}`,
				line.response,
			);
		case 'late': {
			const after =
				latencyMs === undefined ? '' : `, ${formatDuration(latencyMs, 'spoken')} after it was sent`;
			const by = line.matched === 'id' ? 'its id' : 'its text';
			return answered(`late answer ${about}${after}, matched by ${by}`, line.response);
		}
		case 'timeout':
		case 'failed':
			return failure(line, about);
	}
}

function failure({status, failure, timeoutMs}: CommandLine, about: string): EntryText {
	const isLate = failure !== undefined && isTimeout(failure);
	const after = timeoutMs === undefined ? '' : ` after ${timeoutMs / 1000} s`;
	const word = status === 'failed' ? 'FAILED' : isLate ? 'TIMEOUT' : 'OUTCOME UNKNOWN';
	const unknown = isLate ? `no answer${after}, may have run` : 'may have run';
	const outcome = status === 'failed' ? 'not done' : unknown;
	const key = failure?.key === undefined ? '' : ` [${failure.key}]`;
	const words = failure ? `. ${failure.title}${key} ${failure.hint ?? ''}`.trimEnd() : '';
	const besides = failure?.strayOutput?.trimEnd().split('\n') ?? [];
	return {head: `${word} ${about}, ${outcome}${words}`, besides};
}

function answered(head: string, response: string | undefined): EntryText {
	if (response === undefined) return {head, answer: [noOutput]};
	const text = response.trimEnd().replace(/^\n+/, '');
	return {head, answer: text.trim() === '' ? ['no output'] : text.split('\n')};
}

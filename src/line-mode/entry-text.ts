import {isTimeout} from '../contract/errors.ts';
import {elsewhereWords, noOutput} from '../core/console/status-words.ts';
import type {CommandLine} from '../core/state/console-line.ts';
import {formatDuration} from '../lib/ago.ts';

/**
What became of a command, its first line naming the server: `ANSWER ark-isl-1, 214 ms: …`. undefined while there is
nothing to say of it yet.
*/
export function outcomeLines(line: CommandLine, server: string): string[] | undefined {
	const {status, origin, latencyMs} = line;
	// Whoever stopped it is told so already.
	if (status === 'pending' || status === 'recalled' || status === 'abandoned') return undefined;
	return status === 'answered' && origin === 'me'
		? answer(`ANSWER ${server}${tookWords(latencyMs)}`, line.response)
		: entryLines(line, server);
}

const tookWords = (ms: number | undefined) => (ms === undefined ? '' : `, ${Math.round(ms)} ms`);

/** The same when it is told later, with the command: `YOU ark-isl-1, ListPlayers, 214 ms: …`. */
export function entryLines(line: CommandLine, server: string): string[] {
	const {command, status, origin, latencyMs, elsewhere} = line;
	const about = `${server}, ${command}`;
	const where = elsewhere ? `, ${elsewhereWords[elsewhere]}` : '';
	switch (status) {
		case 'pending':
			return [`WAITING ${about}, no answer yet`];
		case 'recalled':
			return [`RECALLED ${about}, never sent`];
		case 'abandoned':
			return [`OUTCOME UNKNOWN ${about}, not waited for, may have run`];
		case 'queued':
			return [`QUEUED ${about}, behind ${line.behind ?? 0}`];
		case 'sent':
			return [`SENT ${about}, its answer follows`];
		case 'answered':
			return answer(
				origin === 'other' ? `OTHER ${about}` : `YOU ${about}${tookWords(latencyMs)}${where}`,
				line.response,
			);
		case 'late': {
			const after =
				latencyMs === undefined ? '' : `, ${formatDuration(latencyMs, 'spoken')} after it was sent`;
			const by = line.matched === 'id' ? 'its id' : 'its text';
			return answer(`late answer ${about}${after}, matched by ${by}`, line.response);
		}
		case 'timeout':
		case 'failed':
			return failure(line, about);
	}
}

function failure({status, failure, timeoutMs}: CommandLine, about: string): string[] {
	const isLate = failure !== undefined && isTimeout(failure);
	const after = timeoutMs === undefined ? '' : ` after ${timeoutMs / 1000} s`;
	const word = status === 'failed' ? 'FAILED' : isLate ? 'TIMEOUT' : 'OUTCOME UNKNOWN';
	const unknown = isLate ? `no answer${after}, may have run` : 'may have run';
	const outcome = status === 'failed' ? 'not done' : unknown;
	const key = failure?.key === undefined ? '' : ` [${failure.key}]`;
	const words = failure ? `. ${failure.title}${key} ${failure.hint ?? ''}`.trimEnd() : '';
	const stray = failure?.strayOutput?.trimEnd().split('\n') ?? [];
	return [`${word} ${about}, ${outcome}${words}`, ...stray];
}

/** An answer of one line stands behind its head, a longer one below it. */
function answer(head: string, response: string | undefined): string[] {
	if (response === undefined) return [`${head}: ${noOutput}`];
	const lines = response.trim() === '' ? [] : response.trimEnd().replace(/^\n+/, '').split('\n');
	if (lines.length === 0) return [`${head}: no output`];
	return lines.length === 1 ? [`${head}: ${lines[0] ?? ''}`] : [`${head}, ${lines.length} lines:`, ...lines];
}

import {isTimeout} from '../../contract/errors.ts';
import type {CommandLine} from './console-line.ts';
import {secondsText} from './latency.ts';
import type {Tone} from '../kernel/spans.ts';
import {consoleMessages} from '../../messages/console.ts';

type Unanswered = Exclude<CommandLine['status'], 'answered' | 'late'>;

/** For an answer without a response; it does not say whether the game was reached. (Specification: ServerCommand) */
export const noOutput = consoleMessages.status.noOutput;

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
			return consoleMessages.status.mayHaveRun(timeoutWords(line));
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

/**
Returns `TIMEOUT 5s`; undefined for other failures with an unknown outcome, such as a broken connection or an unreadable
answer.
*/
function timeoutWords({failure, timeoutMs}: CommandLine): string | undefined {
	if (!failure || !isTimeout(failure)) return undefined;
	return timeoutMs === undefined ? 'TIMEOUT' : consoleMessages.status.timeout(secondsText(timeoutMs));
}

/** Returns the same for an outcome of which only the problem is kept: its key, or a sentence. */
export const openWords = (problem: string | undefined): string =>
	problem === undefined || problem.includes('server.rcon_timeout')
		? consoleMessages.status.timeoutMayHaveRun
		: consoleMessages.status.unknownMayHaveRun;

/** Labels of the user's own commands that were sent outside this session. */
export const elsewhereWords = {
	shell: consoleMessages.elsewhere.shell,
	session: consoleMessages.elsewhere.session,
} as const;

import {isTimeout} from '../../contract/errors.ts';
import type {CommandLine} from './console-line.ts';
import {secondsText} from './latency.ts';
import type {Tone} from '../kernel/spans.ts';
import {consoleMessages} from '../../messages/console.ts';

type Unanswered = Exclude<CommandLine['status'], 'answered' | 'late'>;

/** For an answer without a response: whether the game was reached is not said. (Specification: ServerCommand) */
export const noOutput = consoleMessages.status.noOutput;

/** Where a command without an answer stands, in the same words wherever it is shown. */
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

/** `TIMEOUT 5s`; undefined for other failures that leave the outcome open: a broken connection, an unreadable answer. */
function timeoutWords({failure, timeoutMs}: CommandLine): string | undefined {
	if (!failure || !isTimeout(failure)) return undefined;
	return timeoutMs === undefined ? 'TIMEOUT' : consoleMessages.status.timeout(secondsText(timeoutMs));
}

/** The same where only the words of a problem are kept: its key, or a sentence. */
export const openWords = (problem: string | undefined): string =>
	problem === undefined || problem.includes('server.rcon_timeout')
		? consoleMessages.status.timeoutMayHaveRun
		: consoleMessages.status.unknownMayHaveRun;

/** Where an own command was sent that is not of this session. */
export const elsewhereWords = {
	shell: consoleMessages.elsewhere.shell,
	session: consoleMessages.elsewhere.session,
} as const;

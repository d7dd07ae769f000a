import {randomUUID} from 'node:crypto';
import {econMessages, gameConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError, type ConsoleFailureReason} from '../console-error.ts';
import {openLines, type Lines} from './lines.ts';

export type EconCommand = {
	/** Default 127.0.0.1. */
	host?: string;
	port: number;
	password: string;
	command: string;
	/** Limit for the whole exchange (default 5000). */
	timeoutMs?: number;
	/** How long silence must last to end an answer that lacks the marker (default 500). */
	quietMs?: number;
	signal?: AbortSignal;
};

/**
Runs one command on the line console ("econ") of Teeworlds and related games. It connects, sends the password, the
command and an `echo` of a marker, and collects lines until the marker. The console prints the whole log, so unrelated
lines can be among them. Throws `ConsoleError`, or the reason of `signal` if that was aborted.
*/
export async function runEcon(options: EconCommand): Promise<string> {
	const {host = '127.0.0.1', port, password, command, timeoutMs = 5000, quietMs = 500, signal} = options;
	checkLine(command);
	const endsAt = performance.now() + timeoutMs;
	const leftMs = () => Math.max(0, endsAt - performance.now());
	const lines = await openLines({host, port, timeoutMs, signal});
	try {
		await login(lines, password, leftMs);
		return await readAnswer(command, {lines, leftMs, quietMs});
	} finally {
		// Close first, even after a wrong password: the server would close after three.
		lines.close();
	}
}

async function login(lines: Lines, password: string, leftMs: () => number): Promise<void> {
	lines.send(password);
	for (;;) {
		const got = await lines.read({leftMs: leftMs()});
		if (got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (typeof got === 'string') throw failure('refused', econMessages.loginClosed, lines);
		if (/^Authentication successful/i.test(got.line)) return;
		if (/^Wrong password/i.test(got.line))
			throw new ConsoleError('wrong-password', econMessages.wrongPassword);
		if (/\bbanned?\b/i.test(got.line)) throw new ConsoleError('wrong-password', got.line);
	}
}

type AnswerOptions = {lines: Lines; leftMs: () => number; quietMs: number};

async function readAnswer(command: string, {lines, leftMs, quietMs}: AnswerOptions): Promise<string> {
	const marker = `end-${randomUUID()}`;
	lines.send(command);
	lines.send(`echo ${marker}`);
	const answer: string[] = [];
	for (;;) {
		const got = await lines.read({leftMs: leftMs(), quietMs: answer.length > 0 ? quietMs : undefined});
		if (got === 'quiet') return textOf(answer, command);
		if (got === 'closed' || got === 'late') {
			const partial = answer.length > 0 ? {partial: textOf(answer, command)} : {};
			if (got === 'late') throw new ConsoleError('timeout', econMessages.noAnswer, partial);
			throw failure('dropped', econMessages.cutOff, lines, partial);
		}
		if (isLogOfLogin(got.line)) continue;
		if (!got.line.includes(marker)) answer.push(got.line);
		// If the log has the marker's command, it comes before the marker's output.
		else if (!isLogOf(`echo ${marker}`, got.line)) return textOf(answer, command);
	}
}

/** Joins the lines without the log line that repeats the command. */
function textOf(lines: string[], command: string): string {
	return lines.filter(line => !isLogOf(command, line)).join('\n');
}

const isLogOfLogin = (line: string) => /\[econ\]: cid=\d+ authed$/.test(line);
const isLogOf = (command: string, line: string) =>
	/cid=\d+ cmd='/.test(line) && line.endsWith(`cmd='${command}'`);

function failure(
	reason: ConsoleFailureReason,
	message: string,
	lines: Lines,
	more: {partial?: string} = {},
): ConsoleError {
	const cause = lines.cause();
	return new ConsoleError(reason, message, {...more, ...(cause && {cause})});
}

function checkLine(command: string): void {
	if (/[\n\r\0]/.test(command)) throw new ConsoleError('malformed', gameConsoleMessages.severalLines);
}

import {randomUUID} from 'node:crypto';
import {econMessages, gameConsoleMessages} from '../../messages/service-servers.ts';
import {RconError, type RconReason} from '../rcon/rcon-error.ts';
import {openLines, type Lines} from './lines.ts';

export type EconCommand = {
	/** 127.0.0.1 unless said. */
	host?: string;
	port: number;
	password: string;
	command: string;
	/** For all of it; 5000 unless said. */
	timeoutMs?: number;
	/** An answer without our marker behind it ends with so much silence, in milliseconds; 500 unless said. */
	quietMs?: number;
	signal?: AbortSignal;
};

/**
One command on the line console of Teeworlds and its kin ("econ"): connects, gives the password, sends the command and
an `echo` of a marker, and takes what comes until the marker does. The console shows the whole log, so lines about
other things can be among them. Throws `RconError`, or the reason of `signal` when that was aborted.
*/
export async function runEcon(options: EconCommand): Promise<string> {
	const {host = '127.0.0.1', port, password, command, timeoutMs = 5000, quietMs = 500, signal} = options;
	checkLine(command);
	const endsAt = performance.now() + timeoutMs;
	const leftMs = () => Math.max(0, endsAt - performance.now());
	const lines = await openLines({host, port, timeoutMs, signal});
	try {
		await login(lines, password, leftMs);
		return await answerTo(command, {lines, leftMs, quietMs});
	} finally {
		// We hang up first, also on a wrong password: the server would after three.
		lines.close();
	}
}

async function login(lines: Lines, password: string, leftMs: () => number): Promise<void> {
	lines.send(password);
	for (;;) {
		const got = await lines.read({leftMs: leftMs()});
		if (got === 'late') throw new RconError('timeout', gameConsoleMessages.slowLogin);
		if (typeof got === 'string') throw failure('refused', econMessages.loginClosed, lines);
		if (/^Authentication successful/i.test(got.line)) return;
		if (/^Wrong password/i.test(got.line)) throw new RconError('wrong-password', econMessages.wrongPassword);
		if (/\bbanned?\b/i.test(got.line)) throw new RconError('wrong-password', got.line);
	}
}

type Reading = {lines: Lines; leftMs: () => number; quietMs: number};

async function answerTo(command: string, {lines, leftMs, quietMs}: Reading): Promise<string> {
	const marker = `end-${randomUUID()}`;
	lines.send(command);
	lines.send(`echo ${marker}`);
	const answer: string[] = [];
	for (;;) {
		const got = await lines.read({leftMs: leftMs(), quietMs: answer.length > 0 ? quietMs : undefined});
		if (got === 'quiet') return textOf(answer, command);
		if (got === 'closed' || got === 'late') {
			const partial = answer.length > 0 ? {partial: textOf(answer, command)} : {};
			if (got === 'late') throw new RconError('timeout', econMessages.noAnswer, partial);
			throw failure('dropped', econMessages.cutOff, lines, partial);
		}
		if (isLogOfLogin(got.line)) continue;
		if (!got.line.includes(marker)) answer.push(got.line);
		// The log has the marker's command first, where it has it at all; then what came of it.
		else if (!isLogOf(`echo ${marker}`, got.line)) return textOf(answer, command);
	}
}

/** Without the line in which the log repeats what we typed. */
function textOf(lines: string[], command: string): string {
	return lines.filter(line => !isLogOf(command, line)).join('\n');
}

const isLogOfLogin = (line: string) => /\[econ\]: cid=\d+ authed$/.test(line);
const isLogOf = (command: string, line: string) =>
	/cid=\d+ cmd='/.test(line) && line.endsWith(`cmd='${command}'`);

function failure(
	reason: RconReason,
	message: string,
	lines: Lines,
	more: {partial?: string} = {},
): RconError {
	const cause = lines.cause();
	return new RconError(reason, message, {...more, ...(cause && {cause})});
}

function checkLine(command: string): void {
	if (/[\n\r\0]/.test(command)) throw new RconError('malformed', gameConsoleMessages.severalLines);
}

import type {LineMeaning} from './line-exchange.ts';
import {econMessages, gameConsoleMessages} from '../../messages/service.ts';
import type {ConnectConsole} from './connection.ts';
import {ConsoleError, loginEnded} from './console-error.ts';
import {createLineDecoder, openTcpStream, type TcpStream} from './tcp-stream.ts';
import {countdown} from './mailbox.ts';
import {createMarkedSend} from './marked-lines.ts';

/*
Lines of the log as seen on Teeworlds 0.7.5, `[22:34:04][chat]: text`, and on DDNet 16.4,
`2026-11-22 22:35:15 I chat: text`.
*/
const prefixes = [/^\[[^\]]+\]\[([^\]]+)\]: /, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z] ([^: ]+): /];

/** Parts of the game that only report. */
const reporters = new Set([
	'econ',
	'game',
	'teamchat',
	'datafile',
	'register',
	'net',
	'engine',
	'sql',
	'http',
	'host_lookup',
]);

type LogLine = {
	/** The part of the game that printed the line, in lower case; undefined for a line outside the log. */
	from: string | undefined;
	text: string;
};

function readLogLine(line: string): LogLine {
	for (const prefix of prefixes) {
		const found = prefix.exec(line);
		if (found) return {from: found[1]?.toLowerCase(), text: line.slice(found[0].length)};
	}
	return {from: undefined, text: line};
}

/** Returns what a line means while a command runs. The console prints the whole log, so most lines can be anything. */
export function meaningOf(line: string, command: string): LineMeaning {
	const {from, text} = readLogLine(line);
	// The output of a message to the players is the line that they see.
	if (from === 'chat') return text.startsWith('*** ') && command.includes(text.slice(4)) ? 'answer' : 'event';
	if (from === undefined) return 'answer';
	if (reporters.has(from)) return 'event';
	// Clients are named so when they come and go; the output of `status` has `id`.
	return from === 'server' && /\b(cid|ClientID)=\d/i.test(text) ? 'event' : 'answer';
}

export const kindOf = (line: string): 'chat' | 'output' =>
	['chat', 'teamchat'].includes(readLogLine(line).from ?? '') ? 'chat' : 'output';

/** Returns true for the log of a command that an admin typed. Teeworlds logs it; DDNet does not. */
export const isLogOf = (command: string, line: string): boolean =>
	/\bcid=\d+ cmd='/.test(line) && line.endsWith(`cmd='${command}'`);

export const isLogOfLogin = (line: string): boolean => {
	const {from, text} = readLogLine(line);
	return from === 'econ' && /^cid=\d+ authed$/.test(text);
};

/** Connects to the line console ("econ") of Teeworlds, DDNet and related games. It streams the log of the game. */
export const connectEcon: ConnectConsole = async ({
	host,
	port,
	password,
	timeoutMs,
	signal,
	onLine = () => {},
}) => {
	const leftMs = countdown(timeoutMs);
	let hasLoggedIn = false;
	const onEvent = (line: string) => {
		// The first login in the log is ours.
		if (!hasLoggedIn && isLogOfLogin(line)) hasLoggedIn = true;
		else if (!isOfMarkers(line)) onLine({text: line, kind: kindOf(line)});
	};
	const stream: TcpStream<string> = await openTcpStream({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onMessage => createLineDecoder(onMessage),
		onMessage: onEvent,
		resets: true,
	});
	const {send, isOfMarkers} = createMarkedSend({
		stream,
		lineBreak: '\n',
		markerCommand: marker => `echo ${marker}`,
		isLogOf,
		meaningOf,
		onEvent,
	});
	try {
		await logIn(stream, password, leftMs, signal);
	} catch (error) {
		// Close first, even after a wrong password: the server would close after three.
		stream.close();
		throw error;
	}
	stream.rest();
	return {send, ended: stream.ended, close: stream.close};
};

async function logIn(
	stream: TcpStream<string>,
	password: string,
	leftMs: () => number,
	signal: AbortSignal | undefined,
): Promise<void> {
	stream.send(`${password}\n`);
	for (;;) {
		const got = await stream.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginEnded(stream.ending()?.cause);
		const line = got.message;
		if (/^Authentication successful/i.test(line)) return;
		if (/^Wrong password/i.test(line)) throw new ConsoleError('wrong-password', econMessages.wrongPassword);
		if (/\bbanned?\b/i.test(line)) throw new ConsoleError('wrong-password', line);
	}
}

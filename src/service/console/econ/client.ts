import {econMessages, gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {createLineDecoder} from '../line-decoder.ts';
import {countdown} from '../mailbox.ts';
import {createMarkedSend} from '../marked-lines.ts';
import {openTcpStream, type TcpStream} from '../tcp-stream.ts';
import {isLogOf, isLogOfLogin, kindOf, meaningOf} from './log-line.ts';

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
		if (got === 'closed') {
			const cause = stream.ending()?.cause;
			throw new ConsoleError('refused', econMessages.loginClosed, cause && {cause});
		}
		const line = got.message;
		if (/^Authentication successful/i.test(line)) return;
		if (/^Wrong password/i.test(line)) throw new ConsoleError('wrong-password', econMessages.wrongPassword);
		if (/\bbanned?\b/i.test(line)) throw new ConsoleError('wrong-password', line);
	}
}

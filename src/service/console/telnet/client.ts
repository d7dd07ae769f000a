import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {createLineDecoder} from '../line-decoder.ts';
import type {LineMeaning} from '../line-exchange.ts';
import {countdown} from '../mailbox.ts';
import {createMarkedSend} from '../marked-lines.ts';
import {openTcpStream, type Decoder, type TcpStream} from '../tcp-stream.ts';
import {createNegotiation} from './negotiation.ts';

/*
What 7 Days to Die prints: a prompt for the password, a banner, then the log of the game, whose lines start with the time:
`2026-07-27T23:24:12 7422.722 INF Executing command 'gettime' by Telnet from 127.0.0.1:54741`. Answers have no time.
*/
const passwordPrompt = /please enter password:\s*$/i;
const refusal = /password incorrect|too many failed login attempts/i;
/** Without a password there is no login, only the banner. */
const banner = /^\*\*\* Connected with/;
/** The banner's last line, which an empty one follows. */
const endOfBanner = /^Press 'help'/;
const logLine = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d \d+\.\d+ [A-Z]{3} /;
const commandLog = /^\S+ \S+ INF Executing command '(.*)' by Telnet from /;
const chatLine = /^\S+ \S+ INF Chat \(from /;

const lineBreak = '\r\n';
/** How long to wait for the end of the banner after its last line, in milliseconds. */
const bannerMs = 200;

/** Connects to the telnet console of 7 Days to Die. It streams the log of the game. */
export const connectTelnet: ConnectConsole = async options => {
	const {host, port, password, timeoutMs, signal, onLine = () => {}} = options;
	const leftMs = countdown(timeoutMs);
	const onEvent = (line: string) => {
		if (line !== '' && !isOfMarkers(line))
			onLine({text: line, kind: chatLine.test(line) ? 'chat' : 'output'});
	};
	const stream: TcpStream<string> = await openTcpStream({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onMessage => telnetDecoder(onMessage, bytes => stream.post(bytes)),
		onMessage: onEvent,
	});
	const {send, isOfMarkers} = createMarkedSend({
		stream,
		lineBreak,
		// The game names an unknown command in its error message.
		markerCommand: marker => marker,
		isLogOf: (command, line) => commandLog.exec(line)?.[1] === command,
		meaningOf,
		onEvent,
	});
	try {
		await logIn(stream, {password, leftMs, signal, onEvent});
	} catch (error) {
		stream.close();
		throw error;
	}
	stream.rest();
	return {
		send,
		ended: stream.ended,
		close: () => {
			if (!stream.ending()) stream.post(`exit${lineBreak}`);
			stream.close();
		},
	};
};

const meaningOf = (line: string): LineMeaning => (logLine.test(line) ? 'event' : 'answer');

function telnetDecoder(onLine: (line: string) => void, reply: (bytes: Uint8Array) => void): Decoder {
	const negotiate = createNegotiation(reply);
	const lines = createLineDecoder(onLine, text => passwordPrompt.test(text));
	return {...lines, push: chunk => lines.push(negotiate(chunk))};
}

type Login = {
	password: string;
	leftMs: () => number;
	signal: AbortSignal | undefined;
	onEvent: (line: string) => void;
};

async function logIn(stream: TcpStream<string>, login: Login): Promise<void> {
	const {password, leftMs, signal, onEvent} = login;
	let isSent = false;
	let isIn = false;
	for (;;) {
		const got = await stream.read({leftMs: leftMs(), quietMs: isIn ? bannerMs : undefined, signal});
		if (got === 'quiet') return;
		if (got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') {
			const cause = stream.ending()?.cause;
			throw new ConsoleError('refused', gameConsoleMessages.loginBroken, cause && {cause});
		}
		const line = got.message;
		if (refusal.test(line)) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		if (isIn && line === '') return;
		if (isIn) onEvent(line);
		isIn ||= endOfBanner.test(line);
		if (passwordPrompt.test(line) && !isSent) {
			isSent = true;
			stream.send(`${password}${lineBreak}`);
		} else if (banner.test(line)) isSent = true;
	}
}

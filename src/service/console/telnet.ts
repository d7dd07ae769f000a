import {gameConsoleMessages} from '../../messages/service.ts';
import type {ConnectConsole} from './connection.ts';
import {ConsoleError, loginEnded} from './console-error.ts';
import {createLineDecoder, type Decoder, openTcpStream, type TcpStream} from './tcp-stream.ts';
import type {LineMeaning} from './line-exchange.ts';
import {countdown} from './mailbox.ts';
import {createMarkedSend} from './marked-lines.ts';

/** Bytes of telnet's own protocol. (RFC 854: Telnet command structure) None of them occurs in UTF-8. */
const codes = {
	subnegotiationEnd: 240,
	subnegotiation: 250,
	will: 251,
	wont: 252,
	do: 253,
	dont: 254,
	iac: 255,
};

type State = 'text' | 'command' | 'option' | 'subnegotiation' | 'subnegotiation-command';

/**
Creates a filter that removes telnet's own bytes from a stream of text, however it was split, and refuses every option
that the other side requests or offers. Each is refused once: replies to a peer that repeats itself and reads nothing would
fill the memory.
*/
export function createNegotiation(reply: (bytes: Uint8Array) => void): (chunk: Buffer) => Buffer {
	let state: State = 'text';
	let verb = 0;
	const refused = new Set<number>();
	const refuse = (answer: number, option: number) => {
		const key = answer * 256 + option;
		if (!refused.has(key)) reply(Uint8Array.of(codes.iac, answer, option));
		refused.add(key);
	};
	const next = (byte: number): State => {
		if (state === 'command') {
			verb = byte;
			if (byte === codes.subnegotiation) return 'subnegotiation';
			return byte >= codes.will && byte <= codes.dont ? 'option' : 'text';
		}
		if (state === 'option') {
			if (verb === codes.do) refuse(codes.wont, byte);
			if (verb === codes.will) refuse(codes.dont, byte);
			return 'text';
		}
		if (state === 'subnegotiation') return byte === codes.iac ? 'subnegotiation-command' : state;
		return byte === codes.subnegotiationEnd ? 'text' : 'subnegotiation';
	};
	return chunk => {
		if (state === 'text' && !chunk.includes(codes.iac)) return chunk;
		const text: number[] = [];
		for (const byte of chunk) {
			if (state !== 'text') state = next(byte);
			else if (byte === codes.iac) state = 'command';
			else text.push(byte);
		}
		return Buffer.from(text);
	};
}

/*
What 7 Days to Die prints: a prompt for the password, a banner, then the log of the game, whose lines start with the time:
`2026-07-27T23:24:12 7422.722 INF Executing command 'gettime' by Telnet from 127.0.0.1:54741`. Answers have no time.
*/
/** Others end it with any sign or none, and with or without a line break. */
const passwordPrompt = /\bpass ?(?:word|code|phrase)[^\p{L}\d]*$/iu;
const refusal =
	/\b(?:password (?:is )?(?:incorrect|wrong|invalid)|(?:incorrect|wrong|invalid|bad) password|too many failed login attempts|(?:login|logon|authentication) failed|access denied)\b/i;
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
/** How long silence must last after something that is neither a refusal nor the known banner, in milliseconds. */
const otherBannerMs = 1000;

/** Connects to the telnet console of 7 Days to Die. It streams the log of the game. */
export const connectTelnet: ConnectConsole = async options => {
	const {host, port, password, timeoutMs, signal, onLine = () => {}} = options;
	const leftMs = countdown(timeoutMs);
	const login = {isOver: false};
	const onEvent = (line: string) => {
		if (line !== '' && !isOfMarkers(line))
			onLine({text: line, kind: chatLine.test(line) ? 'chat' : 'output'});
	};
	const stream: TcpStream<string> = await openTcpStream({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onMessage => telnetDecoder(onMessage, login, bytes => stream.post(bytes)),
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
	login.isOver = true;
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

function telnetDecoder(
	onLine: (line: string) => void,
	login: {readonly isOver: boolean},
	reply: (bytes: Uint8Array) => void,
): Decoder {
	const negotiate = createNegotiation(reply);
	const lines = createLineDecoder(onLine, text => !login.isOver && passwordPrompt.test(text));
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
	/** Something has come that a console without a login, or after it, prints. */
	let isGreeted = false;
	for (;;) {
		const quietMs = isIn ? bannerMs : isGreeted ? otherBannerMs : undefined;
		const got = await stream.read({leftMs: leftMs(), quietMs, signal});
		if (got === 'quiet') return;
		if (got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginEnded(stream.ending()?.cause);
		const line = got.message;
		// An echo.
		if (password !== '' && line.trim() === password) continue;
		if (refusal.test(line) || (isSent && passwordPrompt.test(line)))
			throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		if (isIn && line === '') return;
		if (isIn) onEvent(line);
		isIn ||= endOfBanner.test(line);
		const isPrompt = passwordPrompt.test(line);
		if (isPrompt) stream.send(`${password}${lineBreak}`);
		else if (line.trim() !== '') isGreeted = isSent || password === '';
		isSent ||= isPrompt || banner.test(line);
	}
}

import {crc32} from 'node:zlib';
import {type Clock, repeat, systemClock} from '../../lib/time/clock.ts';
import {battleyeMessages, gameConsoleMessages} from '../../messages/service.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleLine, ConsoleOptions} from './connection.ts';
import {isNobodyThere} from './connect-in-time.ts';
import {ConsoleError} from './console-error.ts';
import {decodeAnswer} from './decode-answer.ts';
import {checkLine} from './line-exchange.ts';
import {countdown} from './mailbox.ts';
import {openUdpLink, type UdpLink} from './udp-link.ts';

/*
BattlEye RCon protocol specification, version 2. Every packet: `BE`, the CRC-32 of what follows (little-endian), 0xff, the
type, the rest.
*/
export type Packet =
	| {type: 'login'; isAccepted: boolean}
	| {type: 'answer'; sequence: number; body: Buffer; part?: {index: number; total: number}}
	| {type: 'message'; sequence: number; text: string};

const types = {login: 0, command: 1, message: 2} as const;
const headerBytes = 7;

export const encodeLogin = (password: string): Buffer => encode(types.login, Buffer.from(password));
/** Without a command, keeps the login alive. */
export const encodeCommand = (sequence: number, command = ''): Buffer =>
	encode(types.command, Buffer.of(sequence), Buffer.from(command));
export const encodeAcknowledgement = (sequence: number): Buffer => encode(types.message, Buffer.of(sequence));

function encode(type: number, ...rest: Buffer[]): Buffer {
	const checked = Buffer.concat([Buffer.of(0xff, type), ...rest]);
	const packet = Buffer.alloc(6 + checked.length);
	packet.write('BE');
	packet.writeUInt32LE(crc32(checked), 2);
	packet.set(checked, 6);
	return packet;
}

/** Returns undefined for anything that is not a packet from BattlEye. */
export function decodePacket(datagram: Buffer): Packet | undefined {
	if (datagram.length < headerBytes + 2 || datagram.toString('latin1', 0, 2) !== 'BE') return undefined;
	if (datagram[6] !== 0xff || datagram.readUInt32LE(2) !== crc32(datagram.subarray(6))) return undefined;
	const [type, second = 0] = datagram.subarray(headerBytes);
	const rest = datagram.subarray(headerBytes + 2);
	if (type === types.login) return {type: 'login', isAccepted: second === 1};
	if (type === types.message) return {type: 'message', sequence: second, text: decodeAnswer(rest)};
	if (type !== types.command) return undefined;
	// 0, the number of parts and the index of this one precede each part of a long answer.
	const [zero, total = 0, index = 0] = rest;
	if (zero !== 0 || rest.length < 3) return {type: 'answer', sequence: second, body: rest};
	if (index >= total) return undefined;
	return {type: 'answer', sequence: second, body: rest.subarray(3), part: {index, total}};
}

type Link = UdpLink<Packet>;
type Options = {
	clock?: Clock;
	keepAliveMs?: number;
	/** Set if the game may answer like Arma Reforger: how long silence ends such an answer, in milliseconds. */
	messageMs?: number | undefined;
};

/*
Arma Reforger acknowledges a command with an empty answer, and prints its output in messages that follow this one. (Seen on
servers; https://community.bistudio.com/wiki/Arma_Reforger:Server_Management describes its RCON.)
*/
const outputStart = /^Processing Command: ([^]*)$/;

/** The server forgets who has sent nothing for 45 s. */
const usualKeepAliveMs = 20_000;
/** The time in which nothing at all has come, in keep-alives: the first two may be lost. */
const maxSilentTurns = 3;
/** Fits in one packet of any network. */
const maxCommandBytes = 1400;
/** Sequence numbers of messages return after 256; the server repeats a message only a few times. */
const rememberedMessages = 64;

/** The beginnings of chat lines, by channel. */
const chat = /^(?:RCon admin #\d+: )?\((?:Global|Side|Command|Group|Vehicle|Direct|Unknown)\) /;

/** Creates the function that connects to BattlEye RCon, the console of DayZ and Arma 3. It streams events. */
export function connectBattleye({
	clock = systemClock,
	keepAliveMs = usualKeepAliveMs,
	messageMs,
}: Options = {}): ConnectConsole {
	return async options => {
		const {password, timeoutMs, signal} = options;
		const leftMs = countdown(timeoutMs);
		const silence = {turns: 0};
		const link = await openLink(options, () => void (silence.turns = 0));
		try {
			link.send(encodeLogin(password));
			await readLogin(link, leftMs, signal);
		} catch (error) {
			link.close();
			throw error;
		}
		link.rest();
		const nextSequence = createCounter();
		const stopKeepAlive = repeat(
			clock,
			() => keepAliveMs,
			() => {
				if (silence.turns++ < maxSilentTurns) link.post(encodeCommand(nextSequence()));
				else link.fail(new ConsoleError('dropped', battleyeMessages.silent, {cause: new Error('silent')}));
			},
		);
		void link.ended.then(stopKeepAlive);
		return {send: createSend(link, nextSequence, messageMs), ended: link.ended, close: link.close};
	};
}

async function openLink(
	{host, port, timeoutMs, signal, onLine = () => {}}: ConsoleOptions,
	onPacket: () => void,
): Promise<Link> {
	const isRepeated = createDuplicates();
	const link: Link = await openUdpLink({
		host,
		port,
		timeoutMs,
		signal,
		decode: datagram => {
			const packet = decodePacket(datagram);
			if (packet) onPacket();
			if (packet?.type !== 'message') return packet;
			// The server repeats a message until it is acknowledged.
			link.post(encodeAcknowledgement(packet.sequence));
			if (isRepeated(packet.sequence)) return undefined;
			linesOf(packet.text).forEach(onLine);
			return packet;
		},
	});
	return link;
}

const linesOf = (text: string): ConsoleLine[] =>
	text
		.split(/\r?\n/)
		.filter(Boolean)
		.map(line => ({text: line, kind: chat.test(line) ? 'chat' : 'output'}));

function createDuplicates(): (sequence: number) => boolean {
	const recent: number[] = [];
	return sequence => {
		if (recent.includes(sequence)) return true;
		recent.push(sequence);
		if (recent.length > rememberedMessages) recent.shift();
		return false;
	};
}

/** Counts from 0 to 255 and again. */
function createCounter(): () => number {
	let next = 0;
	return () => next++ % 256;
}

async function readLogin(link: Link, leftMs: () => number, signal: AbortSignal | undefined): Promise<void> {
	for (;;) {
		const got = await link.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', battleyeMessages.silentLogin);
		if (got === 'closed') {
			const cause = link.ending()?.cause;
			const reason = isNobodyThere(cause) ? 'refused' : 'timeout';
			throw new ConsoleError(reason, battleyeMessages.silentLogin, cause && {cause});
		}
		if (got.message.type !== 'login') continue;
		if (got.message.isAccepted) return;
		throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
	}
}

function createSend(
	link: Link,
	nextSequence: () => number,
	messageMs: number | undefined,
): ConsoleConnection['send'] {
	return async (command, {timeoutMs, signal, onSilence}) => {
		signal?.throwIfAborted();
		checkLine(command);
		const bytes = Buffer.byteLength(command);
		if (bytes > maxCommandBytes) {
			throw new ConsoleError('unsendable', gameConsoleMessages.longCommand(bytes, maxCommandBytes));
		}
		if (link.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const sequence = nextSequence();
		// Never sent twice, although it may be lost: the server may run a repeated command again.
		link.send(encodeCommand(sequence, command));
		try {
			const reading = {sequence, leftMs: countdown(timeoutMs), signal};
			if (messageMs === undefined) return await readAnswer(link, reading);
			const messages = collectOutput(command);
			const answer = await readAnswer(link, reading, messages.add);
			if (answer !== '') return answer;
			const output = await messages.read(link, {...reading, messageMs});
			onSilence?.();
			return output;
		} finally {
			link.rest();
		}
	};
}

type Reading = {sequence: number; leftMs: () => number; signal: AbortSignal | undefined};

/** Collects the output of a command from messages. */
function collectOutput(command: string) {
	let output: string[] | undefined;
	const add = (text: string) => {
		if (output) output.push(text);
		else if (outputStart.exec(text)?.[1]?.trim() === command.trim()) output = [];
	};
	return {
		add,
		/** Resolves after silence; to '' if the game prints its output in no such way. */
		read: async (link: Link, {leftMs, messageMs, signal}: Reading & {messageMs: number}): Promise<string> => {
			for (;;) {
				const got = await link.read({leftMs: leftMs(), quietMs: messageMs, signal});
				if (typeof got === 'string') return (output ?? []).join('\n');
				if (got.message.type === 'message') add(got.message.text);
			}
		},
	};
}

async function readAnswer(
	link: Link,
	{sequence, leftMs, signal}: Reading,
	onMessage: (text: string) => void = () => {},
): Promise<string> {
	// Parts may be lost, repeated or in any order.
	const parts = new Map<number, Buffer>();
	let total: number | undefined;
	const text = () =>
		decodeAnswer(Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, body]) => body)));
	const partial = () => (parts.size > 0 ? {partial: text()} : {});
	for (;;) {
		const got = await link.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') {
			const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
			throw new ConsoleError('timeout', parts.size > 0 ? unfinishedAnswer : noAnswer, partial());
		}
		if (got === 'closed') {
			const cause = link.ending()?.cause;
			throw new ConsoleError('dropped', gameConsoleMessages.closedBefore, {
				...(cause && {cause}),
				...partial(),
			});
		}
		const {message} = got;
		if (message.type === 'message') onMessage(message.text);
		if (message.type !== 'answer' || message.sequence !== sequence) continue;
		if (!message.part) return decodeAnswer(message.body);
		total ??= message.part.total;
		if (message.part.total === total) parts.set(message.part.index, message.body);
		if (parts.size === total) return text();
	}
}

import {repeat, systemClock, type Clock} from '../../../lib/clock.ts';
import {battleyeMessages, gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleLine, ConsoleOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {checkLine} from '../line-exchange.ts';
import {countdown} from '../mailbox.ts';
import {openUdpLink, type UdpLink} from '../udp-link.ts';
import {decodePacket, encodeAcknowledgement, encodeCommand, encodeLogin, type Packet} from './packet.ts';

type Answer = Exclude<Packet, {type: 'message'}>;
type Link = UdpLink<Answer>;
type Timing = {clock?: Clock; keepAliveMs?: number};

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

/** Creates the function that connects to BattlEye RCon, the console of DayZ and Arma 3. It streams what happens. */
export function connectBattleye({
	clock = systemClock,
	keepAliveMs = usualKeepAliveMs,
}: Timing = {}): ConnectConsole {
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
		return {send: createSend(link, nextSequence), ended: link.ended, close: link.close};
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
			if (!isRepeated(packet.sequence)) linesOf(packet.text).forEach(onLine);
			return undefined;
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
			throw new ConsoleError('refused', battleyeMessages.silentLogin, cause && {cause});
		}
		if (got.message.type !== 'login') continue;
		if (got.message.isAccepted) return;
		throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
	}
}

function createSend(link: Link, nextSequence: () => number): ConsoleConnection['send'] {
	return async (command, {timeoutMs, signal}) => {
		signal?.throwIfAborted();
		checkLine(command);
		const bytes = Buffer.byteLength(command);
		if (bytes > maxCommandBytes) {
			throw new ConsoleError('malformed', gameConsoleMessages.longCommand(bytes, maxCommandBytes));
		}
		if (link.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const sequence = nextSequence();
		// Never sent twice, although it may be lost: the server may run a repeated command again.
		link.send(encodeCommand(sequence, command));
		try {
			return await readAnswer(link, {sequence, leftMs: countdown(timeoutMs), signal});
		} finally {
			link.rest();
		}
	};
}

type Reading = {sequence: number; leftMs: () => number; signal: AbortSignal | undefined};

async function readAnswer(link: Link, {sequence, leftMs, signal}: Reading): Promise<string> {
	// Parts may be lost, repeated or in any order.
	const parts = new Map<number, Buffer>();
	let total: number | undefined;
	const text = () =>
		Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, body]) => body)).toString('utf8');
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
		if (message.type !== 'answer' || message.sequence !== sequence) continue;
		if (!message.part) return message.body.toString('utf8');
		total ??= message.part.total;
		if (message.part.total === total) parts.set(message.part.index, message.body);
		if (parts.size === total) return text();
	}
}

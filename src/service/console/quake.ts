import {decodeAnswer} from './decode-answer.ts';
import {type Clock, pause, systemClock} from '../../lib/time/clock.ts';
import {gameConsoleMessages, quakeMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions, SendOptions} from './connection.ts';
import {isNobodyThere} from './connect-in-time.ts';
import {checkLine} from './line-exchange.ts';
import {countdown} from './mailbox.ts';
import {openUdpLink, type UdpLink} from './udp-link.ts';
import {encodeOutOfBand, infoRequest, printedBytes} from './quake-packet.ts';

/**
How many commands a game accepts; it ignores others without a word. A bucket of `burst` commands that empties by one each
`periodMs`, and `spacingMs` between two commands.
*/
export type PaceLimits = {burst: number; periodMs: number; spacingMs: number};

/**
Both limits for an address: ioquake3 has a bucket of 10 that empties by one a second (`SVC_RateLimitAddress` in
code/server/sv_main.c), Quake III and Call of Duty ignore commands within 500 ms of another.
*/
const usualLimits: PaceLimits = {burst: 9, periodMs: 1050, spacingMs: 520};

/** Waits until the game accepts another command. Nothing was sent when it rejects with `refused`. */
export type Pace = (leftMs: number, signal: AbortSignal | undefined) => Promise<void>;

export function createPace({burst, periodMs, spacingMs}: PaceLimits, clock: Clock): Pace {
	/** The time at which the bucket is empty, and the earliest for the next command. */
	let emptyAt = -Infinity;
	let nextAt = -Infinity;
	return async (leftMs, signal) => {
		const now = clock.monotonic();
		const at = Math.max(now, nextAt, emptyAt - (burst - 1) * periodMs);
		if (at - now > leftMs) throw new ConsoleError('refused', gameConsoleMessages.tooManyCommands);
		emptyAt = Math.max(emptyAt, at) + periodMs;
		nextAt = at + spacingMs;
		if (at > now) await pause(clock, at - now, signal);
	};
}

/** In milliseconds. */
type Patience = {
	/** How long silence must last to end an answer after a packet that is not nearly full: most likely the last one. */
	shortMs: number;
	/** The same after a packet that is nearly full: more are likely. */
	fullMs: number;
	/** How often to look whether the game is still there while it answers nothing. */
	silentMs: number;
};

const usualPatience: Patience = {shortMs: 150, fullMs: 400, silentMs: 1000};

type QuakeOptions = {patience?: Partial<Patience>; limits?: PaceLimits; clock?: Clock};

/** ioquake3 prints up to 1,008 bytes in a packet, and never splits what the game prints at once. */
const fullBytes = 600;
const maxAnswerBytes = 16 * 1024 * 1024;
/** Memory of a piece besides its text, because endless empty pieces would also exhaust memory. */
const pieceBytes = 64;
/** ioquake3 truncates longer lines. (`MAX_STRING_CHARS`) */
const maxLineBytes = 1000;

const refusal = /^(?:Bad rcon|Invalid password)/i;
const noPassword = /^No rcon_?password set/i;

/**
Creates the function that connects to the console of Quake III and related games. The protocol marks neither
the end of an answer nor a lost packet: after the first packet, silence ends the answer, and only an answer without any
packet is a timeout. The commands of all connections to an address share its rate limit.
*/
export function connectQuake({
	patience = {},
	limits = usualLimits,
	clock = systemClock,
}: QuakeOptions = {}): ConnectConsole {
	const paces = new Map<string, Pace>();
	const paceOf = ({host, port}: ConsoleOptions) => {
		const address = `${host} ${port}`;
		const pace = paces.get(address) ?? createPace(limits, clock);
		paces.set(address, pace);
		return pace;
	};
	return async options => {
		const {host, port, password, timeoutMs, signal} = options;
		const leftMs = countdown(timeoutMs);
		checkPassword(password);
		const link = await openUdpLink({host, port, timeoutMs, signal, decode: printedBytes});
		// Packets before the first command are not answers, and must not accumulate in memory.
		link.rest();
		const exchange: Exchange = {
			link,
			password,
			pace: paceOf(options),
			patience: {...usualPatience, ...patience},
		};
		try {
			// Any answer but a refusal proves the password; not all games know `echo`.
			await ask(exchange, 'echo rcondeck', {timeoutMs: leftMs(), signal});
		} catch (error) {
			link.close();
			throw asLoginError(error);
		}
		link.rest();
		return {send: createSend(exchange), ended: link.ended, close: link.close};
	};
}

/** A space would end the password, and the game would run what follows as a command. */
function checkPassword(password: string): void {
	if (/[\s"\\;]|\0/.test(password)) throw new ConsoleError('unsendable', quakeMessages.passwordCharacters);
}

function asLoginError(error: unknown): unknown {
	if (!(error instanceof ConsoleError)) return error;
	const {cause} = error;
	if (error.reason === 'timeout') return new ConsoleError('timeout', quakeMessages.silentLogin);
	if (error.reason !== 'dropped') return error;
	return new ConsoleError(isNobodyThere(cause) ? 'refused' : 'timeout', quakeMessages.nobodyThere, {cause});
}

type Exchange = {link: UdpLink<Buffer>; password: string; pace: Pace; patience: Patience};

function createSend(exchange: Exchange): ConsoleConnection['send'] {
	const {link} = exchange;
	return async (command, options) => {
		options.signal?.throwIfAborted();
		checkLine(command);
		if (link.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		try {
			return await ask(exchange, command, options);
		} finally {
			link.rest();
		}
	};
}

async function ask(exchange: Exchange, command: string, options: SendOptions): Promise<string> {
	const {timeoutMs, signal, onSilence} = options;
	const {link, password, pace, patience} = exchange;
	const leftMs = countdown(timeoutMs);
	const line = `rcon ${password} ${command}`;
	const bytes = Buffer.byteLength(line);
	if (bytes > maxLineBytes) {
		const ours = bytes - Buffer.byteLength(command);
		const message = gameConsoleMessages.longCommand(bytes - ours, maxLineBytes - ours);
		throw new ConsoleError('unsendable', message);
	}
	await pace(leftMs(), signal);
	link.send(encodeOutOfBand(line));
	const answer = await readPrints(link, {leftMs, patience, signal});
	if (refusal.test(answer)) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
	if (noPassword.test(answer)) throw new ConsoleError('wrong-password', quakeMessages.noPasswordSet);
	onSilence?.();
	return answer;
}

type Reading = {leftMs: () => number; patience: Patience; signal: AbortSignal | undefined};

async function readPrints(link: UdpLink<Buffer>, {leftMs, patience, signal}: Reading): Promise<string> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	const text = () => decodeAnswer(Buffer.concat(pieces)).replace(/\n$/, '');
	for (;;) {
		const last = pieces.at(-1);
		const {shortMs, fullMs, silentMs} = patience;
		const quietMs = last ? (last.length < fullBytes ? shortMs : fullMs) : silentMs;
		const got = await link.read({leftMs: leftMs(), quietMs, signal});
		if (got === 'quiet' && last) return text();
		if (got === 'quiet') {
			// Games that end answer nothing; that their port is closed shows only with another packet.
			link.post(infoRequest());
			continue;
		}
		if (got === 'late') {
			const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
			if (!last) throw new ConsoleError('timeout', noAnswer);
			throw new ConsoleError('timeout', unfinishedAnswer, {partial: text()});
		}
		if (got === 'closed') {
			const cause = link.ending()?.cause;
			throw new ConsoleError('dropped', gameConsoleMessages.closedBefore, {
				...(cause && {cause}),
				...(last && {partial: text()}),
			});
		}
		pieces.push(got.message);
		bytes += got.message.length;
		if (bytes + pieces.length * pieceBytes > maxAnswerBytes) {
			link.close();
			throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, {
				partial: text().slice(0, 4096),
			});
		}
	}
}

import type {SourceQuirks} from '../../games/console-types.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError, loginEnded} from './console-error.ts';
import {decodeAnswer, withoutCutCharacter} from './decode-answer.ts';
import {openTcpStream, type TcpStream} from './tcp-stream.ts';
import {
	createTolerantDecoder,
	encodePacket,
	maxBodyBytes,
	type Packet,
	packetTypes,
	refusedId,
	type TolerantDecoder,
} from './source-packet.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions} from './connection.ts';
import {countdown} from './mailbox.ts';

type Link = TcpStream<Packet> & Pick<TolerantDecoder, 'flush'>;

/** How long to wait for more packets after the first one, in milliseconds. */
export type Patience = {
	/** After a packet that is not full: most likely the last one. */
	shortMs: number;
	/** After an empty packet: some games send one in addition to the text. */
	emptyMs: number;
	/** After a full packet: more are likely. */
	fullMs: number;
	/** In the middle of a packet: the game announced more than it sends. */
	midMs: number;
	/** After packets with ids that nobody has used: some servers answer with a fixed one. */
	strangeMs: number;
};

const usualPatience: Patience = {shortMs: 100, emptyMs: 250, fullMs: 400, midMs: 1500, strangeMs: 1000};

/** Games split long answers at 4096 bytes or slightly below. */
const fullBodyBytes = 3500;
const maxAnswerBytes = 16 * 1024 * 1024;
/** Memory of a piece besides its text, because endless empty pieces would also exhaust memory. */
const pieceBytes = 64;

type Exchange = {
	link: Link;
	commandId: number;
	markerId: number;
	/** The time left until the deadline, in milliseconds. */
	leftMs: () => number;
	patience: Patience;
	quirks: SourceQuirks;
	/** What the answers of this connection have shown. */
	seen: Seen;
	signal: AbortSignal | undefined;
	onSilence: (() => void) | undefined;
};

/**
`startsWithText`: an answer with text had no empty packet before it, and the marker was mirrored after it. So an empty packet is
not followed by text, and the marker ends an empty answer, too.
*/
type Seen = {startsWithText: boolean};

/**
Reads the answer to a command that was just sent: the joined bytes of every body with its id, whatever the
type.

Nothing in the protocol marks the end of an answer. So an empty type-0 packet, the marker, is sent after the
first short piece or during a pause (not earlier, because some games drop the connection on it). Games that
mirror the marker have then sent everything. For games that ignore it, silence ends the answer. For games that
drop the connection, the received part is the answer.

Text may follow an empty packet, even after the marker: where nothing is known of the game, an empty answer takes until
silence. Games that are known to answer in order (`in-order`, and `answered-as-command`, which waits its turn like any
command), or have shown it in an earlier answer, end it with the marker.
*/
async function readAnswer(exchange: Exchange): Promise<string> {
	const {link, commandId, markerId, leftMs, patience, quirks, seen, signal, onSilence = () => {}} = exchange;
	const {wrongIds = false, keepAlives = []} = quirks;
	const markerType = markerTypeOf(quirks);
	const isInOrder = () =>
		seen.startsWithText || quirks.marker === 'in-order' || quirks.marker === 'answered-as-command';
	const isAnswer = ({id, body}: Packet) =>
		(id === commandId || wrongIds) && !keepAlives.includes(body.toString('utf8').trim());
	const pieces = collectPieces(exchange, isAnswer);
	const {text, last} = pieces;
	let isMarked = markerType === undefined;
	/** No piece has arrived since the marker was sent: the marker may have caused the end of the connection. */
	let isMarkedLast = false;
	let hasMirrored = false;
	const mark = () => {
		if (!isMarked && markerType !== undefined) {
			link.send(encodePacket(markerId, markerType));
			isMarkedLast = true;
		}
		isMarked = true;
	};
	const quietMs = (body: Buffer | undefined) => {
		if (!body) return pieces.silenceMs();
		return isMarked ? silenceMs(body, hasMirrored, patience) : markerPauseMs(body);
	};
	/** More pieces follow a full one. */
	const seemsComplete = () => {
		const body = last();
		return body && (kindOf(body) !== 'full' || isMarkedLast) && !link.isMidMessage();
	};
	for (;;) {
		const got = await link.read({quietMs: quietMs(last()), midMs: patience.midMs, leftMs: leftMs(), signal});
		if (got === 'closed' || got === 'late') {
			if (seemsComplete()) {
				if (got === 'late') onSilence();
				return text();
			}
			pieces.flush();
			const partial = last() && text();
			throw got === 'late' ? timeoutError(partial) : connectionError(link, partial);
		} else if (got === 'quiet') {
			pieces.flushQuiet();
			if (last() && isMarked) {
				if (!hasMirrored) onSilence();
				return text();
			}
			if (last()) mark();
		} else if (got.message.id === markerId && last()) {
			// A network thread may mirror the marker before the game thread has sent the answer.
			seen.startsWithText ||= pieces.startsWithText();
			if (pieces.bytes() > 0 || isInOrder()) return text();
			hasMirrored = true;
		} else if (got.message.id === refusedId && got.message.type === packetTypes.loginReply) {
			// Part of the answer has arrived, so the game accepted the command.
			if (last()) throw new ConsoleError('dropped', gameConsoleMessages.closedDuring, {partial: text()});
			throw new ConsoleError('wrong-password', gameConsoleMessages.notLoggedIn);
		} else if (isAnswer(got.message)) {
			const {body} = got.message;
			pieces.add(body);
			isMarkedLast = false;
			if (kindOf(body) === 'short' || (kindOf(body) === 'empty' && isInOrder())) mark();
		} else pieces.addStrange(got.message);
		// Ignore anything else, such as a late answer to an earlier command.
	}
}

/** Longer packets, or more of them, with unused ids are not an answer to one command. */
const maxStrange = {bytes: 4096, packets: 100};

/** Collects the bodies of an answer. */
function collectPieces({link, markerId, patience}: Exchange, isAnswer: (packet: Packet) => boolean) {
	const pieces: Buffer[] = [];
	const strange: Buffer[] = [];
	let bytes = 0;
	const text = () => decodeAnswer(Buffer.concat(pieces));
	/** Throws `ConsoleError` `malformed` if the answer does not end. */
	const add = (body: Buffer) => {
		pieces.push(body);
		bytes += body.length;
		if (bytes + pieces.length * pieceBytes <= maxAnswerBytes) return;
		link.close();
		throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, {partial: text()});
	};
	/** Takes the rest, and returns whether it is an incomplete packet. */
	const flush = (): boolean => {
		const packet = link.flush();
		if (!packet || !isAnswer(packet)) return false;
		add(packet.body);
		return packet.isCut;
	};
	return {
		add,
		text,
		flush,
		bytes: () => bytes,
		last: () => pieces.at(-1),
		startsWithText: () => (pieces[0]?.length ?? 0) > 0,
		/**
		Keeps a packet with an id that was never used: it is the answer if no other comes. Rust before WebRCON answers `say` with
		-1. (https://github.com/gorcon/rcon-cli/issues/11)
		*/
		addStrange: ({id, body}: Packet) => {
			const isUsed = id >= loginId && id <= markerId;
			const isShort = body.length <= maxStrange.bytes && strange.length < maxStrange.packets;
			if (!isUsed && body.length > 0 && isShort) strange.push(body);
		},
		/** How long silence must last if there is no piece yet. */
		silenceMs: () => (strange.length > 0 ? patience.strangeMs : patience.midMs),
		/** Takes the rest after silence. Throws `ConsoleError` `cut` if a packet is incomplete. */
		flushQuiet: () => {
			if (flush()) {
				// What is missing may still come, and would look like anything.
				link.close();
				const partial = decodeAnswer(withoutCutCharacter(Buffer.concat(pieces)));
				throw new ConsoleError('cut', gameConsoleMessages.cutAnswer, {partial});
			}
			for (const body of pieces.length > 0 ? [] : strange.splice(0)) add(body);
		},
	};
}

/** Returns the type of the empty packet that requests the end of an answer; undefined if silence has to end it. */
function markerTypeOf({marker}: SourceQuirks): number | undefined {
	if (marker === 'ignored' || marker === 'drops-connection') return undefined;
	return marker === 'breaks-stream' ? packetTypes.command : packetTypes.answer;
}

/** Returns how long silence must last to end the answer after the marker was sent. */
function silenceMs(last: Buffer, hasMirrored: boolean, {shortMs, emptyMs, fullMs}: Patience): number {
	return hasMirrored ? shortMs : {empty: emptyMs, short: shortMs, full: fullMs}[kindOf(last)];
}

/** Returns how long a pause must last before the marker can be sent without cutting into an answer. */
function markerPauseMs(last: Buffer): number {
	return kindOf(last) === 'full' ? 100 : 40;
}

function kindOf(body: Buffer): 'empty' | 'short' | 'full' {
	if (body.length === 0) return 'empty';
	return body.length < fullBodyBytes ? 'short' : 'full';
}

function connectionError(link: Link, partial: string | undefined): ConsoleError {
	const cause = link.ending()?.cause;
	const {closedBefore, closedDuring} = gameConsoleMessages;
	return new ConsoleError('dropped', partial === undefined ? closedBefore : closedDuring, {
		...(cause && {cause}),
		...(partial !== undefined && {partial}),
	});
}

function timeoutError(partial: string | undefined): ConsoleError {
	const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
	return new ConsoleError('timeout', partial === undefined ? noAnswer : unfinishedAnswer, {
		...(partial !== undefined && {partial}),
	});
}

/** Far more than a game sends in one packet, but small enough to be safe. */
const maxInboundBytes = 16 * 1024 * 1024;

/** Creates the function that connects to a game with Source RCON. */
export function connectSource(quirks: SourceQuirks = {}, patience: Partial<Patience> = {}): ConnectConsole {
	return async options => {
		const leftMs = countdown(options.timeoutMs);
		const link = await openLink(options, quirks);
		let id: number;
		try {
			id = await logIn(link, {...options, leftMs});
		} catch (error) {
			link.close();
			throw error;
		}
		link.rest();
		// Such a server mirrors the marker like anything else.
		const own: SourceQuirks = id === loginId ? quirks : {marker: 'ignored', ...quirks, wrongIds: true};
		const {patienceMs} = quirks;
		return {
			send: createSend(link, own, {
				...usualPatience,
				...(patienceMs !== undefined && {shortMs: patienceMs, emptyMs: patienceMs, fullMs: patienceMs}),
				...patience,
			}),
			ended: link.ended,
			close: link.close,
		};
	};
}

async function openLink(
	{host, port, timeoutMs, signal, onLine}: ConsoleOptions,
	{events = {}}: SourceQuirks,
): Promise<Link> {
	const {promise, resolve} = Promise.withResolvers<TolerantDecoder>();
	const stream = await openTcpStream<Packet>({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onPacket => {
			const decoder = createTolerantDecoder(packet => {
				const kind = events[packet.type];
				if (kind === undefined) onPacket(packet);
				else onLine?.({text: decodeAnswer(packet.body).trimEnd(), kind});
			}, maxInboundBytes);
			resolve(decoder);
			return decoder;
		},
	});
	return {...stream, flush: (await promise).flush};
}

function createSend(link: Link, quirks: SourceQuirks, patience: Patience): ConsoleConnection['send'] {
	let lastId = loginId;
	const seen: Seen = {startsWithText: false};
	return async (command, {timeoutMs, signal, onSilence}) => {
		signal?.throwIfAborted();
		const leftMs = countdown(timeoutMs);
		checkCommand(command, quirks);
		if (link.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const [commandId, markerId] = [lastId + 1, lastId + 2];
		lastId += 2;
		// What is left of an earlier answer would continue in this one.
		link.flush();
		link.send(encodePacket(commandId, packetTypes.command, command));
		try {
			return await readAnswer({
				link,
				commandId,
				markerId,
				leftMs,
				patience,
				quirks,
				seen,
				signal,
				onSilence,
			});
		} finally {
			link.rest();
		}
	};
}

const loginId = 1;

type Login = Pick<ConsoleOptions, 'password' | 'signal'> & {leftMs: () => number};

/**
Logs in, and returns the id of the reply. Servers that were written for one library answer with a fixed id, or with the
type of the request. (https://github.com/gorcon/rcon and mcrcon accept any id but -1)
*/
async function logIn(link: Link, {password, leftMs, signal}: Login): Promise<number> {
	link.send(encodePacket(loginId, packetTypes.login, password));
	for (;;) {
		const got = await link.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginEnded(link.ending()?.cause);
		const {id, type} = got.message;
		if (id === refusedId) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		// Some games send an empty type-0 packet first.
		if (type === packetTypes.loginReply || type === packetTypes.login) return id;
	}
}

function checkCommand(command: string, {maxCommandBytes = maxBodyBytes}: SourceQuirks): void {
	const bytes = Buffer.byteLength(command, 'utf8');
	if (bytes > maxCommandBytes) {
		throw new ConsoleError('unsendable', gameConsoleMessages.longCommand(bytes, maxCommandBytes));
	}
	if (command.includes('\0')) throw new ConsoleError('unsendable', gameConsoleMessages.nulCharacter);
}

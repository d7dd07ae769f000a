import type {SourceQuirks} from '../../../games/console-types.ts';
import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';
import type {TcpStream} from '../tcp-stream.ts';
import {encodePacket, packetTypes, refusedId, type Packet} from './packet.ts';

export type Link = TcpStream<Packet>;

/** How long to wait for more packets after the first one, in milliseconds. */
export type Patience = {
	/** After a packet that is not full: most likely the last one. */
	shortMs: number;
	/** After an empty packet: some games send one in addition to the text. */
	emptyMs: number;
	/** After a full packet: more are likely. */
	fullMs: number;
};

export const usualPatience: Patience = {shortMs: 100, emptyMs: 250, fullMs: 400};

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
	signal: AbortSignal | undefined;
};

/**
Reads the answer to a command that was just sent: the joined bytes of every body with its id, whatever the
type.

Nothing in the protocol marks the end of an answer. So an empty type-0 packet, the marker, is sent after the
first short piece or during a pause (not earlier, because some games drop the connection on it). Games that
mirror the marker have then sent everything. For games that ignore it, silence ends the answer. For games that
drop the connection, the received part is the answer.
*/
export async function readAnswer(exchange: Exchange): Promise<string> {
	const {link, commandId, markerId, leftMs, patience, quirks, signal} = exchange;
	const {wrongIds = false, keepAlives = []} = quirks;
	const markerType = markerTypeOf(quirks);
	const pieces: Buffer[] = [];
	let bytes = 0;
	let last: Buffer | undefined;
	let isMarked = markerType === undefined;
	let hasMirrored = false;
	const mark = () => {
		if (!isMarked && markerType !== undefined) link.send(encodePacket(markerId, markerType));
		isMarked = true;
	};
	const isAnswer = ({id, body}: Packet) =>
		(id === commandId || wrongIds) && !keepAlives.includes(body.toString('utf8').trim());
	const text = () => Buffer.concat(pieces).toString('utf8');
	for (;;) {
		const quietMs = last && (isMarked ? silenceMs(last, hasMirrored, patience) : markerPauseMs(last));
		const got = await link.read({quietMs, leftMs: leftMs(), signal});
		if (got === 'closed') {
			if (last && !link.isMidMessage()) return text();
			throw connectionError(link, last && text());
		} else if (got === 'late') {
			if (last && !link.isMidMessage()) return text();
			throw timeoutError(last && text());
		} else if (got === 'quiet') {
			if (isMarked) return text();
			mark();
		} else if (got.message.id === markerId && last) {
			// A network thread may mirror the marker before the game thread has sent the answer.
			if (bytes > 0) return text();
			hasMirrored = true;
		} else if (got.message.id === refusedId && got.message.type === packetTypes.loginReply) {
			throw new ConsoleError('wrong-password', gameConsoleMessages.notLoggedIn);
		} else if (isAnswer(got.message)) {
			last = got.message.body;
			pieces.push(last);
			bytes += last.length;
			if (kindOf(last) === 'short') mark();
			if (bytes + pieces.length * pieceBytes > maxAnswerBytes) {
				link.close();
				throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, {partial: text()});
			}
		}
		// Ignore anything else, such as a late answer to an earlier command.
	}
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

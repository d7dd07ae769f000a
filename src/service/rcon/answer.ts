import {gameConsoleMessages} from '../../messages/service-servers.ts';
import type {Link} from './link.ts';
import {encodePacket, packetTypes, refusedId} from './packet.ts';
import {RconError} from './rcon-error.ts';

/** How long to wait for what may still come, in milliseconds, once something has come. */
export type Patience = {
	/** After a packet with room left: it was most likely the last one. */
	shortMs: number;
	/** After an empty packet: some games send one of those and the text. */
	emptyMs: number;
	/** After a packet as full as they get: more is likely. */
	fullMs: number;
};

export const usualPatience: Patience = {shortMs: 100, emptyMs: 250, fullMs: 400};

/** Games cut long answers at 4096 bytes, or somewhat below. */
const fullBodyBytes = 3500;
const maxAnswerBytes = 16 * 1024 * 1024;

type Exchange = {
	link: Link;
	commandId: number;
	markerId: number;
	/** Milliseconds left until the deadline. */
	leftMs: () => number;
	patience: Patience;
	useMarker: boolean;
	signal: AbortSignal | undefined;
};

/**
 * Reads the answer to a command that was just sent: every body with its id, whatever the type, joined as bytes.
 *
 * Nothing on the wire says where an answer ends. So an empty type-0 packet, the marker, is sent behind the first
 * short piece, or in a lull (behind, because some games drop the connection on it): games that mirror it have then said all. Others
 * stay silent, and silence ends the answer; yet others drop the connection, and what came is the answer.
 */
export async function readAnswer(exchange: Exchange): Promise<string> {
	const {link, commandId, markerId, leftMs, patience, signal} = exchange;
	const pieces: Buffer[] = [];
	let bytes = 0;
	let last: Buffer | undefined;
	let isMarked = !exchange.useMarker;
	let hasMirrored = false;
	const mark = () => {
		if (!isMarked) link.send(encodePacket(markerId, packetTypes.answer));
		isMarked = true;
	};
	const text = () => Buffer.concat(pieces).toString('utf8');
	for (;;) {
		const quietMs = last && (isMarked ? silence(last, hasMirrored, patience) : lullAfter(last));
		const got = await link.read({quietMs, leftMs: leftMs(), signal});
		if (got === 'closed') {
			if (last && !link.isMidPacket()) return text();
			throw connectionLost(link, last && text());
		} else if (got === 'late') {
			if (last && !link.isMidPacket()) return text();
			throw tooLate(last && text());
		} else if (got === 'quiet') {
			if (isMarked) return text();
			mark();
		} else if (got.id === commandId) {
			pieces.push(got.body);
			last = got.body;
			bytes += got.body.length;
			if (kindOf(last) === 'short') mark();
			if (bytes > maxAnswerBytes)
				throw new RconError('malformed', gameConsoleMessages.endlessAnswer, {partial: text()});
		} else if (got.id === markerId && last) {
			// A network thread may mirror before the game thread has said what it has to say.
			if (bytes > 0) return text();
			hasMirrored = true;
		} else if (got.id === refusedId && got.type === packetTypes.loginReply) {
			throw new RconError('wrong-password', gameConsoleMessages.notLoggedIn);
		}
		// Anything else is not ours: a keep-alive, or a late answer to an earlier command.
	}
}

/** How long silence has to last to be the end, once the marker is on its way. */
function silence(last: Buffer, hasMirrored: boolean, {shortMs, emptyMs, fullMs}: Patience): number {
	return hasMirrored ? shortMs : {empty: emptyMs, short: shortMs, full: fullMs}[kindOf(last)];
}

/** How long silence has to last for the marker not to cut into an answer. */
function lullAfter(last: Buffer): number {
	return kindOf(last) === 'full' ? 100 : 40;
}

function kindOf(body: Buffer): 'empty' | 'short' | 'full' {
	if (body.length === 0) return 'empty';
	return body.length < fullBodyBytes ? 'short' : 'full';
}

function connectionLost(link: Link, partial: string | undefined): RconError {
	const cause = link.ending()?.cause;
	const {closedBefore, closedDuring} = gameConsoleMessages;
	return new RconError('dropped', partial === undefined ? closedBefore : closedDuring, {
		...(cause && {cause}),
		...(partial !== undefined && {partial}),
	});
}

function tooLate(partial: string | undefined): RconError {
	const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
	return new RconError('timeout', partial === undefined ? noAnswer : unfinishedAnswer, {
		...(partial !== undefined && {partial}),
	});
}

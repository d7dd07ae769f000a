import type {Link} from './link.ts';
import {encodePacket, packetTypes} from './packet.ts';
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
/** A pause this long means that a game is done with writing, so a marker no longer cuts into an answer. */
const lullMs = 40;

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
	let marked = !exchange.useMarker;
	const mark = () => {
		if (!marked) link.send(encodePacket(markerId, packetTypes.answer));
		marked = true;
	};
	const text = () => Buffer.concat(pieces).toString('utf8');
	for (;;) {
		const got = await link.read(Math.min(leftMs(), waitAfter(last, marked, patience)), signal);
		if (got === 'closed') {
			if (last && !link.ending()?.midPacket) return text();
			throw dropped(link, last && text());
		} else if (got === 'quiet') {
			if (!last) throw tooLate();
			if (marked || leftMs() <= 0) return text();
			mark();
		} else if (got.id === commandId) {
			pieces.push(got.body);
			last = got.body;
			bytes += got.body.length;
			if (kindOf(last) === 'short') mark();
			if (bytes > maxAnswerBytes)
				throw new RconError('malformed', 'The answer does not end.', {partial: text()});
		} else if (got.id === markerId && last) {
			return text();
		} else if (got.id === -1 && got.type === packetTypes.loginReply) {
			throw new RconError('wrong-password', 'The game says that we are not logged in.');
		}
		// Anything else is not ours: a keep-alive, or a late answer to an earlier command.
	}
}

/** Before the marker only a lull is waited for, after it the end. */
function waitAfter(last: Buffer | undefined, marked: boolean, {shortMs, emptyMs, fullMs}: Patience): number {
	if (!last) return Infinity;
	return marked ? {empty: emptyMs, short: shortMs, full: fullMs}[kindOf(last)] : lullMs;
}

function kindOf(body: Buffer): 'empty' | 'short' | 'full' {
	if (body.length === 0) return 'empty';
	return body.length < fullBodyBytes ? 'short' : 'full';
}

function dropped(link: Link, partial: string | undefined): RconError {
	const cause = link.ending()?.cause;
	const words = partial === undefined ? 'before it answered' : 'in the middle of its answer';
	return new RconError('dropped', `The game closed the connection ${words}; the command may have run.`, {
		...(cause && {cause}),
		...(partial !== undefined && {partial}),
	});
}

function tooLate(): RconError {
	return new RconError('timeout', 'The game did not answer in time; the command may have run.');
}

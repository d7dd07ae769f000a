import {gameQueryMessages} from '../../messages/service.ts';
import {ConsoleError} from '../console/console-error.ts';
import {isNobodyThere} from '../console/connect-in-time.ts';
import {countdown} from '../console/mailbox.ts';
import {openUdpLink} from '../console/udp-link.ts';

/** The public state of a game; values that it does not report are undefined. */
export type QueryAnswer = {
	name?: string | undefined;
	map: string | undefined;
	/** People, not bots. */
	players: number | undefined;
	maxPlayers: number | undefined;
};

/**
Asks a game for its state without its console. Rejects with `ConsoleError` `refused`, `timeout` or `malformed`, or with the
reason of `signal`.
*/
export type AskQuery = (options: {
	/** Limit for the whole exchange, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
}) => Promise<QueryAnswer>;

/** Returns the error of an answer that does not follow its protocol. */
export const invalidAnswer = (): ConsoleError => new ConsoleError('malformed', gameQueryMessages.invalid);

/** Reads fields one after the other. Throws `ConsoleError` `malformed` if the bytes end too early. */
export type FieldReader = {
	byte: () => number;
	/** A text in UTF-8 that a NUL ends. */
	text: () => string;
	skip: (bytes: number) => void;
	rest: () => Buffer;
};

export function readFields(bytes: Buffer): FieldReader {
	let at = 0;
	const take = (count: number) => {
		if (at + count > bytes.length) throw invalidAnswer();
		at += count;
		return bytes.subarray(at - count, at);
	};
	return {
		byte: () => take(1).readUInt8(),
		text: () => {
			const end = bytes.indexOf(0, at);
			if (end === -1) throw invalidAnswer();
			return take(end + 1 - at)
				.toString('utf8')
				.slice(0, -1);
		},
		skip: count => void take(count),
		rest: () => bytes.subarray(at),
	};
}

type Question<Answer> = {
	host: string;
	port: number;
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	request: Buffer;
	/**
	Gets each datagram. Returns the answer, the next request, or undefined to wait for more. Throws `ConsoleError`
	`malformed`.
	*/
	read: (datagram: Buffer) => {answer: Answer} | {request: Buffer} | undefined;
};

/** Asks over UDP. Rejects with `ConsoleError` `refused`, `timeout` or `malformed`, or with the reason of `signal`. */
export async function askUdp<Answer>(question: Question<Answer>): Promise<Answer> {
	const {host, port, timeoutMs, signal, request, read} = question;
	const leftMs = countdown(timeoutMs);
	const link = await openUdpLink({host, port, timeoutMs, signal, decode: datagram => datagram});
	try {
		link.send(request);
		for (;;) {
			const got = await link.read({leftMs: leftMs(), signal});
			if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameQueryMessages.noAnswer);
			if (got === 'closed') {
				const cause = link.ending()?.cause;
				if (!isNobodyThere(cause)) throw new ConsoleError('timeout', gameQueryMessages.noAnswer);
				throw new ConsoleError('refused', gameQueryMessages.nobodyThere(host, port), {cause});
			}
			const next = read(got.message);
			if (next && 'answer' in next) return next.answer;
			if (next) link.send(next.request);
		}
	} finally {
		link.close();
	}
}

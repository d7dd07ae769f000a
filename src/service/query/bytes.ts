import {gameQueryMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from '../console/console-error.ts';

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

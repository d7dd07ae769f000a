/**
Why a game's console returned no answer.
- `refused`: no connection could be made, or it ended before the command; nothing was sent.
- `no-password`: the password could not be read where it is stored. Nothing was sent.
- `wrong-password`: the game rejected the login. Nothing was sent.
- `dropped`: the connection ended before the answer was complete. The command may have run.
- `timeout`: no answer before the deadline. The command may have run.
- `malformed`: the bytes do not follow the protocol, or the protocol cannot carry the command.
*/
export type ConsoleFailureReason =
	'refused' | 'no-password' | 'wrong-password' | 'dropped' | 'timeout' | 'malformed';

type More = {cause?: unknown; partial?: string; certificate?: string};

export class ConsoleError extends Error {
	override readonly name = 'ConsoleError';
	readonly reason: ConsoleFailureReason;
	/** The part of the answer that arrived before the failure; undefined if none did. */
	readonly partial: string | undefined;
	/** The SHA-256 fingerprint of a certificate that is not trusted; undefined for any other failure. */
	readonly certificate: string | undefined;

	constructor(reason: ConsoleFailureReason, message: string, more: More = {}) {
		super(message, more.cause === undefined ? undefined : {cause: more.cause});
		this.reason = reason;
		this.partial = more.partial;
		this.certificate = more.certificate;
	}
}

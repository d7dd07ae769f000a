import {gameConsoleMessages} from '../../messages/service.ts';

/** Why a game's console returned no answer, and whether the command may have run nevertheless. */
const mayRunAfter = {
	/** No connection could be made, or it ended before the command; nothing was sent. */
	refused: false,
	/** The password could not be read where it is stored. Nothing was sent. */
	'no-password': false,
	/** The certificate is not accepted. Nothing was sent, in particular no password. */
	untrusted: false,
	/** The game rejected the login, or ended the connection during it. */
	'wrong-password': false,
	/** The protocol cannot carry the command, or the game has none like it. Nothing was sent. */
	unsendable: false,
	/** The game answered that it did not accept the command. */
	rejected: false,
	/** The game answered with an error that leaves its effect open. */
	unclear: true,
	/** The connection ended before the answer was complete. */
	dropped: true,
	/** No answer before the deadline. */
	timeout: true,
	/** The bytes do not follow the protocol. */
	malformed: true,
	/** The game announced more of its answer than it sent; `partial` is what arrived. */
	cut: true,
} as const;
export type ConsoleFailureReason = keyof typeof mayRunAfter;

type More = {
	cause?: unknown;
	partial?: string;
	certificate?: string | undefined;
	isUnclear?: boolean;
	isPaused?: boolean;
};

export class ConsoleError extends Error {
	override readonly name = 'ConsoleError';
	readonly reason: ConsoleFailureReason;
	/** The part of the answer that arrived before the failure; undefined if none did. */
	readonly partial: string | undefined;
	/** The SHA-256 fingerprint of a certificate that is not trusted; undefined for any other failure. */
	readonly certificate: string | undefined;
	/** True if the connection ended during the login: the password is wrong, or the game is not ready yet. */
	readonly isUnclear: boolean;
	/** True if no login was tried, because the last one was refused a short while ago with this error. */
	readonly isPaused: boolean;

	/** Whether the command may have run. */
	get mayHaveRun(): boolean {
		return mayRunAfter[this.reason];
	}

	constructor(reason: ConsoleFailureReason, message: string, more: More = {}) {
		super(message, more.cause === undefined ? undefined : {cause: more.cause});
		this.reason = reason;
		this.partial = more.partial;
		this.certificate = more.certificate;
		this.isUnclear = more.isUnclear ?? false;
		this.isPaused = more.isPaused ?? false;
	}
}

/** The game, or what is in front of it, ended the connection during the login. */
export const loginEnded = (cause: Error | undefined): ConsoleError =>
	new ConsoleError('wrong-password', gameConsoleMessages.loginClosed, {
		isUnclear: true,
		...(cause && {cause}),
	});

/** Whatever prevented a connection, the command was not sent. The cause has the reason. */
export function asUnsent(error: unknown): unknown {
	if (!(error instanceof ConsoleError) || !error.mayHaveRun) return error;
	return new ConsoleError('refused', error.message, {cause: error, certificate: error.certificate});
}

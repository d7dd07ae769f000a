/**
 * Why an RCON exchange gave no answer.
 *
 * - `refused`: no connection could be made; nothing was sent.
 * - `wrong-password`: the game did not let us in (id -1, or an orderly close instead of a login reply).
 * - `dropped`: the connection ended before a whole answer was there. The command may have run.
 * - `timeout`: no answer before the deadline. The command may have run.
 * - `malformed`: bytes that are not Source RCON, or a command that does not fit into a packet.
 */
export type RconReason = 'refused' | 'wrong-password' | 'dropped' | 'timeout' | 'malformed';

export class RconError extends Error {
	override readonly name = 'RconError';
	readonly reason: RconReason;
	/** What had arrived of the answer when it broke off; undefined when nothing had. */
	readonly partial: string | undefined;

	constructor(reason: RconReason, message: string, more: {cause?: unknown; partial?: string} = {}) {
		super(message, more.cause === undefined ? undefined : {cause: more.cause});
		this.reason = reason;
		this.partial = more.partial;
	}
}

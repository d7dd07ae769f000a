/**
Why an RCON exchange returned no answer.
- `refused`: no connection could be made; nothing was sent.
- `wrong-password`: the game rejected the login (id -1, or a graceful close instead of a login reply).
- `dropped`: the connection ended before the answer was complete. The command may have run.
- `timeout`: no answer before the deadline. The command may have run.
- `malformed`: the bytes are not Source RCON, or the command does not fit into a packet.
*/
export type RconReason = 'refused' | 'wrong-password' | 'dropped' | 'timeout' | 'malformed';

export class RconError extends Error {
	override readonly name = 'RconError';
	readonly reason: RconReason;
	/** The part of the answer that arrived before the failure; undefined if none did. */
	readonly partial: string | undefined;

	constructor(reason: RconReason, message: string, more: {cause?: unknown; partial?: string} = {}) {
		super(message, more.cause === undefined ? undefined : {cause: more.cause});
		this.reason = reason;
		this.partial = more.partial;
	}
}

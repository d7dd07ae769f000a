import type {ConnectConsole, ConsoleOptions} from './connection.ts';
import {countdown} from './mailbox.ts';

type Run = Pick<ConsoleOptions, 'port' | 'password' | 'signal'> & {
	/** Default 127.0.0.1. */
	host?: string;
	command: string;
	/** Limit for the whole exchange, in milliseconds (default 5000). */
	timeoutMs?: number;
};

/**
Connects, logs in, runs one command and disconnects, as the real node agent does. Throws `ConsoleError`, or the reason of
`signal` if that was aborted.
*/
export async function runOnce(
	connect: ConnectConsole,
	{command, host = '127.0.0.1', timeoutMs = 5000, ...target}: Run,
): Promise<string> {
	const leftMs = countdown(timeoutMs);
	const connection = await connect({host, timeoutMs, ...target});
	try {
		return await connection.send(command, {timeoutMs: leftMs(), signal: target.signal});
	} finally {
		connection.close();
	}
}

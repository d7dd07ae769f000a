import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {countdown, openTcpStream} from '../tcp-stream.ts';
import {readAnswer, usualPatience, type Link} from './answer.ts';
import {
	createDecoder,
	createLenientDecoder,
	encodePacket,
	maxBodyBytes,
	packetTypes,
	refusedId,
} from './packet.ts';
import type {SourceQuirks} from './quirks.ts';

/** Far more than a game sends in one packet, but small enough to be safe. */
const maxInboundBytes = 16 * 1024 * 1024;

const usualTimeoutMs = 5000;

/**
Connects, logs in, runs one command and disconnects, as the real node agent does. `timeoutMs` (default 5000) is for the
whole exchange. Throws `ConsoleError`, or the reason of `signal` if that was aborted.
*/
export async function runRcon({
	command,
	host = '127.0.0.1',
	timeoutMs = usualTimeoutMs,
	quirks = {},
	...target
}: Pick<ConsoleOptions, 'port' | 'password' | 'signal'> & {
	command: string;
	host?: string;
	timeoutMs?: number;
	quirks?: SourceQuirks;
}): Promise<string> {
	const leftMs = countdown(timeoutMs);
	checkCommand(command, quirks);
	const connection = await connectSource(quirks)({host, timeoutMs, ...target});
	try {
		return await connection.send(command, {timeoutMs: leftMs(), signal: target.signal});
	} finally {
		connection.close();
	}
}

/** Creates the function that connects to a game with Source RCON. */
export function connectSource(quirks: SourceQuirks = {}): ConnectConsole {
	return async options => {
		const leftMs = countdown(options.timeoutMs);
		const link = await openLink(options, quirks);
		try {
			await logIn(link, options.password, leftMs, options.signal);
		} catch (error) {
			link.close();
			throw error;
		}
		link.rest();
		return {send: createSend(link, quirks), ended: link.ended, close: link.close};
	};
}

function openLink(
	{host, port, timeoutMs, signal, onLine}: ConsoleOptions,
	quirks: SourceQuirks,
): Promise<Link> {
	const {events = {}, hasWrongSizes = false} = quirks;
	return openTcpStream({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onPacket => {
			const create = hasWrongSizes ? createLenientDecoder : createDecoder;
			return create(packet => {
				const kind = events[packet.type];
				if (kind === undefined) onPacket(packet);
				else onLine?.({text: packet.body.toString('utf8').trimEnd(), kind});
			}, maxInboundBytes);
		},
	});
}

function createSend(link: Link, quirks: SourceQuirks): ConsoleConnection['send'] {
	const patience = {...usualPatience, ...quirks.patience};
	let lastId = loginId;
	return async (command, {timeoutMs, signal}) => {
		signal?.throwIfAborted();
		const leftMs = countdown(timeoutMs);
		checkCommand(command, quirks);
		if (link.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const [commandId, markerId] = [lastId + 1, lastId + 2];
		lastId += 2;
		link.send(encodePacket(commandId, packetTypes.command, command));
		try {
			return await readAnswer({link, commandId, markerId, leftMs, patience, quirks, signal});
		} finally {
			link.rest();
		}
	};
}

const loginId = 1;

async function logIn(
	link: Link,
	password: string,
	leftMs: () => number,
	signal?: AbortSignal,
): Promise<void> {
	link.send(encodePacket(loginId, packetTypes.login, password));
	for (;;) {
		const got = await link.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginError(link);
		const {id, type} = got.message;
		if (id === refusedId) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		// Some games send an empty type-0 packet first.
		if (type === packetTypes.loginReply && id === loginId) return;
	}
}

/**
Returns the error of a failed login. Games that close on a wrong password close gracefully; a game that is not ready yet
or crashes resets the connection.
*/
function loginError(link: Link): ConsoleError {
	const {orderly, cause} = link.ending() ?? {orderly: false};
	return orderly
		? new ConsoleError('wrong-password', gameConsoleMessages.loginClosed)
		: new ConsoleError('refused', gameConsoleMessages.loginBroken, cause && {cause});
}

function checkCommand(command: string, {maxCommandBytes = maxBodyBytes}: SourceQuirks): void {
	const bytes = Buffer.byteLength(command, 'utf8');
	if (bytes > maxCommandBytes) {
		throw new ConsoleError('malformed', gameConsoleMessages.longCommand(bytes, maxCommandBytes));
	}
	if (command.includes('\0')) throw new ConsoleError('malformed', gameConsoleMessages.nulCharacter);
}

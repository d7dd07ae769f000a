import type {SourceQuirks} from '../../../games/console-types.ts';
import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {countdown} from '../mailbox.ts';
import {openTcpStream} from '../tcp-stream.ts';
import {readAnswer, usualPatience, type Link, type Patience} from './answer.ts';
import {
	createDecoder,
	createLenientDecoder,
	encodePacket,
	maxBodyBytes,
	packetTypes,
	refusedId,
} from './packet.ts';

/** Far more than a game sends in one packet, but small enough to be safe. */
const maxInboundBytes = 16 * 1024 * 1024;

/** Creates the function that connects to a game with Source RCON. */
export function connectSource(quirks: SourceQuirks = {}, patience: Partial<Patience> = {}): ConnectConsole {
	return async options => {
		const leftMs = countdown(options.timeoutMs);
		const link = await openLink(options, quirks);
		try {
			await logIn(link, {...options, leftMs, quirks});
		} catch (error) {
			link.close();
			throw error;
		}
		link.rest();
		return {
			send: createSend(link, quirks, {...usualPatience, ...patience}),
			ended: link.ended,
			close: link.close,
		};
	};
}

function openLink(
	{host, port, timeoutMs, signal, onLine}: ConsoleOptions,
	quirks: SourceQuirks,
): Promise<Link> {
	const {events = {}, wrongSizes = false} = quirks;
	return openTcpStream({
		host,
		port,
		timeoutMs,
		signal,
		decoder: onPacket => {
			const create = wrongSizes ? createLenientDecoder : createDecoder;
			return create(packet => {
				const kind = events[packet.type];
				if (kind === undefined) onPacket(packet);
				else onLine?.({text: packet.body.toString('utf8').trimEnd(), kind});
			}, maxInboundBytes);
		},
	});
}

function createSend(link: Link, quirks: SourceQuirks, patience: Patience): ConsoleConnection['send'] {
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

type Login = Pick<ConsoleOptions, 'password' | 'signal'> & {leftMs: () => number; quirks: SourceQuirks};

async function logIn(link: Link, {password, leftMs, quirks, signal}: Login): Promise<void> {
	link.send(encodePacket(loginId, packetTypes.login, password));
	for (;;) {
		const got = await link.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginError(link);
		const {id, type} = got.message;
		if (id === refusedId) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		// Some games send an empty type-0 packet first.
		if (type === packetTypes.loginReply && (id === loginId || quirks.wrongIds)) return;
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

import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import {readAnswer, usualPatience, type Patience} from './answer.ts';
import {openLink, type Link} from './link.ts';
import {encodePacket, maxBodyBytes, packetTypes, refusedId} from './packet.ts';
import {ConsoleError} from '../console-error.ts';

export type RconTarget = {
	/** Default 127.0.0.1. */
	host?: string;
	port: number;
	password: string;
	/** Limit for connecting and logging in (default 5000). */
	timeoutMs?: number;
	signal?: AbortSignal;
	/** False never sends the type-0 packet that requests the end of an answer; silence ends the answer instead. */
	useMarker?: boolean;
	patience?: Partial<Patience>;
};

type RunOptions = {timeoutMs?: number; signal?: AbortSignal};

export type RconConnection = {
	/** Returns the game's raw answer. Commands run one at a time; none is ever sent twice. Throws `ConsoleError`. */
	run: (command: string, options?: RunOptions) => Promise<string>;
	/** False after either side has closed the connection. */
	isOpen: () => boolean;
	close: () => void;
};

const usualTimeoutMs = 5000;

/**
Connects, logs in, runs one command and disconnects, as the real node agent does. `timeoutMs` is for the whole exchange.
Throws `ConsoleError`, or the reason of `signal` if that was aborted.
*/
export async function runRcon({command, ...target}: RconTarget & {command: string}): Promise<string> {
	const left = countdown(target.timeoutMs ?? usualTimeoutMs);
	checkCommand(command);
	const connection = await openRcon(target);
	try {
		return await connection.run(command, {
			timeoutMs: left(),
			...(target.signal && {signal: target.signal}),
		});
	} finally {
		connection.close();
	}
}

/** Opens a connection for many commands. */
export async function openRcon(target: RconTarget): Promise<RconConnection> {
	const left = countdown(target.timeoutMs ?? usualTimeoutMs);
	const {host = '127.0.0.1', port, signal} = target;
	const link = await openLink({host, port, signal, timeoutMs: left()});
	try {
		await login(link, target.password, left, signal);
	} catch (error) {
		link.close();
		throw error;
	}
	const patience = {...usualPatience, ...target.patience};
	let lastId = loginId;
	let before: Promise<unknown> = Promise.resolve();
	const run = async (
		command: string,
		{timeoutMs = target.timeoutMs ?? usualTimeoutMs, signal}: RunOptions,
	) => {
		const leftMs = countdown(timeoutMs);
		checkCommand(command);
		if (link.ending()) throw new ConsoleError('dropped', gameConsoleMessages.closedBeforeCommand);
		link.drain();
		const [commandId, markerId] = [lastId + 1, lastId + 2];
		lastId += 2;
		link.send(encodePacket(commandId, packetTypes.command, command));
		const useMarker = target.useMarker ?? true;
		return readAnswer({link, commandId, markerId, leftMs, patience, useMarker, signal});
	};
	return {
		run: (command, options = {}) => {
			const answer = before.then(() => run(command, options));
			before = answer.catch(() => {});
			return answer;
		},
		isOpen: () => link.ending() === undefined,
		close: link.close,
	};
}

const loginId = 1;

async function login(
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
		if (got.id === refusedId) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		// Some games send an empty type-0 packet first.
		if (got.type === packetTypes.loginReply && got.id === loginId) return;
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
		: new ConsoleError('dropped', gameConsoleMessages.loginBroken, cause && {cause});
}

function checkCommand(command: string): void {
	const bytes = Buffer.byteLength(command, 'utf8');
	if (bytes > maxBodyBytes) {
		throw new ConsoleError('malformed', gameConsoleMessages.longCommand(bytes, maxBodyBytes));
	}
	if (command.includes('\0')) throw new ConsoleError('malformed', gameConsoleMessages.nulCharacter);
}

/** Returns a function for the milliseconds left of `timeoutMs`, at least 0. Network timeouts need the real clock. */
function countdown(timeoutMs: number): () => number {
	const endsAt = performance.now() + timeoutMs;
	return () => Math.max(0, endsAt - performance.now());
}

import {gameConsoleMessages} from '../../messages/service-servers.ts';
import {readAnswer, usualPatience, type Patience} from './answer.ts';
import {openLink, type Link} from './link.ts';
import {encodePacket, maxBodyBytes, packetTypes, refusedId} from './packet.ts';
import {RconError} from './rcon-error.ts';

export type RconTarget = {
	/** 127.0.0.1 unless said. */
	host?: string;
	port: number;
	password: string;
	/** For connecting and logging in; 5000 unless said. */
	timeoutMs?: number;
	signal?: AbortSignal;
	/** False never sends the type-0 packet that asks for the end of an answer: silence ends it then. */
	useMarker?: boolean;
	patience?: Partial<Patience>;
};

type RunOptions = {timeoutMs?: number; signal?: AbortSignal};

export type RconConnection = {
	/** The game's answer, as it came. Commands wait for each other; none is ever sent twice. Throws `RconError`. */
	run: (command: string, options?: RunOptions) => Promise<string>;
	/** False once the game or we have closed it. */
	isOpen: () => boolean;
	close: () => void;
};

const usualTimeoutMs = 5000;

/**
 * Connects, logs in, runs one command, hangs up, as the real node agent does. `timeoutMs` is for all of it.
 * Throws `RconError`, or the reason of `signal` when that was aborted.
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

/** A connection that stays open for many commands. */
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
		if (link.ending()) throw new RconError('dropped', gameConsoleMessages.closedBeforeCommand);
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
		if (got === 'quiet' || got === 'late') throw new RconError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw notLetIn(link);
		if (got.id === refusedId) throw new RconError('wrong-password', gameConsoleMessages.wrongPassword);
		// Some games send an empty type-0 packet first.
		if (got.type === packetTypes.loginReply && got.id === loginId) return;
	}
}

/** Games that close on a wrong password do so in an orderly way; one that is not ready yet, or dies, resets. */
function notLetIn(link: Link): RconError {
	const {orderly, cause} = link.ending() ?? {orderly: false};
	return orderly
		? new RconError('wrong-password', gameConsoleMessages.loginClosed)
		: new RconError('dropped', gameConsoleMessages.loginBroken, cause && {cause});
}

function checkCommand(command: string): void {
	const bytes = Buffer.byteLength(command, 'utf8');
	if (bytes > maxBodyBytes) {
		throw new RconError('malformed', gameConsoleMessages.longCommand(bytes, maxBodyBytes));
	}
	if (command.includes('\0')) throw new RconError('malformed', gameConsoleMessages.nulCharacter);
}

/** Milliseconds left of `timeoutMs`, never below 0. On the real clock: the wire knows no other. */
function countdown(timeoutMs: number): () => number {
	const endsAt = performance.now() + timeoutMs;
	return () => Math.max(0, endsAt - performance.now());
}

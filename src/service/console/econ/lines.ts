import {connect, type Socket} from 'node:net';
import {StringDecoder} from 'node:string_decoder';
import {systemClock} from '../../../lib/clock.ts';
import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';

/** A TCP connection that is read line by line, by one reader at a time. */
export type Lines = {
	send: (line: string) => void;
	/**
	Reads the next line. `quiet`: no byte came for `quietMs`. `late`: `leftMs` have passed. `closed`: the
	connection has ended and everything was read. Rejects with the signal's reason.
	*/
	read: (wait: {quietMs?: number | undefined; leftMs: number}) => Promise<Read>;
	/** The error that broke the connection, if any. */
	cause: () => Error | undefined;
	close: () => void;
};

type Read = {line: string} | 'quiet' | 'late' | 'closed';
type Options = {host: string; port: number; timeoutMs: number; signal?: AbortSignal | undefined};

/** Far longer than any line of a console. */
const maxLineLength = 1024 * 1024;

export function openLines({host, port, timeoutMs, signal}: Options): Promise<Lines> {
	signal?.throwIfAborted();
	return new Promise((resolve, reject) => {
		// Half-open: see `hangUp`.
		const socket = connect({host, port, noDelay: true, allowHalfOpen: true});
		const settle = (outcome: () => void) => {
			cancelTimer();
			signal?.removeEventListener('abort', abandon);
			socket.off('connect', connected).off('error', failed);
			outcome();
		};
		const giveUp = (error: unknown) =>
			settle(() => {
				socket.on('error', () => {}).destroy();
				reject(error);
			});
		const connected = () => settle(() => resolve(linesOver(socket, signal)));
		const failed = (cause: Error) =>
			giveUp(new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause}));
		const abandon = () => giveUp(signal?.reason);
		const cancelTimer = systemClock.after(timeoutMs, () =>
			giveUp(new ConsoleError('timeout', gameConsoleMessages.notConnected(host, port, timeoutMs))),
		);
		signal?.addEventListener('abort', abandon, {once: true});
		socket.once('connect', connected).once('error', failed);
	});
}

function linesOver(socket: Socket, signal: AbortSignal | undefined): Lines {
	const decoder = new StringDecoder('utf8');
	const unread: string[] = [];
	let unfinished = '';
	let over = false;
	let cause: Error | undefined;
	let wake = () => {};
	/**
	If the server closes first or at the same time, its port is blocked for a minute, and a server that restarts
	in that time comes up without its console. (Seen on teeworlds 0.7.5) A reset blocks nothing.
	*/
	const hangUp = () => {
		over = true;
		socket.resetAndDestroy();
		wake();
	};
	socket.on('data', chunk => {
		unfinished += decoder.write(chunk);
		// Lines end with a newline and are padded with NULs.
		const lines = unfinished.replaceAll('\0', '').split('\n');
		unfinished = lines.pop() ?? '';
		for (const line of lines) unread.push(line.replace(/\r$/, ''));
		if (unfinished.length > maxLineLength) hangUp();
		wake();
	});
	socket.on('end', hangUp);
	socket.on('close', hangUp);
	socket.on('error', error => {
		cause = error;
		hangUp();
	});
	return {
		send: line => void (socket.writable && socket.write(`${line}\n`)),
		cause: () => cause,
		close: hangUp,
		read: ({quietMs, leftMs}) =>
			new Promise((resolve, reject) => {
				let stopListening = () => {};
				const settle = (outcome: () => void) => {
					stopListening();
					stopWaiting();
					signal?.removeEventListener('abort', check);
					wake = () => {};
					outcome();
				};
				const give = (read: Read) => settle(() => resolve(read));
				function check() {
					const line = unread.shift();
					if (signal?.aborted) settle(() => reject(signal.reason));
					else if (line !== undefined) give({line});
					else if (over) give('closed');
					else listen();
				}
				function listen() {
					stopListening();
					if (quietMs !== undefined) stopListening = systemClock.after(quietMs, () => give('quiet'));
				}
				const stopWaiting = systemClock.after(leftMs, () => give('late'));
				signal?.addEventListener('abort', check, {once: true});
				wake = check;
				check();
			}),
	};
}

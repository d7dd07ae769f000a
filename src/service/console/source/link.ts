import {connect, type Socket} from 'node:net';
import {systemClock} from '../../../lib/clock.ts';
import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import {createDecoder, type Packet} from './packet.ts';
import {ConsoleError} from '../console-error.ts';

/** A TCP connection that is read packet by packet, by one reader at a time. */
export type Link = {
	send: (packet: Buffer) => void;
	/**
	Reads the next packet. `quiet`: no byte came for `quietMs`, and no packet is incomplete. `late`: `leftMs`
	have passed. `closed`: the connection has ended and everything was read. Rejects with the signal's reason if
	aborted, or with `ConsoleError` `malformed` if the bytes are not a packet.
	*/
	read: (wait: Wait) => Promise<Packet | 'quiet' | 'late' | 'closed'>;
	/** Discards everything that arrived while nobody was reading. */
	drain: () => void;
	/** How the connection ended; undefined while it is open. */
	ending: () => {orderly: boolean; cause?: Error} | undefined;
	/** Whether a packet is incomplete. */
	isMidPacket: () => boolean;
	close: () => void;
};

type Wait = {quietMs?: number | undefined; leftMs: number; signal?: AbortSignal | undefined};

type Options = {host: string; port: number; timeoutMs: number; signal?: AbortSignal | undefined};

/** Far more than a game sends in one packet, but small enough to be safe. */
const maxInboundBytes = 16 * 1024 * 1024;
const maxUnread = 4096;

export function openLink({host, port, timeoutMs, signal}: Options): Promise<Link> {
	signal?.throwIfAborted();
	return new Promise((resolve, reject) => {
		const socket = connect({host, port, noDelay: true});
		const link = linkOver(socket);
		const settle = (outcome: () => void) => {
			cancelTimer();
			signal?.removeEventListener('abort', abandon);
			socket.off('connect', connected).off('error', failed);
			outcome();
		};
		const giveUp = (error: unknown) =>
			settle(() => {
				socket.destroy();
				reject(error);
			});
		const connected = () => settle(() => resolve(link));
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

function linkOver(socket: Socket): Link {
	const unread: Packet[] = [];
	let ending: ReturnType<Link['ending']>;
	let failure: unknown;
	let wake = () => {};
	const decoder = createDecoder(packet => {
		if (unread.push(packet) > maxUnread) unread.shift();
	}, maxInboundBytes);
	const end = (orderly: boolean, cause?: Error) => {
		ending ??= {orderly, ...(cause && {cause})};
		wake();
	};
	socket.on('data', chunk => {
		try {
			decoder.push(chunk);
		} catch (error) {
			failure = error;
			socket.destroy();
		}
		wake();
	});
	socket.on('error', cause => end(false, cause));
	socket.on('end', () => end(true));
	socket.on('close', () => end(true));

	const take = (): Packet | 'closed' | undefined => {
		const packet = unread.shift();
		if (packet) return packet;
		if (failure) throw failure;
		return ending && 'closed';
	};
	const isMidPacket = () => decoder.pendingBytes() > 0;
	return {
		send: packet => void (socket.writable && socket.write(packet)),
		drain: () => void unread.splice(0),
		ending: () => ending,
		isMidPacket,
		close: () => void socket.destroy(),
		read: ({quietMs, leftMs, signal}) =>
			new Promise((resolve, reject) => {
				const check = (otherwise?: 'quiet' | 'late') => {
					try {
						signal?.throwIfAborted();
						const got = take() ?? otherwise;
						if (got !== undefined) settle(() => resolve(got));
						else listen();
					} catch (error) {
						settle(() => reject(error));
					}
				};
				let stopListening = () => {};
				const listen = () => {
					stopListening();
					if (quietMs === undefined || isMidPacket()) return;
					stopListening = systemClock.after(quietMs, () => check('quiet'));
				};
				const stopWaiting = systemClock.after(leftMs, () => check('late'));
				const abandon = () => check();
				const settle = (outcome: () => void) => {
					stopListening();
					stopWaiting();
					signal?.removeEventListener('abort', abandon);
					wake = () => {};
					outcome();
				};
				signal?.addEventListener('abort', abandon, {once: true});
				wake = check;
				check();
			}),
	};
}

import type {FeedSocket, OpenSocket} from '../contract/socket.ts';
import {connectionProblem} from '../lib/connection-problem.ts';
import {systemClock, type Clock} from '../lib/clock.ts';
import {proxiesIn} from '../lib/proxies.ts';
import {maxFrameBytes} from './frames.ts';
import type {LibraryEnd, SocketLibrary} from './socket-library.ts';
import {connectionProblemText} from '../messages/connection-problems.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

/** A connection is pinged after the first duration of silence, and dropped after the second, ms. */
const [pingAfterMs, giveUpAfterMs] = [2000, 5000];

/**
Opens WebSockets, with the proxies of the environment if there are any: only they need undici, which takes 10 MB more
memory and several times as long to load.
*/
export async function openSockets(
	env: NodeJS.ProcessEnv = process.env,
	clock: Clock = systemClock,
): Promise<OpenSocket> {
	const {http, https} = proxiesIn(env);
	const library =
		http || https
			? (await import('./proxied-sockets.ts')).proxiedSockets(env)
			: (await import('./direct-sockets.ts')).directSockets(env);
	return (url, options) => feedSocket(url, options, library, clock);
}

function feedSocket(
	url: string,
	options: Parameters<OpenSocket>[1],
	{open, explain}: SocketLibrary,
	clock: Clock,
): FeedSocket {
	let heardAt: number | undefined;
	let stopWatching = () => {};
	const closed = ({code, reason, status, retryAfter, cause, isBadMessage}: LibraryEnd) => {
		stopWatching();
		const end = (why: string) =>
			socket.onclose?.({
				code,
				reason: why,
				...(status !== undefined && {status}),
				...(retryAfter !== undefined && {retryAfter}),
				...(heardAt !== undefined && {heardAt}),
			});
		if (heardAt !== undefined) end(feedConnectionMessages.noAnswer(giveUpAfterMs / 1000));
		else if (isBadMessage) end(feedConnectionMessages.badMessage(maxFrameBytes / 2 ** 20));
		else if (reason || status !== undefined || cause === undefined) end(reason);
		else void explain(cause, new URL(url)).then(known => end(handshakeProblemText(known, new URL(url))));
	};
	const inner = open(url, options, {
		opened: connection => {
			if (connection) {
				const silence = watchSilence(clock, {
					ask: () => inner.ping(),
					onSilent: since => {
						heardAt = since;
						connection.destroy();
					},
				});
				stopWatching = silence.stop;
				connection.on('data', silence.heard).once('close', silence.stop);
			}
			socket.onopen?.({});
		},
		message: data => socket.onmessage?.({data}),
		closed,
	});
	const socket: FeedSocket = {
		url,
		get readyState() {
			return inner.readyState;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => inner.send(data),
		close: () => inner.close(),
		terminate: () => {
			stopWatching();
			inner.terminate();
		},
	};
	return socket;
}

/**
Detects a dead peer on an open connection: pings it after a period without a byte. Every peer must answer pings.
(RFC 6455, 5.5.2) STOMP's heart-beats are too rare for this, and brokers choose their interval.
*/
function watchSilence(
	clock: Clock,
	{ask, onSilent}: {ask: () => void; onSilent: (heardAt: number) => void},
): {heard: () => void; stop: () => void} {
	let heardAt = clock.now();
	let heardTick = clock.monotonic();
	let isAsked = false;
	let cancel = () => {};
	const giveUp = () => {
		if (isAsked) onSilent(heardAt);
	};
	const check = () => {
		if (isAsked) {
			// If this process was suspended or busy, data may be waiting to be read.
			const turn = setImmediate(giveUp);
			cancel = () => clearImmediate(turn);
			return;
		}
		const leftMs = heardTick + pingAfterMs - clock.monotonic();
		if (leftMs <= 0) {
			ask();
			isAsked = true;
		}
		wait(leftMs > 0 ? leftMs : giveUpAfterMs - pingAfterMs);
	};
	const wait = (delayMs: number) => {
		cancel = clock.after(delayMs, check);
	};
	wait(pingAfterMs);
	return {
		heard: () => {
			heardAt = clock.now();
			heardTick = clock.monotonic();
			if (!isAsked) return;
			isAsked = false;
			cancel();
			wait(pingAfterMs);
		},
		stop: () => cancel(),
	};
}

/** Explains why a handshake failed, as far as is known. */
function handshakeProblemText(cause: unknown, {host}: URL): string {
	return connectionProblemText(
		connectionProblem(cause, {name: host, setting: feedConnectionMessages.setting}),
	);
}

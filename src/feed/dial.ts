import type {FeedSocket, OpenSocket, SocketClosed} from '../contract/socket.ts';
import {maxServerDelayMs, type Clock} from '../lib/clock.ts';
import {BadFrame, createFrameReader, frameText, type Frame} from './frames.ts';
import {subscribeTo, type Blame, type Objection, type Subscribing} from './subscribe.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

/**
Why a connection ended. `refused`: another attempt would probably be refused, too. `unusable`: it certainly would.
`rejected`: the broker answered CONNECT with an error. `withoutProtocol`: the peer does not accept a STOMP subprotocol.
`withoutHost`: the broker has no virtual host with its host name. `blame`: the requested destination that caused the end.
`retryAfter`: the header of the service's response. `heardAt`: when a connection that went silent received its last byte,
epoch ms.
*/
export type Ending = {
	reason: string;
	refused?: boolean;
	rejected?: boolean;
	unusable?: boolean;
	withoutHost?: boolean;
	withoutProtocol?: boolean;
	retryAfter?: string | undefined;
	heardAt?: number | undefined;
	blame?: Blame | undefined;
};

export type OnFrame = (frame: Frame, isSent: boolean) => void;

export type DialOptions = {
	url: string;
	destinations: readonly string[];
	/** Subscribes to the destinations one at a time, to find out which one is refused. */
	oneByOne: boolean;
	/** Live once the destinations are granted, rather than once they are requested. */
	waitsForGrant: boolean;
	/** Sent in the handshake and again in CONNECT. */
	headers: Record<string, string>;
	login: Record<string, string>;
	askProtocol: boolean;
	/** CONNECT names the URL's host as the virtual host. (STOMP 1.2: CONNECT) */
	namesHost: boolean;
	clock: Clock;
	openSocket: OpenSocket;
	/** Called once if the peer has not answered CONNECT after `slowMs`. The attempt continues. */
	onSlow: (reason: string) => void;
	onLive: () => void;
	onMessage: (body: string) => void;
	/** For a log. */
	onFrame?: OnFrame | undefined;
	/** Called once, as the last callback. */
	onEnd: (ending: Ending) => void;
};

/** Our heart-beat interval, and the one we ask of the server. (The public node agent uses the same) */
const beatMs = 10_000;
/** When an attempt is reported as slow, and the time limit of its two steps: until the socket is open, and until CONNECTED. */
const [slowMs, stepMs] = [5000, 10_000];

/** Opens one connection. Returns a function that closes it silently. */
export function dial(options: DialOptions): () => void {
	const {clock, onEnd, onSlow, onFrame, url, headers, askProtocol, openSocket} = options;
	const watch = createWatch(clock, {onSlow, onSilent: (reason, heardAt) => end({reason, heardAt})});
	let isOver = false;
	let socket: FeedSocket | undefined;
	let session: Session | undefined;
	const end = (ending: Ending, objection?: Objection) => {
		if (isOver) return;
		const blame = objection && session?.blame(objection);
		hangUp();
		onEnd({...ending, blame});
	};
	const hangUp = () => {
		isOver = true;
		watch.stop();
		session?.stop();
		socket?.terminate();
	};
	const open = (opened: FeedSocket) => {
		const send: Send = (command, fields, escapes = false) => {
			if (isOver) return;
			opened.send(frameText(command, fields, {escapes}));
			onFrame?.({command, headers: new Map(Object.entries(fields)), body: ''}, true);
		};
		const own = openSession(options, {send, beat: () => void (isOver || opened.send('\n')), watch, end});
		session = own;
		const reader = createFrameReader(frame => {
			if (isOver) return;
			onFrame?.(frame, false);
			own.receive(frame);
		});
		const onMessage = ({data}: {data: string | ArrayBuffer}) => {
			reader.read(data);
			if (!reader.isInside()) watch.heard();
		};
		Object.assign(opened, {
			binaryType: 'arraybuffer',
			onopen: () => {
				watch.opened();
				own.connect();
			},
			onmessage: (event: {data: string | ArrayBuffer}) => {
				try {
					if (!isOver) onMessage(event);
				} catch (cause) {
					end({reason: cause instanceof BadFrame ? cause.message : feedConnectionMessages.badFrame});
				}
			},
			onclose: (event: SocketClosed) =>
				end(endingOf(event, options), isObjection(event) ? {words: event.reason} : undefined),
		});
	};
	try {
		socket = openSocket(url, {protocols: askProtocol ? ['v12.stomp', 'v11.stomp'] : [], headers});
		open(socket);
	} catch (cause) {
		// Later, because the caller does not have the returned function yet.
		const {badAddress, notOpened} = feedConnectionMessages;
		const ending = isAddress(cause) ? {reason: badAddress, unusable: true} : {reason: notOpened};
		queueMicrotask(() => end(ending));
	}
	return () => {
		if (!isOver) hangUp();
	};
}

type Send = (command: string, fields: Record<string, string>, escapes?: boolean) => void;
type Session = {
	connect: () => void;
	receive: (frame: Frame) => void;
	blame: Subscribing['blame'];
	stop: () => void;
};
type Line = {
	send: Send;
	beat: () => void;
	watch: Watch;
	end: (ending: Ending, objection?: Objection) => void;
};

/** Speaks STOMP on an open connection, from CONNECT to ERROR. */
function openSession(options: DialOptions, {send, beat, watch, end}: Line): Session {
	let subscribing: Subscribing | undefined;
	const connected = ({headers}: Frame) => {
		const version = headers.get('version') ?? '1.0';
		if (!/^1\.[012]$/.test(version)) {
			end({reason: feedConnectionMessages.wrongVersion(version.slice(0, 20))});
			return;
		}
		watch.connected(headers.get('heart-beat'), beat);
		const {onLive} = options;
		// RabbitMQ sends receipts. What it receives before, it does not deliver.
		const waitsForGrant = options.waitsForGrant || headers.get('server')?.startsWith('RabbitMQ/') === true;
		subscribing = subscribeTo({
			...options,
			subscribe: fields => send('SUBSCRIBE', fields, version === '1.2'),
			onGranted: waitsForGrant ? onLive : () => {},
		});
		if (!waitsForGrant) onLive();
	};
	const failed = (frame: Frame) => {
		const {headers, body} = frame;
		const objection = {receipt: headers.get('receipt-id'), words: `${headers.get('message')} ${body}`};
		const isConnected = subscribing !== undefined;
		const isAboutHost = !isConnected && options.namesHost && /virtual host|vhost/i.test(objection.words);
		end(
			{reason: errorText(frame), withoutHost: isAboutHost, rejected: !isConnected && !isAboutHost},
			objection,
		);
	};
	return {
		connect: () => {
			const beats = `${beatMs},${beatMs}`;
			const fields = {'accept-version': '1.2,1.1', 'heart-beat': beats};
			send('CONNECT', {...hostOf(options), ...options.headers, ...options.login, ...fields});
		},
		receive: frame => {
			if (frame.command === 'ERROR') failed(frame);
			else if (frame.command === 'CONNECTED') {
				if (!subscribing) connected(frame);
			} else if (!subscribing) throw new BadFrame(feedConnectionMessages.badFrame);
			else if (frame.command === 'MESSAGE') options.onMessage(frame.body);
			else subscribing.received(frame.headers.get('receipt-id'));
		},
		blame: objection => subscribing?.blame(objection),
		stop: () => subscribing?.stop(),
	};
}

/**
The broker closed the connection on purpose, but not because it is going away or we are too slow. RabbitMQ closes like
this for a missing queue.
*/
const isObjection = ({code}: SocketClosed) => code !== undefined && [1000, 1002, 1008, 1011].includes(code);

type Watch = {
	opened: () => void;
	heard: () => void;
	/** `header`: the `heart-beat` header of CONNECTED. */
	connected: (header: string | undefined, beat: () => void) => void;
	stop: () => void;
};

/** Detects a connection that is never established, and a silent peer: a frozen one never closes. */
function createWatch(
	clock: Clock,
	{onSlow, onSilent}: Pick<DialOptions, 'onSlow'> & {onSilent: (reason: string, heardAt?: number) => void},
): Watch {
	const {noAnswer, noHeartBeat} = feedConnectionMessages;
	const startStep = () => clock.after(stepMs, () => onSilent(noAnswer(stepMs / 1000)));
	let heardAt = clock.monotonic();
	let cancelBeat = () => {};
	let cancelCheck = startStep();
	const cancelSlow = clock.after(slowMs, () => onSlow(noAnswer(slowMs / 1000)));
	const checkAfter = (limitMs: number) => {
		const leftMs = heardAt + limitMs - clock.monotonic();
		if (leftMs <= 0) onSilent(noHeartBeat, clock.now() - (clock.monotonic() - heardAt));
		else cancelCheck = clock.after(leftMs, () => checkAfter(limitMs));
	};
	return {
		opened: () => {
			cancelCheck();
			cancelCheck = startStep();
		},
		heard: () => {
			heardAt = clock.monotonic();
		},
		connected: (header, beat) => {
			cancelSlow();
			cancelCheck();
			heardAt = clock.monotonic();
			const [theirsMs, wantedMs] = heartBeats(header);
			// Spring's broker checks once per interval what is due, so almost two intervals may pass between
			// heart-beats. (SimpleBrokerMessageHandler) An interval that is too long is ignored.
			if (theirsMs > 0 && theirsMs <= maxServerDelayMs) checkAfter(2.5 * Math.max(beatMs, theirsMs));
			const everyMs = Math.min(maxServerDelayMs, Math.max(beatMs, wantedMs));
			const beatOn = () => {
				beat();
				cancelBeat = clock.after(everyMs, beatOn);
			};
			if (wantedMs > 0) cancelBeat = clock.after(everyMs, beatOn);
		},
		stop: () => {
			cancelSlow();
			cancelCheck();
			cancelBeat();
		},
	};
}

/** Parses the intervals at which the peer sends and wants heart-beats, ms; 0 for never. Invalid numbers count as 0. */
function heartBeats(header = ''): [theirsMs: number, wantedMs: number] {
	const [theirs, wanted] = header.split(',').map(part => (/^\s*\d+\s*$/.test(part) ? Number(part) : 0));
	return [theirs ?? 0, wanted ?? 0];
}

const hostOf = ({url, namesHost}: DialOptions) => (namesHost ? {host: new URL(url).hostname} : {});

function errorText({headers, body}: Frame): string {
	const more = body.slice(0, 1000).split('\n', 1)[0]?.trim();
	const text =
		[...new Set([headers.get('message'), more])].filter(Boolean).join(': ') ||
		feedConnectionMessages.errorWithoutWords;
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function endingOf(
	{code, reason, status, retryAfter, heardAt}: SocketClosed,
	{askProtocol}: DialOptions,
): Ending {
	if (status === 101 && askProtocol)
		return {reason: feedConnectionMessages.noProtocol, withoutProtocol: true};
	if (status === 101) return {reason: feedConnectionMessages.badHandshake};
	if (status === 401) return {reason: feedConnectionMessages.wrongCredentials, refused: true};
	if (status === 403) return {reason: feedConnectionMessages.notAllowed, refused: true};
	if (status === 404) return {reason: feedConnectionMessages.noFeed, refused: true};
	if (status !== undefined && status >= 300 && status < 400)
		return {reason: feedConnectionMessages.redirected(status), refused: true};
	if (status !== undefined) return {reason: feedConnectionMessages.httpStatus(status), retryAfter};
	if (reason) return {reason, heardAt};
	if (code === 1006 || code === undefined) return {reason: feedConnectionMessages.broke};
	return {reason: feedConnectionMessages.closed(code)};
}

const isAddress = (cause: unknown) =>
	cause instanceof Error && (cause.name === 'SyntaxError' || cause instanceof TypeError);

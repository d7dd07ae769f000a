import type {ByName} from '../../lib/json/maps.ts';
import {Client, type IFrame, Versions} from '@stomp/stompjs';
import type {FeedSocket, OpenSocket, SocketClosed} from '../../contract/socket.ts';
import {type Clock, maxServerDelayMs} from '../../lib/time/clock.ts';
import {NotReached} from '../../lib/net/connection-problem.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';
import {feedConnectionMessages} from '../../messages/feed.ts';
import {guardSocket, peerBeats} from './frame-guard.ts';
import {type Blame, type Objection, subscribeTo, type Subscribing} from './subscribe.ts';

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

/** Of a sent frame, a log gets only the destination: the other headers may be secrets. */
type Frame = {
	command: string;
	headers: ByName<string | undefined>;
	body: string;
};
export type OnFrame = (frame: Frame, isSent: boolean) => void;

export type DialOptions = {
	url: string;
	destinations: readonly string[];
	/** Subscribes to the destinations one at a time, to find out which one is refused. */
	oneByOne: boolean;
	/** Sent in the handshake and again in CONNECT. */
	headers: ByName<string>;
	login: ByName<string>;
	askProtocol: boolean;
	/** CONNECT names the URL's host as the virtual host. (STOMP 1.2: CONNECT) */
	namesHost: boolean;
	clock: Clock;
	openSocket: OpenSocket;
	/** Called once if the peer has not answered CONNECT after `slowMs`. The attempt continues. */
	onSlow: (reason: string) => void;
	/** Called once all destinations are granted. */
	onLive: () => void;
	onMessage: (body: string, destination: string | undefined) => void;
	/** For a log. */
	onFrame?: OnFrame | undefined;
	/** Called once, as the last callback. */
	onEnd: (ending: Ending) => void;
};

/** Our heart-beat interval, and the one we ask of the server. (The public node agent uses the same) */
const beatMs = 10_000;
/** When an attempt is reported as slow, and the time limit of its two steps: until the socket is open, and until CONNECTED. */
const [slowMs, stepMs] = [5000, 10_000];
const versions = new Versions([Versions.V1_2, Versions.V1_1]);

/** Opens one connection. Returns a function that closes it silently. */
export function dial(options: DialOptions): () => void {
	const {clock, onEnd, onSlow, url, headers, askProtocol, openSocket} = options;
	const watch = createWatch(clock, {onSlow, onSilent: (reason, heardAt) => end({reason, heardAt})});
	const end = (ending: Ending, objection?: Objection) => {
		if (isOver) return;
		const blame = objection && session.blame(objection);
		hangUp();
		onEnd({...ending, blame});
	};
	const session = createSession(options, {watch, end});
	let isOver = false;
	let socket: FeedSocket | undefined;
	const hangUp = () => {
		isOver = true;
		watch.stop();
		session.stop();
		socket?.terminate();
	};
	try {
		socket = openSocket(url, {protocols: askProtocol ? versions.protocolVersions() : [], headers});
		session.start(socket);
	} catch (cause) {
		// Later, because the caller does not have the returned function yet.
		queueMicrotask(() => end(endingOfOpening(cause)));
	}
	return () => {
		if (!isOver) hangUp();
	};
}

type Line = {watch: Watch; end: (ending: Ending, objection?: Objection) => void};
type Session = {
	start: (socket: FeedSocket) => void;
	blame: Subscribing['blame'];
	stop: () => void;
};

/**
Speaks STOMP from CONNECT to ERROR, with one client of stompjs. Its timers are not used: they are not on our clock, end a
connection when the wall clock is changed, and check only once per interval.
*/
function createSession(options: DialOptions, {watch, end}: Line): Session {
	const {clock, onLive, onFrame, onMessage} = options;
	let subscribing: Subscribing | undefined;
	let connectSentAt = clock.monotonic();
	const {sent, received, bodyOfNext} = createEnvelopes(onFrame);
	const onConnect = ({headers}: Frame) => {
		if (subscribing) return;
		const version = headers['version'] ?? '1.0';
		if (!/^1\.[012]$/.test(version))
			return end({reason: feedConnectionMessages.wrongVersion(version.slice(0, 20))});
		watch.connected(headers[peerBeats], () => client.webSocket?.send('\n'));
		subscribing = subscribeTo({
			...options,
			roundTripMs: clock.monotonic() - connectSentAt,
			subscribe: (destination, id, receipt) => {
				sent('SUBSCRIBE', destination);
				client.watchForReceipt(
					receipt,
					received(() => subscribing?.received(receipt)),
				);
				client.subscribe(destination, received(deliver), {id, receipt});
			},
			onGranted: onLive,
		});
	};
	const deliver = ({headers, body}: Frame) => {
		if (!subscribing) return end({reason: feedConnectionMessages.badFrame});
		subscribing.delivered(headers['subscription']);
		onMessage(body, headers['destination']);
	};
	const onStompError = ({headers, body}: Frame) => {
		const isConnected = subscribing !== undefined;
		// stompjs decodes no headers before CONNECTED, or of STOMP 1.1.
		const isDecoded = client.connectedVersion === Versions.V1_2;
		const message = isDecoded ? headers['message'] : headers['message']?.replaceAll('\\c', ':');
		const objection = {receipt: headers['receipt-id'], words: `${message} ${body}`};
		const isAboutHost = !isConnected && options.namesHost && /virtual host|vhost/i.test(objection.words);
		end(
			{reason: errorText(message, body), withoutHost: isAboutHost, rejected: !isConnected && !isAboutHost},
			objection,
		);
	};
	const client = new Client({
		stompVersions: versions,
		heartbeatIncoming: beatMs,
		heartbeatOutgoing: beatMs,
		reconnectDelay: 0,
		onConnect: received(onConnect),
		onStompError: received(onStompError),
		onUnhandledMessage: received(deliver),
		onUnhandledReceipt: received(() => {
			if (!subscribing) end({reason: feedConnectionMessages.badFrame});
		}),
	});
	return {
		start: socket => {
			const guarded = guardSocket(socket, {
				opened: () => {
					watch.opened();
					connectSentAt = clock.monotonic();
					sent('CONNECT');
				},
				bodyOfNext,
				heard: watch.heard,
				isOver: () => !client.active,
				bad: reason => end({reason}),
				closed: event =>
					end(endingOf(event, options), isObjection(event) ? {words: event.reason} : undefined),
			});
			client.connectHeaders = {...hostOf(options), ...options.headers, ...options.login};
			client.webSocketFactory = () => guarded;
			client.activate();
		},
		blame: objection => subscribing?.blame(objection),
		stop: () => {
			subscribing?.stop();
			void client.deactivate({force: true});
		},
	};
}

/** Logs frames, and joins a received one, whose head stompjs has read, with its body. */
function createEnvelopes(onFrame: OnFrame | undefined) {
	let body = '';
	return {
		sent: (command: string, destination?: string) =>
			onFrame?.({command, headers: {destination}, body: ''}, true),
		bodyOfNext: (next: string) => void (body = next),
		received:
			(handle: (frame: Frame) => void) =>
			({command, headers}: IFrame) => {
				const frame = {command, headers, body};
				onFrame?.(frame, false);
				handle(frame);
			},
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
		if (leftMs <= 0) onSilent(noHeartBeat, Math.round(clock.now() - (clock.monotonic() - heardAt)));
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

function errorText(message = '', body: string): string {
	const more = body.slice(0, 1000).split('\n', 1)[0]?.trim();
	const text =
		[...new Set([message, more])].filter(Boolean).join(': ') || feedConnectionMessages.errorWithoutWords;
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

function endingOfOpening(cause: unknown): Ending {
	const {badAddress, notOpened} = feedConnectionMessages;
	if (cause instanceof NotReached) return {reason: connectionProblemText(cause.problem)};
	const isAddress = cause instanceof Error && (cause.name === 'SyntaxError' || cause instanceof TypeError);
	return isAddress ? {reason: badAddress, unusable: true} : {reason: notOpened};
}

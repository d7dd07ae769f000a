import type {IFrame} from '@stomp/stompjs';
import type {OpenSocket, SocketClosed} from '../contract/socket.ts';
import {maxServerDelayMs, type Clock} from '../lib/clock.ts';
import {guardSocket, type Guarded} from './guarded-socket.ts';
import {subscribeTo, type Blame, type Objection, type Subscribing} from './subscribe.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

/**
`refused`: another attempt would probably get the same answer. `rejected`: the broker answered CONNECT with an error. `unusable`: it certainly would. `withoutProtocol`: the
peer does not accept a STOMP subprotocol. `withoutHost`: the broker has no virtual host with its host name. `blame`: the
requested destination that caused the end.
*/
export type Ending = {
	reason: string;
	refused?: boolean;
	rejected?: boolean;
	unusable?: boolean;
	withoutHost?: boolean;
	withoutProtocol?: boolean;
	blame?: Blame | undefined;
};

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
	onLive: () => void;
	onMessage: (body: string) => void;
	/** Called once, as the last callback. */
	onEnd: (ending: Ending) => void;
};

/** Our heart-beat interval, and the one we ask of the server. (The public node agent uses the same) */
const beatMs = 10_000;
const connectingMs = 10_000;

/** Opens one connection. Returns a function that closes it silently. */
export function dial(options: DialOptions): () => void {
	const {clock, onEnd} = options;
	const watch = createWatch(clock, reason => end({reason}));
	let over = false;
	let hangUp = () => {};
	let isConnected = false;
	let subscribing: Subscribing | undefined;
	const end = (ending: Ending | undefined, objection?: Objection) => {
		if (over) return;
		over = true;
		const blame = objection && subscribing?.blame(objection);
		watch.stop();
		subscribing?.stop();
		hangUp();
		if (ending) onEnd({...ending, blame});
	};
	const connect = async () => {
		const stomp = await import('@stomp/stompjs');
		if (over) return;
		const guarded = openGuarded(options, watch, end);
		const client = new stomp.Client({
			stompVersions: new stomp.Versions([stomp.Versions.V1_2, stomp.Versions.V1_1]),
			webSocketFactory: () => guarded.socket,
			connectHeaders: {...hostOf(options), ...options.headers, ...options.login},
			// `guardSocket` sends the heart-beats.
			heartbeatIncoming: 0,
			heartbeatOutgoing: 0,
			// We reconnect ourselves: stompjs would wait for a dead peer, and has no jitter.
			reconnectDelay: 0,
			discardWebsocketOnCommFailure: true,
			// Otherwise stompjs renders every frame as text again for its log.
			logRawCommunication: true,
			onConnect: frame => {
				isConnected = true;
				watch.connected(frame, guarded.beat);
				const {waitsForGrant, onLive} = options;
				subscribing = subscribeTo(client, {...options, onGranted: waitsForGrant ? onLive : () => {}});
				if (!waitsForGrant) onLive();
			},
			onStompError: frame => {
				const {headers, body} = frame;
				const objection = {receipt: headers['receipt-id'], words: `${headers['message']} ${body}`};
				const isAboutHost = !isConnected && options.namesHost && /virtual host|vhost/i.test(objection.words);
				end(
					{reason: errorText(frame), withoutHost: isAboutHost, rejected: !isConnected && !isAboutHost},
					objection,
				);
			},
		});
		hangUp = () => {
			client.deactivate({force: true}).catch(() => {});
			guarded.drop();
		};
		if (over) hangUp();
		else client.activate();
	};
	connect().catch((cause: unknown) =>
		end(
			isAddress(cause)
				? {reason: feedConnectionMessages.badAddress, unusable: true}
				: {reason: feedConnectionMessages.notOpened},
		),
	);
	return () => end(undefined);
}

function openGuarded(
	{openSocket, url, headers, askProtocol}: DialOptions,
	watch: Watch,
	end: (ending: Ending, objection?: Objection) => void,
): Guarded {
	const protocols = askProtocol ? ['v12.stomp', 'v11.stomp'] : [];
	return guardSocket(openSocket(url, {protocols, headers}), `${beatMs},${beatMs}`, {
		heard: watch.heard,
		closed: event =>
			end(endingOf(event, askProtocol), isObjection(event) ? {words: event.reason} : undefined),
		broken: () => end({reason: feedConnectionMessages.badFrame}),
	});
}

/**
The broker closed the connection on purpose, but not because it is going away or we are too slow. RabbitMQ closes like
this for a missing queue.
*/
const isObjection = ({code}: SocketClosed) => code !== undefined && [1000, 1002, 1008, 1011].includes(code);

type Watch = {
	heard: () => void;
	connected: (frame: IFrame, beat: () => void) => void;
	stop: () => void;
};

/** Detects a connection that is never established, and a silent peer: a frozen one never closes. */
function createWatch(clock: Clock, onSilent: (reason: string) => void): Watch {
	let heardAt = clock.monotonic();
	let cancelBeat = () => {};
	let cancelCheck = clock.after(connectingMs, () =>
		onSilent(feedConnectionMessages.noAnswer(connectingMs / 1000)),
	);
	const checkAfter = (limitMs: number) => {
		const leftMs = heardAt + limitMs - clock.monotonic();
		if (leftMs <= 0) onSilent(feedConnectionMessages.noHeartBeat);
		else cancelCheck = clock.after(leftMs, () => checkAfter(limitMs));
	};
	return {
		heard: () => {
			heardAt = clock.monotonic();
		},
		connected: (frame, beat) => {
			cancelCheck();
			heardAt = clock.monotonic();
			const [theirsMs, wantedMs] = heartBeats(frame.headers['heart-beat']);
			// Ignores a promised interval that is too long to be useful.
			if (theirsMs > 0 && theirsMs <= maxServerDelayMs) checkAfter(2.5 * Math.max(beatMs, theirsMs));
			const everyMs = Math.min(maxServerDelayMs, Math.max(beatMs, wantedMs));
			const beatOn = () => {
				beat();
				cancelBeat = clock.after(everyMs, beatOn);
			};
			if (wantedMs > 0) cancelBeat = clock.after(everyMs, beatOn);
		},
		stop: () => {
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

function errorText({headers, body}: IFrame): string {
	const more = body.split('\n', 1)[0]?.trim();
	const text =
		[...new Set([headers['message'], more])].filter(Boolean).join(': ') ||
		feedConnectionMessages.errorWithoutWords;
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function endingOf({code, reason, status}: SocketClosed, askedProtocol: boolean): Ending {
	if (status === 101 && askedProtocol)
		return {reason: feedConnectionMessages.noProtocol, withoutProtocol: true};
	if (status === 401) return {reason: feedConnectionMessages.wrongCredentials, refused: true};
	if (status === 403) return {reason: feedConnectionMessages.notAllowed, refused: true};
	if (status === 404) return {reason: feedConnectionMessages.noFeed, refused: true};
	if (status !== undefined) return {reason: feedConnectionMessages.httpStatus(status)};
	if (reason) return {reason};
	if (code === 1006 || code === undefined) return {reason: feedConnectionMessages.broke};
	return {reason: feedConnectionMessages.closed(code)};
}

const isAddress = (cause: unknown) =>
	cause instanceof Error && (cause.name === 'SyntaxError' || cause instanceof TypeError);

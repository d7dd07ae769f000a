import type {ByName} from '../../lib/json/maps.ts';
import {FrameImpl, Parser} from '@stomp/stompjs';
import type {Clock} from '../../lib/time/clock.ts';
import {brokerMessages} from '../../messages/feed.ts';
import type {Account, HeaderOf} from '../access/accounts.ts';
import type {Held} from '../held.ts';
import {budgets} from '../limits.ts';
import type {OnEvent} from '../events.ts';
import type {Peer} from './peer.ts';
import {Refusal} from '../http/refusal.ts';
import type {SignIn} from '../access/sign-in.ts';
import type {BrokerFaults} from './faults.ts';
import {
	type Beats,
	createFrameHandler,
	openBeats,
	type RawFrame,
	readHeaders,
	removeSubscriptions,
} from './frames.ts';

export type Session = {
	receive: (data: string | Uint8Array) => void;
	/** Sends a message to each subscription of this session to the destination. */
	deliver: (destination: string, messageFor: MessageFor) => void;
	drop: (code: number, reason: string) => void;
	/** The application that it has signed in with. */
	applicationId: () => string | undefined;
	/** Ends the session if it has signed in, or is about to, with an application that is no longer valid. */
	revoke: (applicationId: string) => void;
	freeze: (frozen: boolean) => void;
	closed: () => void;
};

/** Returns the frame for a subscription. */
type MessageFor = (subscription: string) => string;

/** The frames that arrive while credentials are checked, and the applications that are revoked meanwhile. */
type Meanwhile = {frames: RawFrame[]; bytes: number; revoked: Set<string>};

type Options = {
	clock: Clock;
	newId: () => string;
	signIn: Omit<SignIn, 'countRequest'>;
	cutSilent: boolean;
	onEvent: OnEvent;
	onBug: (bug: unknown) => void;
	faults: BrokerFaults;
	peer: Peer;
	handshake: HeaderOf;
	held: BrokerHeld;
};

/** What the sessions of a broker hold together, by the token. */
export type BrokerHeld = {
	/** Connections that have signed in. */
	feeds: Held;
	/** Bytes of subscriptions. */
	subscriptions: Held;
	/** Returns how many bytes one connection may leave unread. */
	maxUnread: () => number;
};

/**
Time limit for the client's CONNECT. With the closing handshake, the connection ends within 10 s. Spring allows 60 s, but
then a few hundred silent clients could exhaust the port's connections.
*/
const maxConnectMs = 7000;
const {frame} = budgets;

/** What clients may send before they get CONNECTED. */
const maxEarlyBytes = 64 * 1024;
const slowConsumer = 4500;

/** Opens the session of one connection, from CONNECT to its end. */
export function openSession(options: Options): Session {
	const {clock, newId, faults, peer, onBug, held} = options;
	const subscriptions = new Map<string, string>();
	let account: Account | undefined;
	let beats: Beats | undefined;
	let stopExpiry = () => {};
	const stopWaiting = limitConnect(options, () => end(1002, brokerMessages.noConnect));

	const report = createReport(options, () => account);
	const own = {subscriptions, account: () => account, held: held.subscriptions};
	const line = openLine(options, {
		onSent: () => beats?.sent(),
		onOver: () => {
			stopWaiting();
			stopExpiry();
			beats?.stop();
			report(false);
			removeSubscriptions(own);
			if (account) held.feeds.free(account.id, 1);
		},
	});
	const {send, end, fail} = line;
	const guard = createGuard(onBug, end);
	const check = createCheck(options);
	const admit = (found: Account | string, headers: ByName<string>) => {
		if (line.isOver()) return;
		if (typeof found === 'string') return fail(found);
		if (!held.feeds.take(found.id, 1)) return fail(brokerMessages.tooManyFeeds);
		account = found;
		const agreed = negotiateHeartBeats(account, headers);
		if (typeof agreed === 'string') return fail(agreed);
		stopWaiting();
		const {expiresAt} = account;
		if (expiresAt !== undefined) stopExpiry = clock.after(expiresAt - clock.now(), revoke);
		const names = faults.introduces ? {session: newId(), server: 'rcondeck/1'} : {};
		send('CONNECTED', {version: '1.2', 'heart-beat': '10000,10000', ...names});
		report(true);
		beats = beatsFor(options, agreed, () => end(1002, brokerMessages.noHeartBeat));
	};
	const revoke = () => fail(brokerMessages.revoked);
	const handleFrame = createFrameHandler({...own, faults, line});
	const handle = (raw: RawFrame) => {
		if (line.isOver() || faults.frozen) return;
		if (check.delays(raw)) return;
		const {command} = raw;
		const headers = readHeaders(raw);
		if (command === 'CONNECT' || command === 'STOMP') {
			if (account) return fail(brokerMessages.connectedTwice);
			return void check.run(headers, admit, early => guard(() => handle(early)));
		}
		if (!account) return fail(brokerMessages.connectFirst, headers['receipt']);
		handleFrame(command, headers);
	};

	const isSlow = createSlowCheck(options);
	const receive = createReceiver({handle, guard, fail, maxBytes: () => (account ? frame.one : frame.first)});
	return {
		receive: data => {
			if (line.isOver()) return;
			beats?.heard();
			if (check.isFlooded(data.length)) return fail(brokerMessages.connectFirst);
			receive(data);
		},
		deliver: (destination, messageFor) => {
			if (account === undefined || line.isOver()) return;
			if (isSlow()) return end(slowConsumer, brokerMessages.slowConsumer);
			for (const [id, wanted] of subscriptions) if (wanted === destination) line.sendText(messageFor(id));
		},
		drop: end,
		applicationId: () => account?.id,
		revoke: applicationId => {
			if (account?.id === applicationId) revoke();
			check.revoke(applicationId);
		},
		freeze: frozen => peer.freeze?.(frozen),
		closed: line.closed,
	};
}

/** Creates the check of the credentials of CONNECT. */
function createCheck({signIn, peer, handshake, onBug}: Options) {
	let meanwhile: Meanwhile | undefined;
	const refusalOf = (frame: HeaderOf) =>
		signIn.refuse(peer.address, handshake, frame).status === 429
			? brokerMessages.tooManyAttempts
			: brokerMessages.wrongCredentials;
	return {
		/** Returns whether the frame waits for a check in progress. */
		delays: (frame: RawFrame): boolean => meanwhile !== undefined && meanwhile.frames.push(frame) > 0,
		/** Returns whether a client has sent too much for a check in progress. */
		isFlooded: (bytes: number): boolean =>
			meanwhile !== undefined && (meanwhile.bytes += bytes) > maxEarlyBytes,
		revoke: (applicationId: string) => void meanwhile?.revoked.add(applicationId),
		/** Calls `admit` with the account, or with why there is none, then `handle` with each frame that arrived meanwhile. */
		run: async (
			headers: ByName<string>,
			admit: (found: Account | string, headers: ByName<string>) => void,
			handle: (frame: RawFrame) => void,
		): Promise<void> => {
			const frame = connectHeader(headers);
			const mine: Meanwhile = {frames: [], bytes: 0, revoked: new Set()};
			meanwhile = mine;
			let found: Account | string;
			try {
				const account = (await signIn.accountOf(handshake)) ?? (await signIn.accountOf(frame));
				found = account ?? refusalOf(frame);
			} catch (error) {
				if (!(error instanceof Refusal)) onBug(error);
				found = brokerMessages.unavailable;
			}
			meanwhile = undefined;
			const isRevoked = typeof found !== 'string' && mine.revoked.has(found.id);
			admit(isRevoked ? brokerMessages.revoked : found, headers);
			for (const raw of mine.frames) handle(raw);
		},
	};
}

type Guard = (work: () => void) => void;

/** Returns a function that reports bugs instead of throwing them, and ends the connection. */
const createGuard =
	(onBug: (bug: unknown) => void, end: (code: number, reason: string) => void): Guard =>
	work => {
		try {
			work();
		} catch (bug) {
			onBug(bug);
			end(1006, '');
		}
	};

type ReceiverOptions = {
	handle: (frame: RawFrame) => void;
	guard: Guard;
	fail: (message: string) => void;
	/** The maximum size of a frame. */
	maxBytes: () => number;
};

/** Creates the reader of a client's frames, which limits their size. */
function createReceiver({handle, guard, fail, maxBytes}: ReceiverOptions) {
	let received = 0;
	const parser = new Parser(
		raw => {
			received = 0;
			// The parser would print and ignore errors.
			guard(() => handle(raw));
		},
		() => (received = 0),
	);
	return (data: string | Uint8Array) => {
		received += data.length;
		if (received > maxBytes()) return fail(brokerMessages.largeFrame);
		parser.parseChunk(typeof data === 'string' ? data : new Uint8Array(data).buffer);
	};
}

/** Calls `onLate` if no CONNECT arrives in time. Returns a function that stops waiting. */
const limitConnect = ({clock, cutSilent}: Options, onLate: () => void): (() => void) =>
	cutSilent ? clock.after(maxConnectMs, onLate) : () => {};

/** Returns a function that is true if the client has left too much data unread for too long. */
function createSlowCheck({clock, faults, peer}: Options): () => boolean {
	let since: number | undefined;
	return () => {
		if (peer.waitingBytes() < faults.maxWaitingBytes) since = undefined;
		else since ??= clock.monotonic();
		return since !== undefined && clock.monotonic() - since >= faults.maxWaitingMs;
	};
}

/** Reports when an account connects and disconnects. */
function createReport({onEvent, peer: {address}}: Options, account: () => Account | undefined) {
	let isReported = false;
	return (isOpen: boolean): void => {
		const accountId = account()?.id;
		if (accountId === undefined || isReported === isOpen) return;
		isReported = isOpen;
		onEvent({kind: 'feed', accountId, address, isOpen});
	};
}

const beatsFor = (
	{clock, cutSilent, faults, peer}: Options,
	{wantedMs, promisedMs}: HeartBeatIntervals,
	silent: () => void,
): Beats =>
	openBeats({
		clock,
		outEveryMs: wantedMs,
		inEveryMs: cutSilent ? promisedMs : 0,
		beat: () => {
			if (!faults.frozen && !faults.beatless) peer.send('\n');
		},
		silent,
	});

type LineEvents = {onSent: () => void; onOver: () => void};

/** Opens the output of frames to one client, until either side ends it. */
function openLine({peer, faults, held}: Options, {onSent, onOver}: LineEvents) {
	let isOver = false;
	const closed = () => {
		if (isOver) return;
		isOver = true;
		onOver();
	};
	const end = (code: number, reason: string) => {
		if (isOver) return;
		closed();
		peer.close(code, shortenReason(reason));
	};
	const sendText = (text: string) => {
		if (isOver || faults.frozen) return;
		if (peer.waitingBytes() > held.maxUnread()) return end(slowConsumer, brokerMessages.slowConsumer);
		peer.send(text);
		onSent();
	};
	const send = (command: string, headers: ByName<string>) => sendText(textOf(command, headers));
	/** The text is in the `message` header, without a body, as in the hosted service's most likely broker. */
	const fail = (message: string, receipt?: string) => {
		send('ERROR', {message, ...(receipt !== undefined && {'receipt-id': receipt})});
		end(1002, message);
	};
	const leave = (receipt: string | undefined) => {
		if (receipt !== undefined) send('RECEIPT', {'receipt-id': receipt});
		end(1000, '');
	};
	return {send, sendText, end, fail, leave, closed, isOver: () => isOver};
}

/** Returns the heart-beats that CONNECT requests, or what is wrong with the frame. */
function negotiateHeartBeats(account: Account, headers: ByName<string>): HeartBeatIntervals | string {
	if (account.teamId === undefined) return 'TEAM_NOT_FOUND';
	if (!/(^|,)1\.2(,|$)/.test(headers['accept-version'] ?? '')) return brokerMessages.wrongVersion;
	const intervals = readIntervals(headers['heart-beat'] ?? '0,0');
	return intervals ?? brokerMessages.invalidHeartBeat;
}

type HeartBeatIntervals = {promisedMs: number; wantedMs: number};

/** Reads the intervals of both sides: 0 for none, otherwise at least that of CONNECTED. (STOMP 1.2: Heart-beating) */
function readIntervals(header: string): HeartBeatIntervals | undefined {
	const [, promised, wanted] = /^\s*(\d+)\s*,\s*(\d+)\s*$/.exec(header) ?? [];
	if (promised === undefined || wanted === undefined) return undefined;
	return {promisedMs: interval(Number(promised)), wantedMs: interval(Number(wanted))};
}

const interval = (ms: number) => (ms === 0 ? 0 : Math.max(ms, 10_000));

/** Shortens the reason of a close frame to the limit of 123 bytes. (RFC 6455, 5.5) */
function shortenReason(reason: string): string {
	const bytes = new Uint8Array(123);
	const {read} = new TextEncoder().encodeInto(reason, bytes);
	return reason.slice(0, read);
}

function textOf(command: string, headers: ByName<string>, body = ''): string {
	const text = FrameImpl.marshall({command, headers, body, escapeHeaderValues: command !== 'CONNECTED'});
	return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

/** A client may subscribe under many names, each of which needs a text. */
const maxTexts = 16;

/** Creates a message for any number of clients, which usually have the same names for their subscriptions. */
export function messageTo(destination: string, messageId: string, body: string): MessageFor {
	const texts = new Map<string, string>();
	return subscription => {
		const headers = {
			destination,
			'content-type': 'application/json',
			subscription,
			'message-id': messageId,
		};
		const text = texts.get(subscription) ?? textOf('MESSAGE', headers, body);
		if (texts.size < maxTexts) texts.set(subscription, text);
		return text;
	};
}

/** Returns the credentials in a CONNECT frame: under their REST names, or as login (the id) and passcode. */
function connectHeader(headers: ByName<string>): HeaderOf {
	const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	const {login, passcode} = headers;
	if (
		passcode !== undefined &&
		![...byName.keys()].some(name => /^(application-|authorization$)/.test(name))
	) {
		if (!login) byName.set('application-token', passcode);
		else byName.set('application-id', login).set('application-secret', passcode);
	}
	return name => byName.get(name);
}

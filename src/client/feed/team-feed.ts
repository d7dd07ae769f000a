import type {
	FeedEvent,
	FeedSignal,
	FeedStatus,
	RefusedDestination,
	TeamFeed,
} from '../../contract/packets.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {credentialHeaders, type Credentials} from '../../contract/credentials.ts';
import type {OpenSocket} from '../../contract/socket.ts';
import {backoffMs, delayAfterRefusal, readRetryAfter} from '../../lib/time/retry-delay.ts';
import type {Secret} from '../../lib/secrets/secret.ts';
import {decodePacket} from './decode.ts';
import {dial, type Ending, type OnFrame} from './dial.ts';
import {createRefusals} from './subscribe.ts';
import {openSockets} from './socket.ts';
import {feedConnectionMessages} from '../../messages/feed.ts';

export type Outbox = {
	status: (status: FeedStatus) => void;
	events: (events: readonly FeedEvent[]) => void;
	/** Drops pending signals and accepts no more. */
	close: () => void;
};

/**
Delivers signals in order, after the socket has finished its event: packets that arrive together are one batch, and an
error of the listener is not mistaken for a bad frame.
*/
export function createOutbox(clock: Clock, on: (signal: FeedSignal) => void): Outbox {
	let waiting: FeedSignal[] = [];
	let closed = false;
	const flush = () => {
		const signals = waiting;
		waiting = [];
		for (const signal of signals) if (!closed) on(signal);
	};
	const add = (signal: FeedSignal) => {
		if (closed) return;
		if (waiting.length === 0) setImmediate(flush);
		waiting.push(signal);
	};
	return {
		status: status => add({type: 'status', at: clock.now(), status}),
		events: events => {
			const last = waiting.at(-1);
			if (last?.type === 'events') pushAll(last.events, events);
			else if (events.length > 0) add({type: 'events', at: clock.now(), events: [...events]});
		},
		close: () => {
			closed = true;
		},
	};
}

export type TeamFeedOptions = {
	url: string;
	/** `{teamId}` is replaced with the team's id. */
	destinations: readonly string[];
	credentials: Credentials | undefined;
	/** For brokers that require them in CONNECT. */
	login?: string | undefined;
	passcode?: Secret | undefined;
	/** Reads the credentials and the passcode again after a refusal; resolves with whether they have changed. */
	renew?: (() => Promise<boolean>) | undefined;
	/** Replaces the network: the local service in this process. */
	openSocket?: OpenSocket | undefined;
	clock: Clock;
	/** Between 0 and 1. */
	random: () => number;
	teamId: string;
	/** For a log. */
	onFrame?: OnFrame | undefined;
	on: (signal: FeedSignal) => void;
};

const [firstDelayMs, maxDelayMs] = [1000, 30_000];
/** The delay before reconnecting without a refused destination, or with other credentials. */
const withoutRefusedMs = 200;
/** A connection that ends earlier does not count as a recovery. */
const minLiveMs = 10_000;

/**
Follows the team over STOMP until closed; reconnects with an increasing, jittered delay. Never throws: problems
are reported as a status. (Specification: Events; address and destinations are configuration)
*/
export function openTeamFeed(options: TeamFeedOptions): TeamFeed {
	const {clock, openSocket = openSockets()} = options;
	const outbox = createOutbox(clock, options.on);
	const recovery = createRecovery(options, outbox);
	const refusals = createRefusals(destinationsOf(options));
	let askProtocol = true;
	let namesHost = true;
	let hangUp = () => {};
	let cancelTimer = () => {};
	/** The address of the attempt in progress. */
	let connectingTo: string | undefined;
	/** The number of attempts; a later one supersedes what an earlier one still waits for. */
	let attempts = 0;

	const connect = () => {
		attempts++;
		const plan = {...dialFields(options), ...refusals.plan(), askProtocol, namesHost, openSocket};
		connectingTo = plan.url;
		hangUp = dial({...plan, ...handlers});
	};
	const connectIn = (delayMs: number) => {
		cancelTimer();
		cancelTimer = clock.after(delayMs, connect);
	};
	/** Reconnects sooner if the refused credentials have changed where they are stored. */
	const renew = () => {
		const attempt = attempts;
		void options.renew?.().then(isNew => {
			if (isNew && attempt === attempts) connectIn(withoutRefusedMs);
		});
	};
	const handlers = {
		onSlow: recovery.slow,
		onLive: () => {
			connectingTo = undefined;
			recovery.live(refusals.list());
		},
		onMessage: (body: string, destination: string | undefined) =>
			outbox.events(decodePacket(body, destination)),
		onEnd: (ending: Ending) => {
			const {reason, refused, withoutProtocol, blame} = ending;
			connectingTo = undefined;
			askProtocol &&= !withoutProtocol;
			namesHost &&= !ending.withoutHost;
			if (withoutProtocol || ending.withoutHost) connect();
			else if (ending.unusable) outbox.status({status: 'off', reason});
			else if (refused) connectIn(recovery.refused(reason));
			else if (blame && refusals.learn(blame, reason)) {
				recovery.lost(reason);
				connectIn(withoutRefusedMs);
			} else {
				const isNoneLeft = refusals.forgive();
				connectIn(recovery.down(isNoneLeft ? {reason: feedConnectionMessages.noneGranted(reason)} : ending));
			}
			if (refused || ending.rejected) renew();
		},
	};

	recovery.begin();
	connect();
	return {
		redial: () => {
			// Otherwise an impatient user would interrupt every attempt on a slow network.
			if (connectingTo === options.url) return;
			cancelTimer();
			hangUp();
			refusals.forgive();
			recovery.begin();
			connect();
		},
		close: () => {
			attempts++;
			outbox.close();
			cancelTimer();
			hangUp();
		},
	};
}

/** Reports the connection's state as statuses. Failures return the delay before the next attempt, ms. */
function createRecovery(
	{clock, random}: Pick<TeamFeedOptions, 'clock' | 'random'>,
	outbox: ReturnType<typeof createOutbox>,
) {
	let failures = 0;
	let wasLive = false;
	let liveSince: number | undefined;
	let refusedInRow = 0;
	return {
		/** The first connection, or a manual reconnect. */
		begin: () => {
			failures = 0;
			refusedInRow = 0;
			liveSince = undefined;
			outbox.status(
				wasLive
					? {status: 'lost', reason: feedConnectionMessages.reconnecting}
					: {status: 'connecting', attempt: 1},
			);
		},
		/** The attempt continues, but the user should not wait for it. */
		slow: (reason: string) =>
			outbox.status(
				wasLive ? {status: 'lost', reason} : {status: 'connecting', attempt: failures + 1, reason},
			),
		live: (refused: readonly RefusedDestination[]) => {
			wasLive = true;
			liveSince = clock.monotonic();
			refusedInRow = 0;
			outbox.status({status: 'live', ...(refused.length > 0 && {refused})});
		},
		/** Reconnects immediately, without the refused destination. */
		lost: (reason: string) => {
			if (liveSince !== undefined) outbox.status({status: 'lost', reason});
			liveSince = undefined;
		},
		/** Retries, because a gateway may have caused it. */
		refused: (reason: string): number => {
			const delayMs = delayAfterRefusal(refusedInRow++) * (0.8 + 0.2 * random());
			liveSince = undefined;
			outbox.status({status: wasLive ? 'lost' : 'off', reason, retryAt: clock.now() + delayMs});
			return delayMs;
		},
		down: ({reason, heardAt, retryAfter}: Ending): number => {
			if (liveSince !== undefined && clock.monotonic() - liveSince >= minLiveMs) failures = 0;
			liveSince = undefined;
			const ownMs = backoffMs(firstDelayMs, maxDelayMs, failures) * (0.5 + random() / 2);
			const delayMs = Math.max(ownMs, readRetryAfter(retryAfter, clock.now()) ?? 0);
			failures++;
			const retryAt = clock.now() + delayMs;
			outbox.status(
				wasLive
					? {status: 'lost', reason, retryAt, ...(heardAt !== undefined && {since: heardAt})}
					: {status: 'connecting', attempt: failures + 1, reason, retryAt},
			);
			return delayMs;
		},
	};
}

/** The destinations of the team, without duplicates. */
function destinationsOf({destinations, teamId}: TeamFeedOptions): string[] {
	// A destination must fit in one header line of a frame.
	const team = teamId.replace(/[\0-\x1f]/g, '');
	return [...new Set(destinations.map(text => text.replaceAll('{teamId}', team)))];
}

function dialFields({url, credentials, login, passcode, clock, onFrame}: TeamFeedOptions) {
	return {
		url,
		clock,
		onFrame,
		headers: credentialHeaders(credentials),
		login: {...(login !== undefined && {login}), ...(passcode && {passcode: passcode.reveal()})},
	};
}

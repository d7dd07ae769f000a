import type {FeedStatus, RefusedDestination} from '../../../contract/packets.ts';
import {feedMessages} from '../../../messages/feed.ts';
import type {Slice} from './slice.ts';

/**
A stretch without feed. `to` is undefined while it lasts, `filled` counts the entries that polls brought for it, and
`closed` is true once a poll after its end was read. `reason`: why the feed was lost.
*/
export type Gap = {from: number; to: number | undefined; filled: number; closed: boolean; reason?: string};

/**
Whether a connected feed delivers. The service broadcasts every answer to the team, including answers we wait for
(Specification: Events). An answer that the feed does not bring within two polls counts as missed.
*/
export type FeedProof = {
	/**
	Our awaited commands that the feed has not brought, oldest first. `polls` counts polls since the answer, and is
	undefined before it.
	*/
	awaited: readonly Awaited[];
	/** Consecutive answers that the feed did not bring. */
	missed: number;
};
export type Awaited = {localId: string; serverId: string; command: string; polls: number | undefined};

export const initialProof: FeedProof = {awaited: [], missed: 0};

/** This many consecutive misses are not an accident. */
const minMissed = 2;
export const isDoubted = ({missed}: FeedProof): boolean => missed >= minMissed;

export type FeedState = {
	/** undefined before the feed first reports its status. */
	status: FeedStatus | undefined;
	/** When the feed reconnects, by `clock.monotonic`. */
	retryTick: number | undefined;
	since: number;
	/** When the feed last delivered anything, epoch ms. */
	lastAt: number | undefined;
	gaps: readonly Gap[];
	/** The number of unreadable packets. */
	unreadable: number;
	proof: FeedProof;
};

export type FeedStateEvent =
	| {type: 'feed/changed'; at: number; status: FeedStatus; retryTick?: number}
	| {type: 'feed/received'; at: number; unreadable: number}
	| {type: 'feed/filled'; count: number}
	| {type: 'feed/gapClosed'};

const maxGaps = 100;

export const feedSlice: Slice<FeedState, FeedStateEvent> = {
	initial: {
		status: undefined,
		retryTick: undefined,
		since: 0,
		lastAt: undefined,
		gaps: [],
		unreadable: 0,
		proof: initialProof,
	},
	reduce: reduceFeed,
};

function reduceFeed(state: FeedState, event: FeedStateEvent): FeedState {
	switch (event.type) {
		case 'feed/changed':
			return {
				...state,
				status: event.status,
				retryTick: event.retryTick,
				since: event.at,
				gaps: gapsAfter(state, event),
			};
		case 'feed/received':
			return {...state, lastAt: event.at, unreadable: state.unreadable + event.unreadable};
		case 'feed/filled':
			return changeLast(state, gap => ({...gap, filled: gap.filled + event.count}));
		case 'feed/gapClosed':
			// Also those before the last one: a feed may be lost again before a poll.
			return {...state, gaps: state.gaps.map(gap => (gap.to === undefined ? gap : {...gap, closed: true}))};
	}
}

function changeLast(state: FeedState, to: (gap: Gap) => Gap): FeedState {
	const last = state.gaps.at(-1);
	return last ? {...state, gaps: [...state.gaps.slice(0, -1), to(last)]} : state;
}

/** Opens a gap when a live feed is lost, and ends it when the feed is live again. */
function gapsAfter(state: FeedState, event: {at: number; status: FeedStatus}): readonly Gap[] {
	const open = state.gaps.at(-1);
	const isOpen = open !== undefined && open.to === undefined;
	if (event.status.status === 'live') {
		return isOpen ? [...state.gaps.slice(0, -1), {...open, to: event.at}] : state.gaps;
	}
	if (state.status?.status !== 'live' || isOpen) return state.gaps;
	const {since = event.at, reason}: {since?: number; reason?: string} = event.status;
	return [
		...state.gaps,
		{
			from: Math.min(event.at, since),
			to: undefined,
			filled: 0,
			closed: false,
			...(reason !== undefined && {reason}),
		},
	].slice(-maxGaps);
}

/** The shortest wait worth showing; a shorter one ends before anyone reads it. */
export const longWaitMs = 30_000;

/** Returns the feed's label in the header. `LIVE?` is connected, but not proven to deliver. */
export function feedWord(state: FeedState): 'LIVE' | 'LIVE?' | 'POLL' | 'LOST' | '…' {
	switch (state.status?.status) {
		case 'live':
			return isDoubted(state.proof) ? 'LIVE?' : 'LIVE';
		case 'lost':
			return 'LOST';
		case 'off':
			return 'POLL';
		case 'connecting':
			// The first attempt shows as in progress. Once it is slow or has failed, polling brings the answers.
			return state.status.reason === undefined ? '…' : 'POLL';
		case undefined:
			return '…';
	}
}

/** Returns why a connected feed is in doubt; undefined if it is not. */
export const feedDoubt = (feed: FeedState): string | undefined =>
	feedWord(feed) === 'LIVE?' ? feedMessages.notDelivering(feed.proof.missed) : undefined;

/** Returns the destinations that the broker refuses while the others are received. */
export const refusedDestinations = ({status}: FeedState): readonly RefusedDestination[] =>
	(status?.status === 'live' ? status.refused : undefined) ?? [];

/** Whether the feed is proven to deliver everything that it should. */
export const receivesAll = (feed: FeedState): boolean =>
	feedWord(feed) === 'LIVE' && refusedDestinations(feed).length === 0;

/** The shortest time between requests for a refused destination: each briefly interrupts the others. */
const askAgainMs = 30_000;

/** Whether a manual reconnect can help: not while everything is received. */
export const isWorthRedialing = (feed: FeedState, now: number): boolean =>
	feedWord(feed) !== 'LIVE' || (refusedDestinations(feed).length > 0 && now - feed.since >= askAgainMs);

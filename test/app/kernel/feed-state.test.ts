import {expect, test} from 'vitest';
import type {FeedStatus} from '../../../src/contract/packets.ts';
import {type FeedStateEvent, feedWord, feedSlice} from '../../../src/app/kernel/state/feed-state.ts';

const turns = (at: number, status: FeedStatus): FeedStateEvent => ({type: 'feed/changed', at, status});
const after = (...events: FeedStateEvent[]) => events.reduce(feedSlice.reduce, feedSlice.initial);
const lost: FeedStatus = {status: 'lost', reason: 'gone'};

test('a gap lasts from the loss of a live feed until it is live again', () => {
	const away = after(turns(1, {status: 'live'}), turns(5, lost), turns(6, lost));
	expect(away.gaps).toEqual([{from: 5, to: undefined, filled: 0, closed: false, reason: 'gone'}]);
	const back = [
		turns(9, {status: 'live'}),
		{type: 'feed/filled', count: 3},
		{type: 'feed/gapClosed'},
	] as const;
	expect(back.reduce(feedSlice.reduce, away).gaps).toEqual([
		{from: 5, to: 9, filled: 3, closed: true, reason: 'gone'},
	]);
});

test('a poll closes each gap that has ended', () => {
	const live: FeedStatus = {status: 'live'};
	const state = after(turns(1, live), turns(5, lost), turns(6, live), turns(7, lost), turns(8, live));
	const polled = feedSlice.reduce(feedSlice.reduce(state, turns(9, lost)), {type: 'feed/gapClosed'});
	expect(polled.gaps.map(({closed}) => closed)).toEqual([true, true, false]);
});

test('a feed that was never live leaves no gap', () => {
	expect(
		after(turns(1, {status: 'connecting', attempt: 1}), turns(5, {status: 'off', reason: 'refused'})).gaps,
	).toEqual([]);
});

test.each<[FeedStatus, string]>([
	[{status: 'live'}, 'LIVE'],
	[lost, 'LOST'],
	[{status: 'off', reason: 'refused'}, 'POLL'],
	[{status: 'connecting', attempt: 1}, '…'],
	[{status: 'connecting', attempt: 1, reason: 'no answer within 5s'}, 'POLL'],
	[{status: 'connecting', attempt: 2, reason: 'closed'}, 'POLL'],
])('%j is shown as feed %s', (status, word) => {
	expect(feedWord(after(turns(1, status)))).toBe(word);
});

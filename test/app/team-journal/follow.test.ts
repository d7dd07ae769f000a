import {expect, test} from 'vitest';
// Loaded before the test: its clock does not wait for files.
import '../../../src/app/team-journal/read-team-journal.ts';
import {followTeamJournal} from '../../../src/app/team-journal/follow.ts';
import type {FeedStatus} from '../../../src/contract/packets.ts';
import {JournalEntries} from '../../../src/contract/models/journal-entry.ts';
import {aTeam, polled} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

test('the journal is read often without the feed, at once when the feed changes, and rarely while it is live', async () => {
	let reads = 0;
	const services = fakeServices({
		api: {
			readJournal: async () => {
				reads++;
				return JournalEntries.parse({entries: [], newest: 0});
			},
		},
	});
	const {store, clock} = services;
	const readsIn = async (ms: number) => {
		reads = 0;
		await clock.advance(ms);
		return reads;
	};
	const feed = (status: FeedStatus) => store.dispatch({type: 'feed/changed', at: clock.now(), status});
	const stop = followTeamJournal(services);
	store.dispatch({type: 'access/granted', team: aTeam()});
	store.dispatch(polled([], clock.now()));
	expect(await readsIn(1000)).toBe(1);
	expect(await readsIn(60_000)).toBe(2);
	feed({status: 'live'});
	expect(await readsIn(1000)).toBe(1);
	expect(await readsIn(10 * 60_000)).toBe(2);
	feed({status: 'lost', reason: 'gone'});
	expect(await readsIn(1000)).toBe(1);
	expect(await readsIn(60_000)).toBe(2);
	stop();
	expect(await readsIn(60_000)).toBe(0);
});

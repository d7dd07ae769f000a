import {expect, test} from 'vitest';
import type {FeedEvent, FeedSignal} from '../../../src/contract/packets.ts';
import {createOutbox} from '../../../src/client/feed/team-feed.ts';
import {manyOf} from '../../helpers/long-records.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

test('delivers messages with 150,000 events that arrive together as one batch', async () => {
	const signal = Promise.withResolvers<FeedSignal>();
	const outbox = createOutbox(manualClock(), signal.resolve);
	const events = manyOf((): FeedEvent => ({kind: 'state', serverId: 'a', state: 'ONLINE'}));
	outbox.events(events);
	outbox.events(events);
	expect(await signal.promise).toMatchObject({type: 'events', events: {length: 300_000}});
});

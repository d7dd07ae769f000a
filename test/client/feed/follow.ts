import {expect, onTestFinished} from 'vitest';
import type {FeedSignal, FeedStatus} from '../../../src/contract/packets.ts';
import {openTeamFeed, type TeamFeedOptions} from '../../../src/client/feed/team-feed.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** Follows a feed during one test and records all its events. */
export function follow(url: string, more: Partial<TeamFeedOptions> = {}) {
	const signals: FeedSignal[] = [];
	const feed = openTeamFeed({
		url,
		destinations: ['/topic/team/{teamId}'],
		credentials: {kind: 'token', token: new Secret('t0p')},
		clock: systemClock,
		random: () => 0,
		teamId: 'team-1',
		on: signal => signals.push(signal),
		...more,
	});
	onTestFinished(feed.close);
	const statuses = (): FeedStatus[] =>
		signals.flatMap(signal => (signal.type === 'status' ? signal.status : []));
	return {
		feed,
		signals,
		statuses,
		events: () => signals.flatMap(signal => (signal.type === 'events' ? signal.events : [])),
		is: (status: FeedStatus['status']) => waitFor(() => expect(statuses().at(-1)?.status).toBe(status)),
	};
}

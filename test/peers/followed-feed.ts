import {connect} from '../../src/cli/start/connect.ts';
import {loadConfig} from '../../src/config/load.ts';
import type {FeedEvent, FeedStatus, TeamFeed} from '../../src/contract/packets.ts';
import {systemClock} from '../../src/lib/time/clock.ts';

export type FollowedFeed = {
	feed: TeamFeed;
	/** Received events. */
	events: FeedEvent[];
	/** Statuses with their times on `performance.now()`. */
	statuses: {status: FeedStatus; at: number}[];
	/** Resolves with the current status if it is of this kind, otherwise with the next one. */
	becomes: (status: FeedStatus['status'], limitMs?: number) => Promise<{status: FeedStatus; at: number}>;
	/** Resolves once there are this many events. */
	has: (count: number, limitMs?: number) => Promise<void>;
};

/**
Follows a feed as the program does, from environment and configuration to the connection. Only the configuration is
given.
*/
export function followFeed(env: Record<string, string>, teamId: string): FollowedFeed {
	const config = loadConfig({flags: {}, env});
	const onBug = (bug: unknown) => {
		throw bug;
	};
	const {openFeed} = connect(config, {
		clock: systemClock,
		random: Math.random,
		onBug,
		env,
		runner: 'command',
		say: () => {},
	});
	if (!openFeed) throw new Error('The configuration has no feed.');
	const events: FeedEvent[] = [];
	const statuses: FollowedFeed['statuses'] = [];
	let heard = () => {};
	const feed = openFeed(teamId, signal => {
		if (signal.type === 'events') events.push(...signal.events);
		else statuses.push({status: signal.status, at: performance.now()});
		heard();
	});
	const wait = <Found>(look: () => Found | undefined, what: string, limitMs: number) =>
		new Promise<Found>((resolve, reject) => {
			const timer = setTimeout(
				() => reject(new Error(`${what} did not happen within ${limitMs / 1000} s.`)),
				limitMs,
			);
			heard = () => {
				const found = look();
				if (found === undefined) return;
				clearTimeout(timer);
				heard = () => {};
				resolve(found);
			};
			heard();
		});
	return {
		feed,
		events,
		statuses,
		becomes: (wanted, limitMs = 40_000) =>
			wait(
				() => {
					const last = statuses.at(-1);
					return last?.status.status === wanted ? last : undefined;
				},
				`the feed becomes ${wanted}`,
				limitMs,
			),
		has: async (count, limitMs = 60_000) => {
			await wait(() => (events.length >= count ? true : undefined), `${count} events`, limitMs);
		},
	};
}

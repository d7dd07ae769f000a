import {expect, test} from 'vitest';
import type {ServerCommand} from '../../../../src/contract/models/server.ts';
import {pollFleet} from '../../../../src/app/servers/read-fleet.ts';
import {followFeed} from '../../../../src/app/console/record/follow-feed.ts';
import {aServer, aTeam, linesIn} from '../../../helpers/builders.ts';
import {fakeFeed, fakeServices} from '../../../helpers/fake-services.ts';
import {seeded} from './seeded.ts';

/**
 * Simulates a feed that disconnects repeatedly, over several servers; returns the expected and the actual
 * counts of each gap.
 */
async function live(seed: number) {
	const chance = seeded(seed);
	const stored: Record<string, ServerCommand[]> = {a: [], b: [], c: []};
	const feed = fakeFeed();
	const services = fakeServices({
		openFeed: feed.openFeed,
		api: {
			myTeam: async () => aTeam(),
			listServers: async () => ({
				items: Object.entries(stored).map(([id, commands]) => aServer({id, commands: [...commands]})),
				unreadable: [],
			}),
		},
	});
	const {clock, store} = services;
	const never = new AbortController().signal;
	followFeed(services, 'team-1');
	const turn = (status: 'live' | 'lost') =>
		feed.say({
			type: 'status',
			at: clock.now(),
			status: status === 'live' ? {status} : {status, reason: 'gone'},
		});
	turn('live');
	await pollFleet(services, never);
	let isLive = true;
	const expected: number[] = [];
	for (let step = chance.between(10, 60); step > 0; step--) {
		await clock.advance(chance.between(40, 3000));
		if (chance.percent(50)) {
			const serverId = chance.pick(['a', 'b', 'c']);
			const commandId = chance.percent(50) ? `id-${step}` : undefined;
			const command = {
				command: chance.pick(['save', 'status']),
				response: 'ok',
				commandId,
				timestamp: clock.now(),
			};
			stored[serverId]?.push(command);
			if (isLive) {
				feed.say({type: 'events', at: clock.now(), events: [{kind: 'rcon', packet: {serverId, command}}]});
				await clock.advance(40);
			} else expected[expected.length - 1] = (expected.at(-1) ?? 0) + 1;
		} else if (chance.percent(40)) {
			isLive = !isLive;
			turn(isLive ? 'live' : 'lost');
			if (isLive) await pollFleet(services, never);
			else expected.push(0);
		} else await pollFleet(services, never);
	}
	if (!isLive) turn('live');
	await pollFleet(services, never);
	return {expected, stored, state: store.getState()};
}

test('each gap counts the entries that polls recovered, and none is missing or duplicated', async () => {
	for (let seed = 1; seed <= 150; seed++) {
		const {expected, stored, state} = await live(seed);
		const timestamps = Object.keys(stored).map(serverId =>
			linesIn(state, serverId).flatMap(line => (line.kind === 'command' ? line.timestamp : [])),
		);
		// The comparison includes the seed, so that a failure names it.
		expect({
			seed,
			filled: state.feed.gaps.map(({filled}) => filled),
			closed: state.feed.gaps.every(({closed}) => closed),
			told: timestamps,
		}).toEqual({
			seed,
			filled: expected,
			closed: true,
			told: Object.values(stored).map(commands => commands.map(({timestamp}) => timestamp)),
		});
	}
});

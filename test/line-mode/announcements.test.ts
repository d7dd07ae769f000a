import {describe, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {failureOf} from '../../src/app/kernel/state/failure.ts';
import {aFailure} from '../helpers/builders.ts';
import {aNodeChange} from '../helpers/activities.ts';
import {command, fleet, openAnnouncements} from './open-announcements.ts';

describe('an event is one line with words before symbols', () => {
	test('when a server goes down and comes back', async () => {
		const stream = await openAnnouncements();
		stream.polled(fleet('OFFLINE'));
		expect(await stream.said()).toEqual(['DOWN name-a, OFFLINE']);
		stream.polled(fleet('STOPPING'));
		stream.polled(fleet());
		expect(await stream.said()).toContain('UP name-a, ONLINE');
	});

	test('once when a server starts a transition, and again when it finishes', async () => {
		const stream = await openAnnouncements();
		for (const state of ['STOPPING', 'RESTARTING', 'INITIALIZING', 'ONLINE']) {
			stream.polled(fleet(state));
			await stream.pass(50);
		}
		const matching = (await stream.said()).filter(row => row.includes('name-a'));
		expect(matching).toEqual(['BUSY name-a, STOPPING', 'UP name-a, ONLINE']);
	});

	test('when the list cannot be read, and when it can again', async () => {
		const stream = await openAnnouncements();
		const failure = failureOf(new ApiError('Nobody answers.', {reason: 'unreachable', request: 'GET /x'}));
		stream.services.store.dispatch({type: 'fleet/pollFailed', at: stream.services.clock.now(), failure});
		expect(await stream.said()).toEqual([
			expect.stringMatching(/^LIST lost at .*, states are outdated\. Nobody answers\.$/),
		]);
		stream.polled(fleet());
		expect(await stream.said()).toContain('LIST updates again');
	});

	test('once when the list is rate-limited, with the time of the retry', async () => {
		const stream = await openAnnouncements();
		const {store, clock} = stream.services;
		const failure = aFailure({status: 429, title: 'Slow down.', key: undefined, hint: undefined});
		const failed = (delayMs: number) => {
			store.dispatch({type: 'fleet/pollFailed', at: clock.now(), failure});
			store.dispatch({type: 'fleet/retryPlanned', retryAt: clock.monotonic() + delayMs, delayMs});
		};
		failed(20_000);
		expect((await stream.said()).join('\n')).not.toContain('LIST retries');
		failed(900_000);
		await stream.pass(50);
		failed(900_000);
		const matching = (await stream.said()).filter(row => row.includes('LIST retries'));
		expect(matching).toEqual(['LIST retries in 15 minutes; :refresh retries now']);
	});

	test('when a node goes away and comes back, with the words of the timeline', async () => {
		const stream = await openAnnouncements();
		const {store} = stream.services;
		const changed = (id: string, change: {from: string; to: string; awayMs?: number}) =>
			store.dispatch({
				type: 'timeline/actionAdded',
				action: {id, at: 1, activity: aNodeChange(change)},
			});
		changed('1', {from: 'ONLINE', to: 'OFFLINE'});
		changed('2', {from: 'OFFLINE', to: 'ONLINE', awayMs: 90_000});
		expect((await stream.said()).filter(row => row.includes('eu-1'))).toEqual([
			'NODE eu-1 OFFLINE (5 servers, 34 players)',
			'NODE eu-1 back ONLINE after 1m 30s',
		]);
	});

	test('when the feed is rejected, with the time of the retry', async () => {
		const stream = await openAnnouncements();
		const {store, clock} = stream.services;
		const status = {status: 'off', reason: 'no feed (404)', retryAt: clock.now() + 120_000} as const;
		store.dispatch({type: 'feed/changed', at: clock.now(), status, retryTick: clock.monotonic() + 120_000});
		expect(await stream.said()).toEqual([
			expect.stringMatching(
				/^feed POLL, answers arrive with each poll \(no feed \(404\)\), reconnecting at \d\d:\d\d:\d\d$/,
			),
		]);
	});

	test('when the feed is lost and comes back, with the number of recovered entries', async () => {
		const stream = await openAnnouncements();
		const {store, clock} = stream.services;
		const changed = (status: 'live' | 'lost') =>
			store.dispatch({
				type: 'feed/changed',
				at: clock.now(),
				status: status === 'live' ? {status} : {status, reason: 'it broke', attempt: 1},
			} as Parameters<typeof store.dispatch>[0]);
		changed('live');
		await stream.said();
		changed('lost');
		expect(await stream.said()).toEqual([
			'feed LIVE',
			expect.stringMatching(/^feed LOST at \d\d:\d\d:\d\d, answers arrive with each poll \(it broke\)$/),
		]);
		store.dispatch({type: 'fleet/pollFailed', at: clock.now(), failure: aFailure()});
		changed('live');
		await stream.said();
		changed('lost');
		expect(await stream.said()).toContainEqual(
			expect.stringMatching(
				/^feed LOST at .*, polling also fails: nothing since \d\d:\d\d:\d\d \(it broke\)$/,
			),
		);
		changed('live');
		store.dispatch({type: 'feed/filled', count: 2});
		store.dispatch({type: 'feed/gapClosed'});
		expect(await stream.said()).toContainEqual(
			expect.stringMatching(/^gap from .* without feed, 2 answers back-filled$/),
		);
	});

	test('when a command times out and its answer arrives late', async () => {
		const stream = await openAnnouncements(':use name-a');
		const {store, clock} = stream.services;
		store.dispatch({
			type: 'rcon/sent',
			serverId: 'a',
			localId: 'x',
			command: 'SaveWorld',
			at: clock.now(),
			timeoutMs: 5000,
		});
		const error = new ApiError('no', {
			reason: 'refused',
			request: 'POST /server/{serverId}/rcon',
			status: 408,
			key: 'server.rcon_timeout',
		});
		store.dispatch({type: 'rcon/failed', serverId: 'a', localId: 'x', failure: failureOf(error)});
		expect((await stream.said()).at(-1)).toMatch(
			/^TIMEOUT name-a, SaveWorld, no answer after 5 seconds, may have run\. .*\[server\.rcon_timeout\]/,
		);
		stream.receive('a', command('SaveWorld', {timestamp: clock.now()}));
		expect((await stream.said()).at(-1)).toMatch(
			/^late answer name-a, SaveWorld, .*matched by its text: fine$/,
		);
	});
});

describe('activity of other users is announced', () => {
	const both = (stream: Awaited<ReturnType<typeof openAnnouncements>>) => {
		stream.receive('a', command('status a'));
		stream.receive('b', command('status b'));
		stream.polled(fleet('OFFLINE'));
	};
	const [a, b, down] = [
		'OTHER name-a, status a: fine',
		'OTHER name-b, status b: fine',
		'DOWN name-a, OFFLINE',
	];

	test.each([
		['of the current server', ':feed on', [down, a]],
		['of every server with :feed all', ':feed all', [down, a, b]],
		['not with :feed mine', ':feed mine', [down]],
		['not at all with :feed off', ':feed off', []],
	])('%s', async (_, mode, expected) => {
		const stream = await openAnnouncements(':use name-a', mode);
		both(stream);
		expect((await stream.said()).filter(row => /OTHER|DOWN/.test(row))).toEqual(expected);
	});

	test('up to a limit per interval; the rest is counted', async () => {
		const stream = await openAnnouncements(':use name-a');
		const say = async (from: number, to: number) => {
			for (let index = from; index < to; index++) {
				stream.receive('a', command(`say ${index}`, {timestamp: 9 + index}));
			}
			await stream.said();
		};
		await say(0, 8);
		await say(8, 40);
		expect(stream.bytes().match(/OTHER name-a, say \d+: fine/g)).toHaveLength(12);
		expect(stream.rows().at(-2)).toMatch(
			/^OTHER commands arrive faster than they can be shown; .*:feed mine/,
		);
		await say(40, 50);
		expect(stream.bytes().match(/arrive faster/g)).toHaveLength(1);
		await stream.pass(10_000);
		await say(50, 51);
		expect(stream.rows().slice(-3, -1)).toEqual([
			'OTHER 38 commands not shown; :timeline others lists them',
			'OTHER name-a, say 50: fine',
		]);
	});

	test('with the sender, if the service says it', async () => {
		const stream = await openAnnouncements(':use name-a', ':feed all');
		stream.receive('b', command('status', {by: 'Ana'}));
		expect((await stream.said()).at(-1)).toBe('OTHER name-b, status, by Ana: fine');
	});

	test('with only the length of a long answer, and the line that shows it', async () => {
		const stream = await openAnnouncements(':use name-a', ':feed all');
		const response = Array.from({length: 9}, (_, index) => `line ${index}`).join('\n');
		stream.receive('b', command('status', {response}));
		expect((await stream.said()).at(-1)).toBe(
			'OTHER name-b, status, 9 lines; :log name-b others 1 shows them',
		);
		await stream.type(':log name-b others 1');
		expect(stream.rows().slice(-4)).toEqual(['line 6', 'line 7', 'line 8', '[name-a 1 player] rcon>']);
	});

	test('except for entries that the service had stored before', async () => {
		const stream = await openAnnouncements(':use name-a');
		stream.receive('a', command('old'), 'poll');
		expect((await stream.said()).filter(row => row.includes('OTHER'))).toEqual([]);
		stream.receive('a', command('new'), 'poll');
		expect((await stream.said()).at(-1)).toBe('OTHER name-a, new: fine');
	});
});

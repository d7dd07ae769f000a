import {expect, test} from 'vitest';
import {manualClock} from '../../helpers/manual-clock.ts';
import {stompService, textOf} from '../../helpers/stomp-service.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test.each([{}, {server: 'RabbitMQ/3.10.8'}])(
	'a feed is live when the broker has confirmed the subscription (%j)',
	async more => {
		const clock = manualClock();
		const peer = await stompService({connected: {version: '1.2', ...more}, receipts: false});
		const {is, statuses} = follow(peer.url, {clock});
		const subscribed = () => peer.frames.find(({command}) => command === 'SUBSCRIBE');
		await waitFor(() => expect(subscribed()).toBeDefined());
		expect(statuses()).toEqual([{status: 'connecting', attempt: 1}]);
		peer.say('RECEIPT', {'receipt-id': subscribed()?.headers['receipt'] ?? ''});
		await is('live');
	},
);

test('without receipts, a message of the subscription shows that it was granted', async () => {
	const clock = manualClock();
	const peer = await stompService({connected: {version: '1.2'}, receipts: false});
	const {is, statuses, events} = follow(peer.url, {clock});
	await waitFor(() => expect(peer.frames.at(-1)?.command).toBe('SUBSCRIBE'));
	expect(statuses()).toEqual([{status: 'connecting', attempt: 1}]);
	peer.say('MESSAGE', {subscription: 'sub-0'}, '{"serverId":"s1","state":"ONLINE"}');
	await is('live');
	await waitFor(() => expect(events()).toHaveLength(1));
});

test.each([
	{roundTripMs: 0, quietMs: 1000},
	{roundTripMs: 2000, quietMs: 6000},
	{roundTripMs: 4900, quietMs: 10_000},
])(
	'without receipts, silence grants it only after the time of several round trips (%j)',
	async ({roundTripMs, quietMs}) => {
		const clock = manualClock();
		let answer = () => {};
		const peer = await stompService({
			connected: undefined,
			receipts: false,
			onFrame: ({command}, socket) => {
				if (command === 'CONNECT') answer = () => socket.send(textOf('CONNECTED', {version: '1.2'}, ''));
			},
		});
		const {is, statuses} = follow(peer.url, {clock});
		await waitFor(() => expect(peer.frames).toHaveLength(1));
		await clock.advance(roundTripMs);
		answer();
		await waitFor(() => expect(peer.frames.at(-1)?.command).toBe('SUBSCRIBE'));
		await clock.advance(quietMs - 1);
		expect(statuses().map(({status}) => status)).toEqual(['connecting']);
		await clock.advance(1);
		await is('live');
	},
);

test('a refused subscription was never live', async () => {
	const peer = await stompService({
		connected: {version: '1.2'},
		receipts: false,
		onFrame: ({command, headers}, socket) => {
			if (command === 'SUBSCRIBE')
				socket.send(textOf('ERROR', {message: 'denied', 'receipt-id': headers['receipt'] ?? ''}, ''));
		},
	});
	const {statuses} = follow(peer.url, {clock: manualClock()});
	await waitFor(() => expect(statuses().at(-1)).toMatchObject({reason: 'denied'}));
	expect(statuses().map(({status}) => status)).not.toContain('live');
});

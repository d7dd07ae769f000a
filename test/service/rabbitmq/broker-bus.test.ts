import {expect, test} from 'vitest';
import type {Bus} from '../../../src/service/bus.ts';
import type {ServiceEvent} from '../../../src/service/events.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {fakeBroker} from './fake-broker.ts';

/** Collects what a bus receives, and its connections. */
function follow(bus: Bus) {
	const received: string[] = [];
	const connections: boolean[] = [];
	bus.on('revoked', ({applicationId}) => received.push(applicationId));
	bus.onConnection(isConnected => connections.push(isConnected));
	return {received, connections};
}

const revoke = (bus: Bus, ...ids: string[]) => {
	for (const applicationId of ids) bus.send({kind: 'revoked', applicationId});
};

test('messages reach the sender at once and the other instances in order, once each', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const [one, other] = [await broker.open(), await broker.open()];
	const [atOne, atOther] = [follow(one), follow(other)];
	revoke(one, 'a', 'b');
	expect(atOne.received).toEqual(['a', 'b']);
	expect(atOther.received).toEqual([]);
	revoke(other, 'c');
	await clock.advance(0);
	expect(atOne.received).toEqual(['a', 'b', 'c']);
	expect(atOther.received).toEqual(['c', 'a', 'b']);
});

test('messages wait during a lost connection, and arrive once after it', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const events: ServiceEvent[] = [];
	const one = await broker.open({clock, onEvent: event => events.push(event)});
	const other = await broker.open({clock});
	const [atOne, atOther] = [follow(one), follow(other)];
	// Delivered, but not confirmed.
	broker.confirm(false);
	revoke(one, 'a');
	await clock.advance(0);
	broker.cutOldest();
	await clock.advance(0);
	expect(one.isConnected()).toBe(false);
	revoke(one, 'b', 'c');
	expect(atOne.received).toEqual(['a', 'b', 'c']);
	broker.confirm(true);
	await clock.advance(1000);
	expect(one.isConnected()).toBe(true);
	expect(atOther.received).toEqual(['a', 'b', 'c']);
	expect([atOne.connections, atOther.connections]).toEqual([[false, true], []]);
	expect(events).toEqual([
		{kind: 'broker', isConnected: true, reason: undefined},
		{kind: 'broker', isConnected: false, reason: 'cut'},
		{kind: 'broker', isConnected: true, reason: undefined},
	]);
});

test('an instance that missed a message reports a short connection loss', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const [one, other] = [await broker.open(), await broker.open()];
	const {received, connections} = follow(other);
	revoke(one, 'a');
	await clock.advance(0);
	broker.loseNext();
	revoke(one, 'b');
	await clock.advance(0);
	expect(connections).toEqual([]);
	revoke(one, 'c');
	await clock.advance(0);
	expect(received).toEqual(['a', 'c']);
	expect(connections).toEqual([false, true]);
	expect(other.isConnected()).toBe(true);
});

test('drops a message that waits for more than a minute, and the other instances notice', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const one = await broker.open({clock});
	revoke(one, 'a');
	await clock.advance(0);
	const reader = await broker.open({clock});
	const {received, connections} = follow(reader);
	revoke(one, 'b');
	await clock.advance(0);
	broker.setBlocked(true);
	revoke(one, 'c');
	await clock.advance(61_000);
	broker.setBlocked(false);
	await clock.advance(0);
	expect(received).toEqual(['b']);
	// Blocked, and then the gap.
	expect(connections).toEqual([false, true, false, true]);
	revoke(one, 'd');
	await clock.advance(0);
	expect(received).toEqual(['b', 'd']);
});

test('more messages than the limit wait: the oldest are dropped', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const [one, other] = [await broker.open({clock}), await broker.open({clock})];
	const {received} = follow(other);
	broker.setBlocked(true);
	revoke(one, ...Array.from({length: 20_001}, (_, index) => `${index}`));
	broker.setBlocked(false);
	await clock.advance(0);
	expect([received.length, received[0], received.at(-1)]).toEqual([20_000, '1', '20000']);
});

test('retries become rarer, and the pause is random', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	let asked = 0;
	const random = () => {
		asked += 1;
		return 0.5;
	};
	const bus = await broker.open({clock, random});
	broker.stop();
	await clock.advance(60_000);
	// Before the attempts after 0.4, 1, 3, 6, 12, 23, 34, 45 and 57 seconds, and before the next one.
	expect(asked).toBe(10);
	broker.start();
	await clock.advance(15_000);
	expect(bus.isConnected()).toBe(true);
});

test('publishes the last messages before closing, and does not wait for a lost broker', async () => {
	const broker = fakeBroker();
	const clock = manualClock();
	const [one, other, last] = [await broker.open(), await broker.open(), await broker.open({clock})];
	const {received} = follow(other);
	revoke(one, 'a');
	await one.close();
	expect(received).toEqual(['a']);
	broker.stop();
	revoke(last, 'b');
	const closed = last.close();
	await clock.advance(2000);
	await closed;
});

import {describe, expect, test} from 'vitest';
import {alertText} from '../../../src/app/alerts/payloads.ts';
import type {Condition, Observation} from '../../../src/app/alerts/conditions.ts';
import {
	afterSending,
	alertOf,
	type AlertState,
	applySnapshot,
	dueAlert,
	initialAlerts,
} from '../../../src/app/alerts/engine.ts';
import {serializeState, restoreState} from '../../../src/app/alerts/memory.ts';
import type {AlertRules} from '../../../src/app/kernel/state/services.ts';

const rules: AlertRules = {forMs: 60_000, maxPerHour: 20, quietHours: undefined};
/** A local time, whatever the time zone of this machine. */
const start = new Date(2026, 10, 21, 12, 0).getTime();
const seconds = (count: number) => start + count * 1000;

type World = Record<string, Condition>;
const server = (id: string, condition: Condition, more: Partial<Observation> = {}): Observation => ({
	kind: 'server',
	id,
	name: id,
	state: condition === 'down' ? 'OFFLINE' : 'ONLINE',
	node: undefined,
	condition,
	...more,
});

/** A watch that looks every 5 s, and notes what it sends. */
function watching(given: Partial<AlertRules> = {}, memory?: string) {
	const own = {...rules, ...given};
	let state: AlertState = restoreState(memory, start);
	let now = start;
	let works = true;
	const sent: string[] = [];
	const step = (world: World, node?: {id: string; condition: Condition}) => {
		const observations = Object.entries(world).map(([id, condition]) =>
			server(id, condition, {node: node?.id}),
		);
		state = applySnapshot(state, {kind: 'server', observations}, now);
		if (node) {
			const one: Observation = {
				kind: 'node',
				id: node.id,
				name: node.id,
				state: 'OFFLINE',
				node: undefined,
				condition: node.condition,
			};
			state = applySnapshot(state, {kind: 'node', observations: [one]}, now);
		}
		for (;;) {
			const due = dueAlert(state, own, now);
			if (due.event === undefined) break;
			const alert = alertOf(due, state, {profile: 'P', now, nodeName: id => id});
			const at = Math.round((now - start) / 1000);
			sent.push(`${at}s ${works ? '' : 'failed '}${alertText(alert).replaceAll(/ since \d\d:\d\d/g, '')}`);
			state = afterSending(state, due, works, now);
		}
	};
	return {
		/** So it is for so long. */
		stays: (forSeconds: number, world: World, node?: {id: string; condition: Condition}) => {
			for (const until = now + forSeconds * 1000; now < until; now += 5000) step(world, node);
		},
		fails: (isFailing: boolean) => (works = !isFailing),
		setTo: (at: number) => (now = at),
		sent,
		memory: () => serializeState(state, now),
	};
}

describe('a server that goes down', () => {
	test('is reported when it has been down long enough, and again when it is back', () => {
		const watch = watching();
		watch.stays(10, {a: 'up', b: 'up'});
		watch.stays(300, {a: 'down', b: 'up'});
		watch.stays(300, {a: 'up', b: 'up'});
		expect(watch.sent).toEqual(['75s [P] Down: a OFFLINE', '375s [P] Back: a ONLINE']);
	});

	test('is not reported if it is back before that', () => {
		const watch = watching();
		watch.stays(10, {a: 'up'});
		watch.stays(50, {a: 'down'});
		watch.stays(300, {a: 'up'});
		expect(watch.sent).toEqual([]);
	});

	test('is reported once while it keeps crashing, and as back when it stays up', () => {
		const watch = watching();
		watch.stays(10, {a: 'up'});
		watch.stays(90, {a: 'down'});
		for (let crash = 0; crash < 10; crash++) {
			watch.stays(30, {a: 'up'});
			watch.stays(20, {a: 'down'});
		}
		watch.stays(120, {a: 'up'});
		expect(watch.sent.map(text => text.replace(/^\d+s /, ''))).toEqual([
			'[P] Down: a OFFLINE',
			'[P] Back: a ONLINE',
		]);
	});

	test('is reported if it keeps starting without ever being up', () => {
		const watch = watching();
		watch.stays(10, {a: 'up'});
		for (let attempt = 0; attempt < 4; attempt++) {
			watch.stays(5, {a: 'down'});
			watch.stays(25, {a: 'between'});
		}
		watch.stays(5, {a: 'down'});
		expect(watch.sent).toHaveLength(1);
	});

	test('is reported together with others that went down at about the same time', () => {
		const watch = watching();
		watch.stays(10, {a: 'up', b: 'up', c: 'up'});
		watch.stays(5, {a: 'down', b: 'up', c: 'up'});
		watch.stays(300, {a: 'down', b: 'down', c: 'up'});
		expect(watch.sent).toEqual(['75s [P] Down: a OFFLINE, b OFFLINE']);
	});

	test('is reported only as back if it was down at the first check', () => {
		const watch = watching();
		watch.stays(300, {a: 'down'});
		expect(watch.sent).toEqual([]);
		watch.stays(300, {a: 'up'});
		expect(watch.sent).toEqual(['365s [P] Back: a ONLINE']);
	});

	test('is not reported if an action of this session stopped it', () => {
		let state = applySnapshot(initialAlerts, {kind: 'server', observations: [server('a', 'up')]}, start);
		state = applySnapshot(
			state,
			{kind: 'server', observations: [server('a', 'down', {isExpected: true})]},
			seconds(5),
		);
		expect(dueAlert(state, rules, seconds(500))).toMatchObject({event: undefined});
	});

	test('is not reported after it was deleted', () => {
		const watch = watching();
		watch.stays(10, {a: 'up', b: 'up'});
		watch.stays(30, {a: 'down', b: 'up'});
		watch.stays(300, {b: 'up'});
		expect(watch.sent).toEqual([]);
	});
});

test('reports a node with its servers, and the servers alone only after the node is back', () => {
	const watch = watching();
	watch.stays(10, {a: 'up', b: 'up'}, {id: 'eu-1', condition: 'up'});
	watch.stays(10, {a: 'down', b: 'down'}, {id: 'eu-1', condition: 'up'});
	watch.stays(300, {a: 'down', b: 'down'}, {id: 'eu-1', condition: 'down'});
	expect(watch.sent).toEqual(['85s [P] Down: node eu-1 OFFLINE (2 servers: a, b)']);
	watch.stays(30, {a: 'down', b: 'down'}, {id: 'eu-1', condition: 'up'});
	watch.stays(300, {a: 'up', b: 'down'}, {id: 'eu-1', condition: 'up'});
	expect(watch.sent.slice(1)).toEqual(['385s [P] Down: b OFFLINE', '385s [P] Back: node eu-1 OFFLINE']);
});

test('sends nothing during quiet hours, and afterward only servers that are still down', () => {
	const watch = watching({quietHours: {from: 23 * 60, to: 7 * 60}});
	watch.setTo(new Date(2026, 10, 21, 22, 59).getTime());
	watch.stays(30, {a: 'up', b: 'up'});
	watch.stays(3600, {a: 'down', b: 'down'});
	watch.stays(7 * 3600 - 40, {a: 'up', b: 'down'});
	expect(watch.sent).toEqual([]);
	watch.stays(120, {a: 'up', b: 'down'});
	expect(watch.sent.map(text => text.replace(/^\d+s /, ''))).toEqual(['[P] Down: b OFFLINE']);
});

test('no more alerts than the limit are sent in an hour; the others wait and are sent together', () => {
	const watch = watching({maxPerHour: 2});
	const world: World = {a: 'up', b: 'up', c: 'up', d: 'up'};
	watch.stays(10, world);
	for (const id of ['a', 'b', 'c', 'd']) {
		world[id] = 'down';
		watch.stays(120, world);
	}
	expect(watch.sent).toEqual(['75s [P] Down: a OFFLINE', '195s [P] Down: b OFFLINE']);
	watch.stays(3600, world);
	expect(watch.sent.slice(2)).toEqual(['3675s [P] Down: c OFFLINE, d OFFLINE']);
});

test('retries a failed alert at increasing intervals, with the current state', () => {
	const watch = watching();
	watch.stays(10, {a: 'up', b: 'up'});
	watch.fails(true);
	watch.stays(240, {a: 'down', b: 'up'});
	expect(watch.sent).toEqual(['75s failed [P] Down: a OFFLINE', '135s failed [P] Down: a OFFLINE']);
	watch.fails(false);
	watch.stays(120, {a: 'down', b: 'down'});
	expect(watch.sent.slice(2)).toEqual(['255s [P] Down: a OFFLINE', '315s [P] Down: b OFFLINE']);
});

describe('the next session', () => {
	test('does not repeat an alert, and reports the return', () => {
		const first = watching();
		first.stays(10, {a: 'up'});
		first.stays(120, {a: 'down'});
		const next = watching({}, first.memory());
		next.stays(300, {a: 'down'});
		expect(next.sent).toEqual([]);
		next.stays(100, {a: 'up'});
		expect(next.sent.map(text => text.replace(/^\d+s /, ''))).toEqual(['[P] Back: a ONLINE']);
	});

	test('reports the servers that went down in between', () => {
		const first = watching();
		first.stays(10, {a: 'up'});
		const next = watching({}, first.memory());
		next.stays(100, {a: 'down'});
		expect(next.sent).toEqual(['65s [P] Down: a OFFLINE']);
	});

	test.each([
		'',
		'nonsense',
		'{}',
		'[]',
		'{"at":1,"sentAt":[],"watched":[]}',
		'{"at":"x","sentAt":1,"watched":{}}',
	])('starts without alerts if the file contains %j', memory => {
		expect(restoreState(memory, start)).toEqual(initialAlerts);
	});
});

test('reports only the service while it does not answer', () => {
	const service = (condition: Condition): Observation => ({
		kind: 'service',
		id: 'service',
		name: 'P',
		state: undefined,
		node: undefined,
		condition,
	});
	let state = applySnapshot(initialAlerts, {kind: 'service', observations: [service('up')]}, start);
	state = applySnapshot(state, {kind: 'server', observations: [server('a', 'up')]}, start);
	state = applySnapshot(state, {kind: 'server', observations: [server('a', 'down')]}, seconds(1));
	state = applySnapshot(state, {kind: 'service', observations: [service('down')]}, seconds(2));
	const due = dueAlert(state, rules, seconds(90));
	const alert = alertOf(due, state, {profile: 'P', now: seconds(90), nodeName: id => id});
	expect(alertText(alert)).toBe('[P] Down: the service, since 12:00');
});

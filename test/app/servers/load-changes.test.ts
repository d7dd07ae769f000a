import {expect, test} from 'vitest';
import type {Program} from '../../../src/app/kernel/state/program.ts';
import {handleKey} from '../../../src/app/keys.ts';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {writeJournal} from '../../../src/app/console/record/write-journal.ts';
import {loadLastChanges} from '../../../src/app/servers/read-fleet.ts';
import {type Acknowledged, noJournal, noShift} from '../../../src/app/kernel/state/journal.ts';
import type {Memorable} from '../../../src/actions/memorable.ts';
import type {Event} from '../../../src/app/state.ts';
import {aServer, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices, runCommand} from '../../helpers/fake-services.ts';

const minute = 60_000;
const known = (agoMs: number, state = 'OFFLINE', serverId = 'a'): Acknowledged => ({
	serverId,
	state,
	at: startAt - agoMs,
});
const change = (agoMs: number, state: string) => ({
	serverId: 'a',
	at: startAt - agoMs,
	state,
});

/** A session that finds one server down, with these entries of earlier sessions. */
async function started({
	acknowledged = [known(5 * minute)],
	changes = [change(10 * minute, 'OFFLINE')],
	state = 'OFFLINE',
	before = () => [],
}: {
	acknowledged?: readonly Acknowledged[];
	changes?: readonly {serverId: string; at: number; state: string}[];
	state?: string;
	/** Events before the journal has been read. */
	before?: () => readonly Event[];
} = {}) {
	const journal = {...noJournal, acknowledged: async () => acknowledged, lastChanges: async () => changes};
	const services = fakeServices({journal});
	loadLastChanges(services);
	services.store.dispatch(polled([aServer({id: 'a', displayName: 'isl-1', state})]));
	for (const event of before()) services.store.dispatch(event);
	await services.clock.advance(1);
	const line = () => alertLine(services.store.getState(), services.clock.now()).text;
	return {services, line};
}

test('an alert that an earlier session acknowledged stays quiet while it is the same', async () => {
	const {line} = await started();
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
});

test('an acknowledgment holds if the service now uses another name for the same state', async () => {
	const {line} = await started({state: 'STOPPED'});
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
});

test('an acknowledgment holds if nobody observed the start of the state', async () => {
	const {line} = await started({changes: []});
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
	const after = await started({changes: [change(10 * minute, 'ONLINE')]});
	expect(after.line()).toBe('nothing else is down   (1 down, acknowledged)');
});

test.each([
	['its state has changed', {state: 'UNKNOWN'}],
	['it was seen to change and change back since', {changes: [change(minute, 'OFFLINE')]}],
	['it was seen up since, and is down again', {changes: [change(minute, 'ONLINE')]}],
	['the acknowledgment was withdrawn', {acknowledged: []}],
])('raises the alert again where %s', async (_what, given) => {
	const {line} = await started(given);
	expect(line()).toMatch(/^!! 1 (down|unknown)|1 down: isl-1/);
});

test('raises an alert for a change before the journal has been read', async () => {
	const change = (state: string, after: number): Event => ({
		type: 'fleet/received',
		at: startAt + after,
		changes: [{serverId: 'a', change: {state}}],
	});
	const {line} = await started({before: () => [change('ONLINE', 1), change('OFFLINE', 2)]});
	expect(line()).toContain('1 down: isl-1');
});

test('an acknowledgment while the journal is being read persists', async () => {
	const {line} = await started({
		acknowledged: [],
		before: () => [{type: 'fleet/acknowledged', at: startAt, serverIds: ['a'], isKnown: true}],
	});
	expect(line()).toBe('nothing else is down   (1 down, acknowledged)');
});

test('`a` is stored with the state it applies to, and a second one withdraws it', async () => {
	const {services} = await started({acknowledged: []});
	const {store} = services;
	const kept: Memorable[] = [];
	const tell = writeJournal({...noJournal, keep: things => void kept.push(...things)});
	const dispatch = (event: Event) => {
		const before = store.getState();
		store.dispatch(event);
		tell(event, before, store.getState());
	};
	dispatch({type: 'view/changed', change: {currentId: 'a'}});
	const telling: Program = {
		...services,
		store: {...store, dispatch},
		runCommand: (id, targets) => runCommand(telling, id, targets),
	};
	handleKey(telling, 'a');
	handleKey(telling, 'a');
	const same = {
		kind: 'acknowledged',
		at: services.clock.now(),
		serverId: 'a',
		server: 'isl-1',
		state: 'OFFLINE',
	};
	expect(kept).toEqual([
		{...same, isKnown: true},
		{...same, isKnown: false},
	]);
});

test('an unchanged state dates from when a session first saw it', async () => {
	const observed = {
		serverId: 'a',
		server: 'isl-1',
		firstAt: startAt - 3 * 3_600_000,
		lastAt: startAt,
		before: undefined,
	};
	const lineFor = async (state: string, changes: Awaited<ReturnType<typeof noJournal.lastChanges>> = []) => {
		const shift = async () => ({...noShift, observed: [{...observed, state}]});
		const services = fakeServices({journal: {...noJournal, lastChanges: async () => changes, shift}});
		loadLastChanges(services);
		services.store.dispatch(polled([aServer({id: 'a', displayName: 'isl-1', state: 'OFFLINE'})]));
		await services.clock.advance(1);
		return alertLine(services.store.getState(), services.clock.now()).text;
	};
	expect(await lineFor('OFFLINE')).toBe('!! 1 down: isl-1 >=3h');
	expect(await lineFor('ONLINE')).toBe('!! 1 down: isl-1 >=0s');
	expect(await lineFor('OFFLINE', [change(10 * minute, 'OFFLINE')])).toBe('!! 1 down: isl-1 10m');
});

import {expect, test} from 'vitest';
import {loadLastChanges} from '../../../src/app/servers/read-fleet.ts';
import {ringBell} from '../../../src/app/servers/ring-bell.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {aServer, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

function listening(bell: boolean | 'notify' = true) {
	const services = fakeServices({settings: {bell}});
	services.store.dispatch(polled([aServer({id: 'a'}), aServer({id: 'b', displayName: 'b-1'})]));
	ringBell(services);
	const hear = (serverId: string, state: string) =>
		services.store.dispatch({
			type: 'fleet/received',
			at: services.clock.now(),
			changes: [{serverId, change: {state}}],
		});
	return {services, hear, rings: () => services.asked.filter(what => what === 'bell').length};
}

test('the bell rings once for servers that went down together and stayed down', async () => {
	const {services, hear, rings} = listening();
	hear('a', 'OFFLINE');
	await services.clock.advance(5000);
	hear('b', 'OFFLINE');
	expect(rings()).toBe(0);
	await services.clock.advance(10_000);
	expect(rings()).toBe(1);
	expect(services.store.getState().notices.at(-1)?.text).toBe('Down: ark-isl-1, b-1.');
	await services.clock.advance(60_000);
	expect(rings()).toBe(1);
});

test('a requested notification has the same sentence as the TUI', async () => {
	const {services, hear} = listening('notify');
	hear('a', 'OFFLINE');
	await services.clock.advance(15_000);
	expect(services.asked).toContain('bell: Down: ark-isl-1.');
});

test('rings once for a server that begins to hang, and not for one that hung at the start', async () => {
	const {services, rings} = listening();
	const servers = [aServer({id: 'a'}), aServer({id: 'b'})];
	const hang = (...ids: string[]) => services.store.dispatch({type: 'fleet/hung', serverIds: new Set(ids)});
	hang('b');
	await services.clock.advance(60_000);
	expect(rings()).toBe(0);
	services.store.dispatch({
		type: 'fleet/polled',
		at: startAt + 60_000,
		latencyMs: 1,
		servers,
		unreadable: [],
	});
	hang('a', 'b');
	await services.clock.advance(15_000);
	expect(rings()).toBe(1);
	expect(services.store.getState().notices.at(-1)?.text).toBe('Hung: ark-isl-1.');
});

test('does not ring for a node that logs in again', async () => {
	const {services, hear, rings} = listening();
	hear('a', 'OFFLINE');
	await services.clock.advance(2000);
	hear('a', 'ONLINE');
	await services.clock.advance(60_000);
	expect(rings()).toBe(0);
});

test('does not ring for our own stop, or when turned off', async () => {
	const ours = listening();
	ours.services.store.dispatch({type: 'fleet/sent', serverIds: ['a'], at: ours.services.clock.now()});
	ours.hear('a', 'OFFLINE');
	const silent = listening(false);
	silent.hear('a', 'OFFLINE');
	await ours.services.clock.advance(60_000);
	await silent.services.clock.advance(60_000);
	expect([ours.rings(), silent.rings()]).toEqual([0, 0]);
});

test('keeps the observations of an earlier session as long as they are current', async () => {
	const lastChanges = async () => [
		{serverId: 'a', at: startAt - 720_000, state: 'STOPPED'},
		{serverId: 'b', at: startAt - 720_000, state: 'STOPPED'},
	];
	const services = fakeServices({journal: {...noJournal, lastChanges}});
	loadLastChanges(services);
	services.store.dispatch(polled([aServer({id: 'a', state: 'STOPPED'}), aServer({id: 'b'})]));
	await services.clock.advance(1);
	expect(services.store.getState().fleet.since).toEqual(
		new Map([
			['a', {at: startAt - 720_000, seen: true}],
			['b', {at: startAt, seen: false}],
		]),
	);
});

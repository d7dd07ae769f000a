import {expect, test} from 'vitest';
import {troubleLine} from '../../../src/core/list/trouble.ts';
import {hearDecks} from '../../../src/core/loops/hear-decks.ts';
import {keepMemory} from '../../../src/core/loops/keep-memory.ts';
import {noMemory, type News} from '../../../src/core/memory.ts';
import {aServer, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

type Acknowledged = News['acknowledged'][number];
const acknowledged = (over: Partial<Acknowledged> = {}): Acknowledged => ({
	serverId: 'a',
	state: 'OFFLINE',
	at: startAt,
	isKnown: true,
	changedAt: undefined,
	...over,
});

/** A deck that polls, and what other decks do meanwhile. */
function deck() {
	let waiting: Acknowledged[] = [];
	let asked = 0;
	const memory = {
		...noMemory,
		news: async () => {
			asked++;
			const news = waiting;
			waiting = [];
			return news.length === 0 ? undefined : {acknowledged: news};
		},
	};
	const services = fakeServices({memory});
	const {store, clock} = services;
	const end = hearDecks(services);
	return {
		services,
		end,
		asked: () => asked,
		other: (...news: Acknowledged[]) => void waiting.push(...news),
		poll: async (state = 'OFFLINE') => {
			await clock.advance(5000);
			store.dispatch(polled([aServer({id: 'a', displayName: 'isl-1', state})], clock.now()));
			await clock.advance(1);
		},
		line: () => troubleLine(store.getState(), clock.now()).text,
		notices: () => store.getState().notices.map(({text}) => text),
	};
}

const quiet = 'no server is down   (1 down, acknowledged)';

test('what another deck acknowledges is quiet here after the next poll, and loud again when it is taken back', async () => {
	const {poll, other, line, notices} = deck();
	await poll();
	expect(line()).toContain('1 down: isl-1');
	other(acknowledged({at: startAt + 6000}));
	await poll();
	expect(line()).toBe(quiet);
	expect(notices()).toEqual(['Acknowledged on another deck: isl-1.']);
	other(acknowledged({at: startAt + 12_000, isKnown: false}));
	await poll();
	expect(line()).toContain('1 down: isl-1');
	expect(notices().at(-1)).toBe('Loud again, taken back on another deck: isl-1.');
});

test('trouble that the other deck saw before our polls is acknowledged as soon as they show it', async () => {
	const {poll, other, line} = deck();
	await poll('ONLINE');
	other(acknowledged({at: startAt + 6000}));
	await poll('ONLINE');
	expect(line()).toBe('no server is down');
	await poll('OFFLINE');
	expect(line()).toBe(quiet);
});

test('but not what comes much later', async () => {
	const {poll, other, line, services} = deck();
	await poll('ONLINE');
	other(acknowledged({at: startAt + 6000}));
	await poll('ONLINE');
	await services.clock.advance(120_000);
	await poll('ONLINE');
	await poll('OFFLINE');
	expect(line()).toContain('1 down: isl-1');
});

test('a change after it was acknowledged speaks up', async () => {
	const {poll, other, line} = deck();
	await poll();
	other(acknowledged({at: startAt + 6000, changedAt: startAt + 7000}));
	await poll();
	expect(line()).toContain('1 down: isl-1');
});

test('it is looked for once after each poll, and not told to the memory again', async () => {
	const {poll, other, asked, services} = deck();
	const kept: unknown[] = [];
	const tell = keepMemory({...noMemory, keep: things => void kept.push(...things)});
	const {dispatch, getState} = services.store;
	services.store.dispatch = event => {
		const before = getState();
		dispatch(event);
		tell(event, before, getState());
	};
	await poll();
	other(acknowledged({at: startAt + 6000}));
	await poll();
	expect({kept, asked: asked()}).toEqual({kept: [], asked: 2});
});

test('after the end nothing is taken over', async () => {
	const {poll, other, end, line} = deck();
	await poll();
	other(acknowledged({at: startAt + 6000}));
	end();
	await poll();
	expect(line()).toContain('1 down: isl-1');
});

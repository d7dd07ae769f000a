import {expect, test} from 'vitest';
import {consoleView} from '../../../src/app/console/read/view.ts';
import {persistReadPosition} from '../../../src/app/console/record/read-positions.ts';
import {noJournal, type SessionJournal} from '../../../src/app/kernel/state/journal.ts';
import {aServer, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {joinMessages} from '../../../src/messages/text.ts';

function opened(readUpTo?: number) {
	const kept: [string, number][] = [];
	const journal: SessionJournal = {
		...noJournal,
		readUpTo: async serverId => (serverId === 'a' ? readUpTo : undefined),
		markRead: (serverId, at) => void kept.push([serverId, at]),
	};
	const services = fakeServices({journal});
	const {store, clock} = services;
	const end = persistReadPosition(services);
	const servers = ['a', 'b'].map(id => aServer({id}));
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
	const hear = (...times: number[]) =>
		store.dispatch({
			type: 'rcon/received',
			serverId: 'a',
			at: clock.now(),
			via: 'poll',
			commands: times.map(time => ({
				command: `command ${time}`,
				response: 'ok',
				commandId: `c-${time}`,
				timestamp: startAt + time,
			})),
		});
	const select = (currentId: string) => store.dispatch({type: 'view/changed', change: {currentId}});
	const rows = () =>
		consoleView(store.getState()).rows.map(({segments}) =>
			renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap).trimEnd(),
		);
	return {services, kept, end, hear, select, rows, clock};
}

test('entries since the last session are below an unread line', async () => {
	const {hear, select, rows, clock} = opened(startAt + 2);
	hear(1, 2, 3, 4);
	select('a');
	await clock.advance(1);
	expect(rows().findIndex(row => row.startsWith('- - unread - -'))).toBe(4);
	expect(rows()[5]).toContain('command 3');
});

test('marks a console as read while its end is on screen, and stores its position', async () => {
	const {hear, select, rows, clock, kept, end} = opened();
	hear(1, 2);
	select('a');
	await clock.advance(7000);
	expect(kept).toEqual([['a', startAt + 2]]);
	hear(3);
	select('b');
	hear(4);
	select('a');
	await clock.advance(1);
	expect(rows().some(row => row.startsWith('- - unread'))).toBe(true);
	expect(rows().at(-2)).toContain('command 4');
	expect(rows().at(-3)).toMatch(/^- - unread/);
	end();
	expect(kept.at(-1)).toEqual(['a', startAt + 3]);
});

test('does not mark a console as read that was only visible briefly or is scrolled up', async () => {
	const {hear, select, clock, kept, end, services} = opened();
	hear(1, 2);
	select('a');
	await clock.advance(300);
	select('b');
	await clock.advance(7000);
	const top = {key: 'c-1', order: startAt + 1, row: 0, seen: 2};
	services.store.dispatch({type: 'view/scrolled', serverId: 'a', top});
	select('a');
	await clock.advance(7000);
	end();
	expect(kept).toEqual([]);
});

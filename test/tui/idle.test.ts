import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {after, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

const servers = [
	aServer({id: 'a', displayName: 'ark-isl-1'}),
	aServer({id: 'b', displayName: 'ark-isl-2', state: 'OFFLINE'}),
	aServer({id: 'c', displayName: 'cs2-eu-1'}),
];
const idle = after({type: 'access/granted', team: aTeam()}, polled(servers), viewChanged({currentId: 'a'}), {
	type: 'feed/changed',
	at: startAt,
	status: {status: 'live', sinceMs: startAt},
} as never);

/** Longer than a frame is held back, so that it would have been written. */
const painted = async () => {
	const until = performance.now() + 40;
	while (performance.now() < until) await turn();
};

test.each([
	[80, 24],
	[200, 60],
])(
	'an idle minute at %ix%i writes only the ages that change',
	async (columns, rows) => {
		const {terminal, services} = await showTui({columns, rows, state: idle});
		await painted();
		const before = terminal.writes().length;
		for (let second = 0; second < 60; second++) {
			const row = terminal.rows().join('\n');
			const written = terminal.writes().length;
			await services.clock.advance(1000);
			await painted();
			const isChanged = terminal.rows().join('\n') !== row;
			expect(terminal.writes().length - written).toBe(isChanged ? 1 : 0);
		}
		const bytes = terminal
			.writes()
			.slice(before)
			.map(({text}) => Buffer.byteLength(text));
		// The clock, the age of the list and that of each server: one cursor move and one digit each.
		expect(Math.max(...bytes)).toBeLessThan(150);
		expect(bytes.reduce((sum, count) => sum + count, 0)).toBeLessThan(60 * 80);
	},
	30_000,
);

test('a poll without changes writes no more than the age', async () => {
	const {terminal, services} = await showTui({columns: 120, rows: 40, state: idle});
	await painted();
	const before = terminal.writes().length;
	services.store.dispatch(polled(servers.map(server => ({...server}))));
	await painted();
	expect(terminal.writes().slice(before)).toEqual([]);
});

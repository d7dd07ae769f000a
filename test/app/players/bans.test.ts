import {expect, test} from 'vitest';
import {bansScreen} from '../../../src/app/players/bans.ts';
import type {State} from '../../../src/app/state.ts';
import {after, aServer, polled} from '../../helpers/builders.ts';

const rowsOf = (state: State) => bansScreen.data(state, false).rows;

test('the rows are computed when a server, a list or a ban changes, not with each key', () => {
	const servers = [aServer({id: 'a', displayName: 'isl-1', gameType: 'ARK_ASCENDED'})];
	const state = after(polled(servers));
	const rows = rowsOf(state);
	expect(rows).toHaveLength(1);
	expect(rowsOf({...state, view: {...state.view, zoomed: true}})).toBe(rows);
	expect(rowsOf({...state, fleet: after(polled([])).fleet})).toHaveLength(0);
});

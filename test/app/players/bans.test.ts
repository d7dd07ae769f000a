import {expect, test} from 'vitest';
import {bansScreen} from '../../../src/app/players/bans.ts';
import {bansIn} from '../../../src/app/players/player-acts.ts';
import type {PlayerAct} from '../../../src/app/players/players-state.ts';
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

test('a ban may have run only until an answer arrives, however late', () => {
	const act = {verb: 'ban', at: 1000, serverId: 'a', id: 'x'} as const;
	const isOpen = (...acts: PlayerAct[]) => bansIn(acts, 3000).get('x')?.isOpen;
	expect(isOpen({...act, isOpen: true, noteId: 'n'}, {...act, isOpen: true})).toBe(true);
	expect(isOpen({...act, isOpen: true, noteId: 'n'}, act)).toBeUndefined();
	expect(isOpen(act, {...act, at: 2000, isOpen: true})).toBeUndefined();
});

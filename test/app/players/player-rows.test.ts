import {expect, test} from 'vitest';
import {listedServers, playerRows} from '../../../src/app/players/player-rows.ts';
import type {State} from '../../../src/app/state.ts';
import {aConsole, aLine, after, aServer, polled, startAt} from '../../helpers/builders.ts';

const servers = ['a', 'b'].map(id => aServer({id, displayName: id, gameType: 'ARK', state: 'ONLINE'}));

const listOf = (...names: readonly string[]) =>
	names.map((name, place) => `${place}. ${name}, 0002${name.toLowerCase().padStart(28, '0')}`).join('\n');

/** Adds an answered list of players to the console of a server. */
const listed = (state: State, serverId: string, ...names: readonly string[]): State => {
	const line = aLine({id: `${serverId} ${names.join()}`, command: 'ListPlayers', response: listOf(...names)});
	return {...state, console: new Map(state.console).set(serverId, aConsole([line]))};
};

const names = (state: State) => playerRows(state).map(({player}) => player?.name);

test('a new list replaces the players of its server, in the order of their names', () => {
	const first = listed(listed(after(polled(servers)), 'a', 'Mara', 'Zoe'), 'b', 'Ann', 'Tom');
	expect(names(first)).toEqual(['Ann', 'Mara', 'Tom', 'Zoe']);
	const second = listed(first, 'a', 'Bea', 'Zoe', 'Ann');
	expect(names(second)).toEqual(['Ann', 'Ann', 'Bea', 'Tom', 'Zoe']);
	expect(names(first)).toEqual(['Ann', 'Mara', 'Tom', 'Zoe']);
	expect(names(listed(second, 'b'))).toEqual(['Ann', 'Bea', 'Zoe']);
});

test('a new list makes only the rows of its server again', () => {
	const first = listed(listed(after(polled(servers)), 'a', 'Mara'), 'b', 'Ann', 'Tom');
	const second = listed(first, 'a', 'Bea');
	const kept = new Set(playerRows(first));
	expect(
		playerRows(second)
			.filter(row => !kept.has(row))
			.map(({player}) => player?.name),
	).toEqual(['Bea']);
});

test('a poll without changes makes no rows again', () => {
	const first = listed(after(polled(servers)), 'a', 'Mara');
	const second: State = {...first, fleet: {...first.fleet, at: startAt + 5000}};
	expect(playerRows(second)).toBe(playerRows(first));
	expect(listedServers(second)).toBe(listedServers(first));
});

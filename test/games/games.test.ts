import {expect, test} from 'vitest';
import {findGame, gameTypeOf, knownGames, wouldSplit} from '../../src/games/games.ts';

test.each([
	['minecraft', 'MINECRAFT'],
	['Minecraft: Java Edition', 'MINECRAFT'],
	['7dtd', 'SEVEN_DAYS_TO_DIE'],
	['7 Days to Die', 'SEVEN_DAYS_TO_DIE'],
	["Garry's Mod", 'GARRYS_MOD'],
	['ioquake3', 'OPENARENA'],
	['asa', 'ARK_ASCENDED'],
	['ark_evolved', 'ARK_EVOLVED'],
	['CS2', 'CS2'],
])('reads %s as %s', (typed, gameType) => {
	expect(gameTypeOf(typed)).toEqual({gameType});
});

test('suggests names for a misspelled game, and nothing for another word', () => {
	expect(gameTypeOf('mincraft')).toEqual({meant: ['minecraft']});
	expect(gameTypeOf('valhiem')).toEqual({meant: ['valheim']});
	expect(gameTypeOf('something else')).toEqual({meant: []});
	expect(gameTypeOf('constructor')).toEqual({meant: []});
});

test('no name stands for two games', () => {
	const games = [...new Map(knownGames().map(game => [game.gameType, game])).values()];
	const names = games.flatMap(({gameType, aliases, label}) => [
		...new Set([gameType, label, ...aliases].map(name => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))),
	]);
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a type without a file is not a game, and ARK means its newer game', () => {
	expect(findGame('ARK')).toBe(findGame('ARK_ASCENDED'));
	expect(findGame('OTHER')).toBeUndefined();
	expect(findGame(undefined)).toBeUndefined();
});

test('a line break splits a text in every game', () => {
	for (const game of knownGames()) expect(wouldSplit(game, 'hello\nstop')).toBe(true);
	expect(wouldSplit({splitters: ''}, 'hello; stop')).toBe(false);
});

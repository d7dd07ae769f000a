import {expect, test} from 'vitest';
import {guidOf, steamIdsIn} from '../../src/games/battleye-guid.ts';

const [steamId, guid] = ['76561197996108375', '222ac690b634c55bc957aedd9d0e287f'];

test('the GUID of a known account is that of its Steam ID', () => {
	expect(guidOf(steamId)).toBe(guid);
});

test('finds whole Steam IDs in any line, and no longer number', () => {
	expect(steamIdsIn(`Player Ann connected (id=${steamId}). ${steamId}`)).toEqual([[guid, steamId]]);
	expect(steamIdsIn(`1${steamId} ${steamId}0`)).toEqual([]);
});

import {expect, test} from 'vitest';
import {openPopulation, peopleCount, personAt} from '../../../src/demo/games/population.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {seededRandom} from './seeded-random.ts';

test('players come and go all day, and never exceed the slots', async () => {
	const clock = manualClock();
	const heard = {came: 0, went: 0};
	const population = openPopulation({
		clock,
		random: seededRandom(),
		maxPlayers: 12,
		players: 0,
		mayJoin: () => true,
		onJoin: () => heard.came++,
		onLeave: () => heard.went++,
	});
	const counts: number[] = [];
	for (let hour = 0; hour < 24; hour++) {
		await clock.advance(60 * 60 * 1000);
		counts.push(population.list().length);
	}
	expect(Math.max(...counts)).toBeLessThanOrEqual(12);
	expect(Math.max(...counts)).toBeGreaterThan(8);
	expect(Math.min(...counts)).toBeLessThan(5);
	expect(heard.came - heard.went).toBe(population.list().length);
	expect(new Set(population.list().map(({userId}) => userId)).size).toBe(population.list().length);
	population.stop();
	const before = {...heard};
	await clock.advance(60 * 60 * 1000);
	expect(heard).toEqual(before);
});

test('a game that was already running has players immediately, up to its maximum', () => {
	const clock = manualClock();
	const common = {clock, mayJoin: () => true, onJoin: () => {}, onLeave: () => {}};
	const full = openPopulation({...common, random: seededRandom(), maxPlayers: 70, players: 200});
	expect(full.list()).toHaveLength(70);
	expect(openPopulation({...common, random: seededRandom(), maxPlayers: 0, players: 5}).list()).toEqual([]);
});

test('no two players share a name or an ID', () => {
	const people = Array.from({length: peopleCount}, (_, index) => personAt(index));
	for (const key of ['name', 'steamId', 'steamId64', 'eosId'] as const) {
		expect(new Set(people.map(person => person[key])).size).toBe(peopleCount);
	}
	expect(people[0]).toEqual(personAt(0));
});

import type {Player} from './population.ts';
import {pick} from './console-line.ts';

export type Tribe = {tribeId: number; name: string};

/** Returns the tribe of a survivor, which is the same on every visit. */
export function tribeOf({eosId}: {eosId: string}, tribes: readonly [Tribe, ...Tribe[]]): Tribe {
	return tribes[Number.parseInt(eosId.slice(-4), 16) % tribes.length] ?? tribes[0];
}

export function someTribes(): [Tribe, ...Tribe[]] {
	return [
		{tribeId: 1_170_340_512, name: 'Tar Pit Choir'},
		{tribeId: 1_482_007_331, name: '霧の民'},
		{tribeId: 1_559_918_204, name: 'Kibble, Inc.'},
		{tribeId: 1_906_612_877, name: 'Die Dodoflüsterer'},
		{tribeId: 2_013_554_090, name: 'Second Breakfast'},
	];
}

const beasts: readonly [string, ...string[]] = [
	'Rex',
	'Argentavis',
	'Dodo',
	'Ankylosaurus',
	'Raptor',
	'Parasaur',
	'Therizinosaur',
	'Otter',
	'Megalodon',
	'Quetzal',
];
const buildings: readonly [string, ...string[]] = [
	'Stone Wall',
	'Metal Gate',
	'Industrial Forge',
	'Tek Generator',
	'Vault',
	'Preserving Bin',
];
const dangers: readonly [string, ...string[]] = [
	'hunger',
	'a Giganotosaurus',
	'the cold',
	'a wild Alpha Raptor',
	'a fall',
];

/** Returns a random event of a survivor, in the words of the game's log. */
export function createEvent(random: () => number, {name}: Player, tribe: Tribe): string {
	const level = 1 + Math.floor(random() * 150);
	const beast = pick(random, beasts);
	const owner = `Tribe ${tribe.name}, ID ${tribe.tribeId}: ${name}`;
	const events: readonly [string, ...string[]] = [
		`${owner} Tamed a ${beast} - Lvl ${level} (${beast})!`,
		`${owner} demolished a '${pick(random, buildings)}'!`,
		`${owner} claimed '${beast} - Lvl ${level}'!`,
		`${name} - Lvl ${level} (${tribe.name}) was killed by ${pick(random, dangers)}!`,
		`Tribe ${tribe.name}, ID ${tribe.tribeId}: Your ${beast} - Lvl ${level} starved to death!`,
		`${owner} froze ${beast} - Lvl ${level} (${beast})`,
	];
	return pick(random, events);
}

/** Formats the UTC date that starts each line of the log. */
export function logTime(at: number): string {
	const [date = '', time = ''] = new Date(at).toISOString().split('T');
	return `${date.replaceAll('-', '.')}_${time.slice(0, 8).replaceAll(':', '.')}`;
}

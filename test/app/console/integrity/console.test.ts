import {expect, test} from 'vitest';
import type {Moment} from '../../../../src/contract/moments.ts';
import {reduceConsole} from '../../../../src/app/console/record/state.ts';
import type {ConsoleEvent, ConsoleState} from '../../../../src/app/console/record/buffer.ts';
import type {CommandLine} from '../../../../src/app/console/record/lines.ts';
import {linesIn} from '../../../helpers/builders.ts';
import {seeded} from './seeded.ts';
import {aWorld, type World} from './world.ts';

/** Thousands of random server histories. A failure names its seed, and `SEED=…` reproduces it. */
const {SEED, SEEDS = '4000'} = process.env;
const seeds =
	SEED === undefined ? Array.from({length: Number(SEEDS)}, (_, index) => index + 1) : [Number(SEED)];

const step = (state: ConsoleState, event: ConsoleEvent) => reduceConsole(state, event);
const linesAfter = ({events}: World) =>
	linesIn({console: events.reduce(step, new Map() as ConsoleState)}, 's');

const isCommand = (line: {kind: string}): line is CommandLine => line.kind === 'command';

function check(world: World): void {
	const lines = linesAfter(world);
	const commands = lines.filter(isCommand);
	const dated = commands.filter(({timestamp}) => timestamp !== undefined);
	// Every stored command once.
	const named = ({timestamp, command}: {timestamp?: Moment; command: string}) => `${timestamp} ${command}`;
	expect(dated.map(named).sort()).toEqual(world.stored.map(({answer}) => named(answer)).sort());
	const byName = new Map(dated.map(line => [named(line), line]));
	for (const {answer} of world.stored) expect(byName.get(named(answer))?.response).toBe(answer.response);
	// By the service's time, and undated entries in between in their order of arrival.
	const times = dated.map(({timestamp}) => timestamp ?? 0);
	expect(times).toEqual(times.toSorted((a, b) => a - b));
	const places = lines.map(({order}) => order);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
	// Each own command is one entry, and no other entry counts as own.
	expect(
		commands
			.filter(({origin}) => origin === 'me')
			.map(({id}) => id)
			.sort(),
	).toEqual(world.mine.toSorted());
	// Identical commands of others can be distinguished only if the response came to the request itself.
	const certain = world.stored.filter(({isAwaited}) => isAwaited || !world.hasSharedTexts);
	expect(certain.map(({answer}) => byName.get(named(answer))?.origin)).toEqual(
		certain.map(({localId}) => (localId === undefined ? 'other' : 'me')),
	);
	const awaited = world.stored.filter(({isAwaited}) => isAwaited);
	expect(awaited.map(({answer}) => byName.get(named(answer)))).toMatchObject(
		awaited.map(({localId}) => ({id: localId, status: 'answered', via: 'answer'})),
	);
}

/** A failure names the seed. */
function checkSeed(seed: number): void {
	const world = aWorld(seeded(seed));
	try {
		check(world);
	} catch (error) {
		throw new Error(`seed ${seed} (${world.note}): ${String(error)}`, {cause: error});
	}
}

test('in any order of events, every stored command appears once, in its place, with its author', () => {
	expect(() => seeds.forEach(checkSeed)).not.toThrow();
});

test('repeating all events changes nothing in a console', () => {
	for (const seed of seeds.slice(0, 500)) {
		const {events, note} = aWorld(seeded(seed));
		const before = events.reduce(step, new Map() as ConsoleState);
		const again = events.filter(({type}) => type === 'rcon/received').reduce(step, before);
		expect({seed, note, isSame: again === before}).toEqual({seed, note, isSame: true});
	}
});

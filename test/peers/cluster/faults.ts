import {setTimeout as sleep} from 'node:timers/promises';
import type {Random} from '../../helpers/random.ts';
import type {CutProxy} from './cut-proxy.ts';
import type {Instance, Machine} from './service.ts';

/** `begin` and `end` of a fault; it lasts in between. */
export type Fault = {name: string; begin: () => Promise<void>; end: () => Promise<void>};

type Parts = {
	instances: readonly Instance[];
	machines: readonly Machine[];
	/** Between each instance and the database, and between each agent and the load balancer. */
	databaseWires: readonly CutProxy[];
	brokerWires: readonly CutProxy[];
	agentWires: readonly CutProxy[];
	database: {kill9: () => Promise<void>; restart: () => Promise<void>} | undefined;
	broker: {kill9: () => Promise<void>; start: () => Promise<void>} | undefined;
	onExit: (name: string, code: number | undefined) => void;
	random: Random;
};

/** Returns all faults that the parts of this trial can have. */
export function faultsOf(parts: Parts): Fault[] {
	const {instances, machines, databaseWires, brokerWires, agentWires, database, broker, onExit, random} =
		parts;
	/** Each fault chooses its part when it begins. */
	const on = <Part extends object>(
		all: readonly Part[],
		name: string,
		begin: (part: Part) => unknown,
		end: (part: Part) => unknown,
	) => {
		const [first, ...others] = all;
		if (first === undefined) return [];
		let part = first;
		return [
			{
				name,
				begin: async () => {
					part = random.pick([first, ...others]);
					await begin(part);
				},
				end: async () => void (await end(part)),
			},
		];
	};
	const wires = (all: readonly CutProxy[], what: string) => [
		...on(
			all,
			`${what} cut`,
			wire => wire.cut(),
			wire => wire.mend(),
		),
		...on(
			all,
			`${what} silent`,
			wire => wire.freeze(),
			wire => wire.mend(),
		),
	];
	const drain = async ({child}: Instance) => onExit(child.name, await child.stop());
	const start = async ({child}: {child: Instance['child']}) => child.start();
	return [
		...on(instances, 'kill -9 of an instance', ({child}) => child.kill9(), start),
		...on(instances, 'drain of an instance', drain, start),
		...on(machines, 'kill -9 of an agent', ({child}) => child.kill9(), start),
		...(database ? [{name: 'kill -9 of PostgreSQL', begin: database.kill9, end: database.restart}] : []),
		...(broker ? [{name: 'kill -9 of RabbitMQ', begin: broker.kill9, end: broker.start}] : []),
		...wires(databaseWires, 'network to PostgreSQL'),
		...wires(brokerWires, 'network to RabbitMQ'),
		...wires(agentWires, 'network of an agent'),
	];
}

const [shortestMs, longestMs] = [1000, 9000];

/** Runs all faults in rounds of random order until the time is over. Returns how often each happened. */
export async function runFaults(
	faults: readonly Fault[],
	{random, endsAt, recover}: {random: Random; endsAt: number; recover: (fault: string) => Promise<void>},
): Promise<Map<string, number>> {
	const counts = new Map<string, number>(faults.map(({name}) => [name, 0]));
	while (performance.now() < endsAt && faults.length > 0) {
		for (const fault of shuffled(faults, random)) {
			if (performance.now() > endsAt) break;
			await fault.begin();
			await sleep(shortestMs + random.below(longestMs - shortestMs));
			await fault.end();
			counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
			await recover(fault.name);
		}
	}
	return counts;
}

const shuffled = <Item>(items: readonly Item[], {next}: Random): Item[] =>
	items
		.map(item => ({item, place: next()}))
		.toSorted((a, b) => a.place - b.place)
		.map(({item}) => item);

import {setTimeout as sleep} from 'node:timers/promises';
import type {Random} from '../../helpers/random.ts';
import type {CutProxy} from './cut-proxy.ts';
import type {Instance, Machine} from './service.ts';

/** `begin` and `end` of a fault; it lasts in between. `machine`: the only one that it concerns. */
export type Fault = {
	name: string;
	begin: () => Promise<void>;
	end: () => Promise<void>;
	machine?: () => string | undefined;
};

/** A fault that was injected, until everything had recovered. */
export type Injected = {name: string; machine?: string; from: number; until: number};

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
		machineOf: (part: Part) => string | undefined = () => undefined,
	): Fault[] => {
		const [first, ...others] = all;
		if (first === undefined) return [];
		let part = first;
		return [
			{
				name,
				machine: () => machineOf(part),
				begin: async () => {
					part = random.pick([first, ...others]);
					await begin(part);
				},
				end: async () => void (await end(part)),
			},
		];
	};
	const wires = (
		all: readonly CutProxy[],
		what: string,
		machineOf: (wire: CutProxy) => string | undefined = () => undefined,
	) => [
		...on(
			all,
			`${what} cut`,
			wire => wire.cut(),
			wire => wire.mend(),
			machineOf,
		),
		...on(
			all,
			`${what} silent`,
			wire => wire.freeze(),
			wire => wire.mend(),
			machineOf,
		),
	];
	const drain = async ({child}: Instance) => onExit(child.name, await child.stop());
	const start = async ({child}: {child: Instance['child']}) => child.start();
	return [
		...on(instances, 'kill -9 of an instance', ({child}) => child.kill9(), start),
		...on(instances, 'drain of an instance', drain, start),
		...on(
			machines,
			'kill -9 of an agent',
			({child}) => child.kill9(),
			start,
			({name}) => name,
		),
		...(database ? [{name: 'kill -9 of PostgreSQL', begin: database.kill9, end: database.restart}] : []),
		...(broker ? [{name: 'kill -9 of RabbitMQ', begin: broker.kill9, end: broker.start}] : []),
		...wires(databaseWires, 'network to PostgreSQL'),
		...wires(brokerWires, 'network to RabbitMQ'),
		...wires(agentWires, 'network of an agent', wire => machines[agentWires.indexOf(wire)]?.name),
	];
}

/** The times of a fault, and of the pause after the recovery, in which every outcome must be known. */
const [shortestMs, longestMs, quietMs] = [1000, 9000, 5000];
/**
Each of these also happens once for longer than the thresholds: 15 s of silence, 25 s of supervision, 30 s for an instance
that has ended, 60 s for messages that wait for the broker.
*/
const longFaults = new Map([
	['kill -9 of PostgreSQL', 40_000],
	['network to PostgreSQL silent', 40_000],
	['kill -9 of RabbitMQ', 65_000],
	['network of an agent silent', 40_000],
]);

/** Runs all faults in rounds of random order until the time is over. The first round has the long ones, too. */
export async function runFaults(
	faults: readonly Fault[],
	{random, endsAt, recover}: {random: Random; endsAt: number; recover: (fault: string) => Promise<void>},
): Promise<Injected[]> {
	const injected: Injected[] = [];
	const short = faults.map(fault => ({fault, longMs: 0}));
	const long = faults.flatMap(fault => {
		const longMs = longFaults.get(fault.name);
		return longMs === undefined ? [] : [{fault, longMs}];
	});
	let round = [...short, ...long];
	while (performance.now() < endsAt && faults.length > 0) {
		for (const {fault, longMs} of shuffled(round, random)) {
			if (performance.now() > endsAt) break;
			const from = Date.now();
			await fault.begin();
			await sleep(longMs + shortestMs + random.below(longestMs - shortestMs));
			await fault.end();
			const name = longMs > 0 ? `${fault.name}, long` : fault.name;
			await recover(name);
			const machine = fault.machine?.();
			injected.push({name, from, until: Date.now(), ...(machine !== undefined && {machine})});
			await sleep(quietMs);
		}
		round = short;
	}
	return injected;
}

const shuffled = <Item>(items: readonly Item[], {next}: Random): Item[] =>
	items
		.map(item => ({item, place: next()}))
		.toSorted((a, b) => a.place - b.place)
		.map(({item}) => item);

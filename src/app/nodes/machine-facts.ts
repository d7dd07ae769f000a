import type {Node} from '../../contract/models/node.ts';
import {type Fields, isFields, numberOf, textOf} from '../../contract/wire-values.ts';
import {bytesText} from '../../lib/bytes.ts';
import {ownValue} from '../../lib/json/maps.ts';
import {nodeMessages as messages} from '../../messages/nodes.ts';
import {openFacts} from '../kernel/screens/open-facts.ts';
import {withBar} from '../kernel/text/bar.ts';
import type {Fact} from '../kernel/text/spans.ts';
import type {Carried} from './node-outages.ts';

const mib = 1024 ** 2;
/** A fuller disk is highlighted. */
export const almostFull = 0.9;

/** What the servers of a node use; nothing is known of one without servers. */
type Used = Pick<Carried, 'cpuPercent' | 'memoryBytes'> | undefined;
type Machine = Pick<Node, 'systemData'>;

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/**
Returns the machine of a node in words: what its servers use, its memory, disks and processor. What else it reports keeps the
names of its fields.
*/
export function machineFacts(
	{systemData}: Machine,
	used: Used,
	revealed: boolean,
): {first: Fact[]; last: Fact[]} {
	const {os, hostname, ipAddresses, ram, cpu, storage, ...others} = fieldsOf(systemData);
	const {name, cores, threads, frequency, ...otherCpu} = fieldsOf(cpu);
	const disks = Object.values(fieldsOf(storage)).map(diskFact);
	const areDisksRead = disks.length > 0 && disks.every(disk => disk !== undefined);
	const system = [textOf(hostname), textOf(os)].filter(text => text !== undefined);
	const processor = [
		textOf(name),
		...[numberOf(cores)].flatMap(count => (count === undefined ? [] : [messages.cores(count)])),
		...[numberOf(threads)].flatMap(count => (count === undefined ? [] : [messages.threads(count)])),
		...[numberOf(frequency)].flatMap(hertz => (hertz === undefined ? [] : [messages.gigahertz(hertz)])),
	].filter(text => text !== undefined);
	return {
		first: [
			...loadFact(used, threadsOf(fieldsOf(cpu))),
			...memoryFact(used, numberOf(ram)),
			...(areDisksRead ? disks : []),
		],
		last: [
			...(processor.length === 0 ? [] : [{label: 'cpu', text: processor.join('   ')}]),
			...(system.length === 0 ? [] : [{label: 'machine', text: system.join('   ')}]),
			...openFacts(ipAddresses, 'addresses', revealed),
			...openFacts(otherCpu, 'cpu', revealed),
			...(areDisksRead ? [] : openFacts(storage, 'storage', revealed)),
			...openFacts(numberOf(ram) === undefined ? {ram, ...others} : others, 'system', revealed),
		],
	};
}

/** Returns the settings of a node in words. Other settings keep the names of their fields. */
export function settingFacts({settings}: Pick<Node, 'settings'>, revealed: boolean): Fact[] {
	return Object.entries(settings ?? {}).flatMap(([field, value]): Fact[] => {
		// The node has this name.
		if (field === 'name') return [];
		const label = ownValue(messages.settings, field);
		if (label === undefined || (typeof value !== 'string' && typeof value !== 'boolean'))
			return openFacts({[field]: value}, 'setting', revealed);
		return [{label, text: typeof value === 'string' ? value : messages.automatic(value)}];
	});
}

/** Which part of a machine is in use, as far as it is known: by its servers, and of its fullest disk. */
export function usedParts(
	{systemData}: Machine,
	used: Used,
): Record<'load' | 'memory' | 'disk', number | undefined> {
	const {ram, cpu, storage} = fieldsOf(systemData);
	const disks = Object.values(fieldsOf(storage)).flatMap(disk => diskOf(disk)?.part ?? []);
	return {
		load: loadPart(used, threadsOf(fieldsOf(cpu))),
		memory: memoryPart(used, numberOf(ram)),
		disk: disks.length === 0 ? undefined : disks.reduce((most, part) => Math.max(most, part)),
	};
}

const threadsOf = ({threads, cores}: Fields) => numberOf(threads) ?? numberOf(cores);

const partOf = (part: number | undefined, whole: number | undefined): number | undefined =>
	part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

/** 100 % is one thread. */
const loadPart = (used: Used, threads: number | undefined) =>
	partOf(used?.cpuPercent, threads && 100 * threads);
/** Nodes report their memory in MiB. */
const memoryPart = (used: Used, ram: number | undefined) => partOf(used?.memoryBytes, ram && ram * mib);

function loadFact(used: Used, threads: number | undefined): Fact[] {
	const percent = used?.cpuPercent;
	if (percent === undefined) return [];
	return [{label: 'load', text: withBar(loadPart(used, threads), messages.load(percent, threads))}];
}

function memoryFact(used: Used, ram: number | undefined): Fact[] {
	const total = ram === undefined ? undefined : bytesText(ram * mib);
	const bytes = used?.memoryBytes;
	if (bytes === undefined) return total === undefined ? [] : [{label: 'memory', text: total}];
	const words = messages.memoryUsed(bytesText(bytes), total);
	return [{label: 'memory', text: withBar(memoryPart(used, ram), words)}];
}

function diskOf(
	value: unknown,
): {name: string | undefined; total: number; used: number; part: number} | undefined {
	const {name, totalBytes, usedBytes} = fieldsOf(value);
	const [total, used] = [numberOf(totalBytes), numberOf(usedBytes)];
	const part = partOf(used, total);
	return total === undefined || used === undefined || part === undefined
		? undefined
		: {name: textOf(name), total, used, part};
}

function diskFact(value: unknown): Fact | undefined {
	const disk = diskOf(value);
	if (disk === undefined) return undefined;
	const {name, total, used, part} = disk;
	const percent = Math.round(100 * part);
	const words = messages.diskUsed(name, {used: bytesText(used), total: bytesText(total), percent});
	return {label: 'disk', text: withBar(part, words), tone: part >= almostFull ? 'warning' : 'plain'};
}

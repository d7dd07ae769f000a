import type {Node} from '../../contract/models/node.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type Fields, isFields, numberOf, textOf} from '../../contract/wire-values.ts';
import {bytesText} from '../../lib/bytes.ts';
import {ownValue} from '../../lib/json/maps.ts';
import {nodeMessages as messages} from '../../messages/nodes.ts';
import {openFacts} from '../kernel/screens/open-facts.ts';
import type {Fact} from '../kernel/text/spans.ts';

const mib = 1024 ** 2;
/** A fuller disk is highlighted, in percent. */
const almostFull = 90;

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/**
Returns the machine of a node in words: what its servers use, its memory, disks and processor. What else it reports keeps the
names of its fields.
*/
export function machineFacts(
	{systemData}: Pick<Node, 'systemData'>,
	servers: readonly GameServer[],
	revealed: boolean,
): {first: Fact[]; last: Fact[]} {
	const {os, hostname, ram, cpu, storage, ...others} = fieldsOf(systemData);
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
			...loadFact(servers, numberOf(threads) ?? numberOf(cores)),
			...memoryFact(servers, numberOf(ram)),
			...(areDisksRead ? disks : []),
		],
		last: [
			...(processor.length === 0 ? [] : [{label: 'cpu', text: processor.join('   ')}]),
			...(system.length === 0 ? [] : [{label: 'machine', text: system.join('   ')}]),
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

const sum = (amounts: readonly (number | undefined)[]): number | undefined => {
	const known = amounts.filter(amount => amount !== undefined);
	return known.length === 0 ? undefined : known.reduce((total, amount) => total + amount, 0);
};

/** What the servers use together, of all threads of the processor. */
function loadFact(servers: readonly GameServer[], threads: number | undefined): Fact[] {
	const percent = sum(servers.map(({cpuPercent}) => cpuPercent));
	return percent === undefined ? [] : [{label: 'load', text: messages.load(percent, threads)}];
}

function memoryFact(servers: readonly GameServer[], ram: number | undefined): Fact[] {
	const used = sum(servers.map(({memoryBytes}) => memoryBytes));
	// Nodes report their memory in MiB.
	const total = ram === undefined ? undefined : bytesText(ram * mib);
	if (used === undefined) return total === undefined ? [] : [{label: 'memory', text: total}];
	return [{label: 'memory', text: messages.memoryUsed(bytesText(used), total)}];
}

function diskFact(value: unknown): Fact | undefined {
	const {name, totalBytes, usedBytes} = fieldsOf(value);
	const [total, used] = [numberOf(totalBytes), numberOf(usedBytes)];
	if (total === undefined || used === undefined || total <= 0) return undefined;
	const percent = Math.round((100 * used) / total);
	return {
		label: 'disk',
		text: messages.diskUsed(textOf(name), {used: bytesText(used), total: bytesText(total), percent}),
		tone: percent >= almostFull ? 'warning' : 'plain',
	};
}

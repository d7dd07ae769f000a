import {expect, test} from 'vitest';
import {machineFacts, settingFacts, usedParts} from '../../../src/app/nodes/machine-facts.ts';
import {renderMessage, shellSegments} from '../../../src/messages/text.ts';

const systemData = {
	os: 'Windows Server 2022',
	hostname: 'EU1-RYZEN',
	ram: 131_072,
	ipAddresses: ['198.51.100.21'],
	storage: {'D:\\': {name: 'D:\\', totalBytes: 1_420_000_000_000, usedBytes: 1_380_000_000_000}},
	cpu: {name: 'AMD EPYC 4564P', cores: 16, threads: 32, frequency: 4_500_000_000},
};

const used = {cpuPercent: 320, memoryBytes: 8 * 1024 ** 3};

test('shows load, memory, disks and processor in words, and other fields by their names', () => {
	const {first, last} = machineFacts({systemData}, used, false);
	const words = (kind: 'tui' | 'lineMode') =>
		first.map(({text}) => renderMessage(text, {...shellSegments, kind}));
	expect(words('tui')).toEqual([
		'[#-----------] 10% of 32 threads, by servers',
		'[#-----------] 8.0 GiB of 128.0 GiB used by servers',
		'[############] D:\\   1.3 TiB of 1.3 TiB used (97%)',
	]);
	expect(words('lineMode')).toEqual([
		'10% of 32 threads, by servers',
		'8.0 GiB of 128.0 GiB used by servers',
		'D:\\   1.3 TiB of 1.3 TiB used (97%)',
	]);
	expect(first.map(({label, tone}) => [label, tone])).toEqual([
		['load', undefined],
		['memory', undefined],
		['disk', 'warning'],
	]);
	expect(usedParts({systemData}, used)).toEqual({load: 0.1, memory: 1 / 16, disk: expect.closeTo(0.972)});
	expect(last).toEqual([
		{label: 'cpu', text: 'AMD EPYC 4564P   16 cores   32 threads   4.5 GHz'},
		{label: 'machine', text: 'EU1-RYZEN   Windows Server 2022'},
		{label: 'addresses', text: '198.51.100.21'},
	]);
});

test('omits facts that the node does not report, and keeps fields of another shape', () => {
	expect(machineFacts({systemData: undefined}, undefined, false)).toEqual({first: [], last: []});
	expect(usedParts({systemData: undefined}, used)).toEqual({});
	const odd = {storage: {root: 'full'}, cpu: {temperature: 60}, ram: 'much'};
	expect(machineFacts({systemData: odd}, undefined, false).last).toEqual([
		{label: 'cpu temperature', text: '60'},
		{label: 'storage root', text: 'full'},
		{label: 'system ram', text: 'much'},
	]);
});

test('shows settings in words, and unknown ones or those of another shape by their fields', () => {
	const settings = {
		name: 'eu-1',
		defaultServerDirectory: undefined,
		serverPath: 'servers',
		enableAutoUpdate: true,
		manageFirewallAutomatically: false,
		serverBackupsDirectory: 7,
		ports: {from: 7000},
		apiToken: 'abc',
	};
	expect(settingFacts({settings}, false)).toEqual([
		{label: 'path', text: 'servers'},
		{label: 'updates', text: 'automatic'},
		{label: 'firewall', text: 'manual'},
		{label: 'setting serverBackupsDirectory', text: '7'},
		{label: 'setting ports from', text: '7000'},
		{label: 'setting apiToken', text: expect.not.stringContaining('abc')},
	]);
	expect(settingFacts({settings: undefined}, false)).toEqual([]);
});

import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {createApi} from '../../src/api/client.ts';
import {pollFleet} from '../../src/app/servers/read-fleet.ts';
import {handleKey} from '../../src/app/keys.ts';
import type {GameServer} from '../../src/contract/models/server.ts';
import {mountTui} from '../../src/tui/mount.tsx';
import {aNode, aServer, aTeam} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures the cost of one poll in the TUI: unchanged, with one changed server, with one that goes down or comes up, and
with all changed; and of a key that moves the cursor. `decode` covers the response bytes to the list, and must be linear
in the bytes. `paint` covers the list to the terminal; its time and bytes must not depend on the number of servers off
screen. Times are medians of the CPU time of the thread that also handles keys.
*/
const sizes = [10, 100, 1000, 5000];
const turns = 15;
const warmUp = 15;
const [columns, rows] = [120, 40];

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

type Change = (fleet: readonly GameServer[]) => readonly GameServer[];
const more = (server: GameServer): GameServer => ({
	...server,
	onlinePlayers: ((server.onlinePlayers ?? 0) + 1) % 70,
});
const flipped = (server: GameServer): GameServer => ({
	...server,
	state: server.state === 'ONLINE' ? 'OFFLINE' : 'ONLINE',
});
const at = (index: number, change: (server: GameServer) => GameServer): Change => {
	return fleet => fleet.with(index, change(fleet[index] ?? aServer()));
};
const changes: Record<string, Change> = {
	'no change': fleet => fleet,
	'one server changed': at(2, more),
	'one server down or up': at(7, flipped),
	'all servers changed': fleet => fleet.map(more),
};

function fleetOf(count: number): GameServer[] {
	return Array.from({length: count}, (_, index) =>
		aServer({
			id: `0d8c1b7e-5f0a-4f0e-${index.toString(16).padStart(4, '0')}-0123456789ab`,
			displayName: `server-${String(index).padStart(4, '0')}`,
			nodeId: `n-${index % 40}`,
			nodeName: `eu-${index % 40}`,
			state: 'ONLINE',
			onlinePlayers: index % 70,
		}),
	);
}

/** The nodes of these servers. */
const nodes = Array.from({length: 40}, (_, index) =>
	aNode({id: `n-${index}`, name: `eu-${index}`, status: 'ONLINE'}),
);

/** CPU time of this thread, ms. */
async function measureCpu(task: () => Promise<unknown>, settleMs: number): Promise<number> {
	const before = process.threadCpuUsage();
	await task();
	await pause(settleMs);
	const {user, system} = process.threadCpuUsage(before);
	return (user + system) / 1000;
}

function openFleet(count: number) {
	let fleet: readonly GameServer[] = fleetOf(count);
	let list = {items: [...fleet], unreadable: []};
	let body = '';
	const api = createApi({
		baseUrl: 'http://bench.example',
		credentials: undefined,
		clock: manualClock(),
		random: Math.random,
		fetch: async () => new Response(body, {headers: {'content-type': 'application/json'}}),
	});
	const services = fakeServices({
		api: {myTeam: async () => aTeam(), listServers: async () => list},
	});
	let bytes = 0;
	const stdout = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write: (text: string) => void (bytes += Buffer.byteLength(text)),
	});
	const keyboard = {isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {}};
	const tui = mountTui({
		services,
		stdin: Object.assign(new PassThrough(), keyboard),
		stdout,
		env: {TERM: 'xterm-256color'},
		look: {noColor: false, ascii: false},
		ending: new AbortController().signal,
	});
	const painted = async (task: () => Promise<unknown>) => {
		bytes = 0;
		const ms = await measureCpu(task, 45);
		return {ms, bytes};
	};
	const read = async () => {
		const read = await api.listServers({teamId: 'team-1'});
		list = {items: read.items, unreadable: []};
	};
	const before = {list: undefined as unknown};
	return {
		begin: async () => {
			body = JSON.stringify(fleet);
			await read();
			await pollFleet(services, new AbortController().signal);
			services.store.dispatch({type: 'nodes/read', at: services.clock.now(), nodes});
			await pause(100);
		},
		poll: async (change: Change) => {
			const next = change(fleet);
			if (next !== fleet) body = JSON.stringify(next);
			fleet = next;
			await pause(5);
			globalThis.gc?.({type: 'minor'});
			const decode = await measureCpu(async () => {
				const answer = await api.listServers({teamId: 'team-1'});
				if (answer !== before.list) list = answer as typeof list;
				before.list = answer;
			}, 0);
			globalThis.gc?.({type: 'minor'});
			return {decode, ...(await painted(() => pollFleet(services, new AbortController().signal)))};
		},
		press: (chord: string) => painted(async () => handleKey(services, chord)),
		close: async () => {
			tui.unmount();
			await tui.waitUntilExit();
		},
	};
}

type Sample = {decode?: number; ms: number; bytes: number};
const samples = new Map<string, Sample[]>();
const note = (size: number, name: string, sample: Sample) => {
	const key = `${size} ${name}`;
	samples.set(key, [...(samples.get(key) ?? []), sample]);
};

/** The change of all servers is measured separately, because its garbage would slow the others down. */
const rounds = [
	['no change', 'one server changed', 'one server down or up', 'a key'],
	['all servers changed'],
];

async function measure(size: number, count: number): Promise<void> {
	const fleet = openFleet(size);
	await fleet.begin();
	for (const names of rounds) {
		for (let turn = -warmUp; turn < count; turn++) {
			for (const name of names) {
				const change = changes[name];
				const sample = await (change ? fleet.poll(change) : fleet.press(turn % 2 === 0 ? 'j' : 'k'));
				if (turn >= 0) note(size, name, sample);
			}
		}
	}
	await fleet.close();
}

export async function run(): Promise<readonly Row[]> {
	// One fleet at a time, as in a session. The first, uncounted one warms up the code for all of them.
	await measure(100, 0);
	for (const size of sizes) await measure(size, turns);
	const of = (name: string, size: number, part: keyof Sample) =>
		quantile(
			(samples.get(`${size} ${name}`) ?? []).map(sample => sample[part] ?? Number.NaN),
			0.5,
		);
	return [...Object.keys(changes), 'a key'].map(name => {
		const what = name === 'a key' ? 'A key that moves the highlight' : `A poll with ${name}`;
		const ratio = (size: number) => of(name, size, 'ms') / of(name, 10, 'ms');
		const parsing = name === 'a key' ? '' : `; parsing ${of(name, 5000, 'decode').toFixed(1)} ms`;
		return rowOf(`${what}, to the screen, at 5,000 servers, relative to 10`, ratio(5000), {
			unit: '×',
			detail: `100: ${ratio(100).toFixed(1)}, 1,000: ${ratio(1000).toFixed(1)}; ${of(name, 5000, 'ms').toFixed(1)} ms, ${of(name, 5000, 'bytes')} bytes${parsing}`,
		});
	});
}

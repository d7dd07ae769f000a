import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {pollFleet} from '../../src/core/actions/fleet.ts';
import {handleKey} from '../../src/core/keys.ts';
import type {GameServer} from '../../src/contract/models/server.ts';
import {mountDeck} from '../../src/ui/mount.tsx';
import {aServer, aTeam} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';

/**
What one poll costs the deck, from the decoded list to the terminal: with no change, with one server on screen changed,
with all changed; and what a key costs that moves the cursor. Time is CPU time of this process; bytes are what the
terminal gets. Neither bytes nor the cost of a key may grow with the servers that are off screen.
Run it with `npm run bench:list`.
*/
const sizes = [10, 100, 1000, 5000];
const turns = 15;
const [columns, rows] = [120, 40];

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const median = (values: number[]) =>
	values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function openFleet(count: number) {
	let fleet: GameServer[] = Array.from({length: count}, (_, index) =>
		aServer({
			id: `s-${index}`,
			displayName: `server-${String(index).padStart(4, '0')}`,
			nodeId: `n-${index % 40}`,
			nodeName: `eu-${index % 40}`,
			onlinePlayers: index % 70,
		}),
	);
	const services = fakeServices({
		api: {myTeam: async () => aTeam(), listServers: async () => ({items: fleet, unreadable: []})},
	});
	let bytes = 0;
	const stdout = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write: (text: string) => void (bytes += Buffer.byteLength(text)),
	});
	const keyboard = {isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {}};
	const deck = mountDeck({
		services,
		stdin: Object.assign(new PassThrough(), keyboard),
		stdout,
		env: {TERM: 'xterm-256color'},
		look: {noColor: false, ascii: false},
		ending: new AbortController().signal,
	});
	const changed = (server: GameServer): GameServer => ({
		...server,
		onlinePlayers: ((server.onlinePlayers ?? 0) + 1) % 70,
	});
	return {
		poll: () => pollFleet(services, new AbortController().signal),
		press: async (chord: string) => handleKey(services, chord),
		changeOne: () => {
			fleet = fleet.with(2, changed(fleet[2] ?? aServer()));
		},
		changeAll: () => {
			fleet = fleet.map(changed);
		},
		/** CPU ms and bytes of a task, the painting that follows it among them. */
		measure: async (task: () => Promise<unknown>) => {
			await pause(45);
			bytes = 0;
			const before = process.cpuUsage();
			await task();
			await pause(45);
			const {user, system} = process.cpuUsage(before);
			return {ms: (user + system) / 1000, bytes};
		},
		close: async () => {
			deck.unmount();
			await deck.waitUntilExit();
		},
	};
}

const cases = {
	'no change': () => {},
	'one changed': (fleet: ReturnType<typeof openFleet>) => fleet.changeOne(),
	'all changed': (fleet: ReturnType<typeof openFleet>) => fleet.changeAll(),
} as const;

console.log(
	`${'servers'.padStart(8)}${[...Object.keys(cases), 'a key'].map(name => name.padStart(26)).join('')}`,
);
for (const count of sizes) {
	const fleet = openFleet(count);
	await fleet.poll();
	await pause(300);
	const cells: string[] = [];
	for (const change of Object.values(cases)) {
		const seen: {ms: number; bytes: number}[] = [];
		for (let turn = 0; turn < turns; turn++) {
			change(fleet);
			seen.push(await fleet.measure(fleet.poll));
		}
		cells.push(cell(seen));
	}
	const keys: {ms: number; bytes: number}[] = [];
	for (let turn = 0; turn < turns; turn++) {
		keys.push(await fleet.measure(() => fleet.press(turn % 2 === 0 ? 'j' : 'k')));
	}
	cells.push(cell(keys));
	console.log(`${String(count).padStart(8)}${cells.map(text => text.padStart(26)).join('')}`);
	await fleet.close();
}

function cell(seen: readonly {ms: number; bytes: number}[]): string {
	return `${median(seen.map(({ms}) => ms)).toFixed(1)} ms ${median(seen.map(({bytes}) => bytes))} bytes`;
}

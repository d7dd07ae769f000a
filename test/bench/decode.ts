/** Measures decoding a poll of a large team, compared with plain `JSON.parse`. */
import {performance} from 'node:perf_hooks';
import {createServersReader} from '../../src/contract/fast-servers.ts';
import {rowOf, type Row} from './row.ts';

const [serverCount, commandCount, rounds] = [1000, 1000, 3];

function body(newCommands: number): string {
	const servers = Array.from({length: serverCount}, (_, s) => {
		const commands = Array.from({length: commandCount}, (_, c) => commandOf(s, c + newCommands));
		return JSON.stringify({
			id: `server-${s}`,
			displayName: `Server ${s}`,
			nodeId: `node-${s % 20}`,
			created: '2026-01-02T03:04:05.678901Z',
			gameType: 'ARK_ASCENDED',
			state: 'ONLINE',
			onlinePlayers: s % 70,
			maxPlayers: 70,
			map: 'TheIsland_WP',
			backups: [],
			commands,
		});
	});
	return `[${servers.join(',')}]`;
}

function commandOf(server: number, index: number) {
	return {
		command: 'listplayers',
		response: `\n0. Player ${index}, 0002aa11bb22cc33dd44ee55ff667788 \n `,
		commandId: `0d8c1b7e-5f0a-4f0e-${server.toString(16).padStart(4, '0')}-${index.toString(16).padStart(12, '0')}`,
		timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
	};
}

function median(task: () => unknown, times: number): number {
	const spans = Array.from({length: times}, () => {
		globalThis.gc?.();
		const startedAt = performance.now();
		task();
		return performance.now() - startedAt;
	});
	return spans.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

export async function run(): Promise<readonly Row[]> {
	const quiet = body(0);
	const bare = median(() => JSON.parse(quiet), rounds);
	const relative = (what: string, ms: number) =>
		rowOf(`Parse 1,000 servers with 1,000 commands each, ${what}, relative to \`JSON.parse\``, ms / bare, {
			unit: '×',
			detail: `${ms.toFixed(0)} ms of ${(quiet.length / 1e6).toFixed(0)} MB`,
		});
	const first = median(() => createServersReader()(JSON.parse(quiet)), rounds);
	const read = createServersReader();
	const list = read(JSON.parse(quiet));
	const unchanged = median(() => {
		if (read(JSON.parse(quiet)) !== list) throw new Error('An unchanged list is not the same value.');
	}, rounds);
	const bodies = [1, 2, 3].map(body);
	let turn = 0;
	const changed = median(() => read(JSON.parse(bodies[turn++ % 3] ?? '')), 3);
	return [
		relative('first poll', first),
		relative('no change', unchanged),
		relative('a new command on each', changed),
	];
}

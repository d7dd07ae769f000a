/**
Measures decoding a poll of a large team: 1,000 servers with 1,000 stored commands each. Prints the times of plain
`JSON.parse`, of the reader on the first poll, on unchanged and changed polls, and of the schema alone.
*/
import {performance} from 'node:perf_hooks';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {createServersReader} from '../../src/contract/fast-servers.ts';

const [serverCount, commandCount, rounds] = [1000, 1000, 5];

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

const quiet = body(0);
const bare = median(() => JSON.parse(quiet), rounds);
const say = (what: string, ms: number) =>
	console.log(
		`${what.padEnd(44)}${ms.toFixed(0).padStart(7)} ms${(ms / bare).toFixed(2).padStart(8)} x bare`,
	);

console.log(
	`${serverCount} servers x ${commandCount} commands, ${(quiet.length / 1e6).toFixed(0)} MB of JSON\n`,
);
say('plain JSON.parse', bare);
say(
	'first poll',
	median(() => createServersReader()(JSON.parse(quiet)), rounds),
);

const read = createServersReader();
const first = read(JSON.parse(quiet));
let isSame = true;
say(
	'poll that brings nothing new',
	median(() => (isSame &&= read(JSON.parse(quiet)) === first), rounds),
);
const bodies = [1, 2, 3].map(body);
let turn = 0;
say(
	'poll with one new command on every server',
	median(() => read(JSON.parse(bodies[turn++ % 3] ?? '')), 3),
);
console.log(`\nunchanged list is the same value: ${isSame}`);
console.log(`peak memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB (with four bodies kept)`);

if (process.argv.includes('--schema')) {
	say(
		'the schema alone',
		median(() => endpoints.listServers.response.parse(JSON.parse(quiet)), 1),
	);
}

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {spawn as spawnPty} from '@lydell/node-pty';
import {quantile} from './quantile.ts';
import {rowOf, type Row} from './row.ts';

/**
Measures the time to the first paint of the built TUI: the bundle and the executable, each with the local service and
with a configured service, in medians of alternating runs. Measures wall time and, on Linux, CPU time of the main
thread, which a busy machine affects less.
*/
const turns = 25;
const dist = path.resolve(import.meta.dirname, '../../dist');
const builds: [name: string, command: string[]][] = [
	['bundle', [process.execPath, path.join(dist, 'rcondeck.mjs')]],
	['executable', [path.join(dist, 'rcondeck')]],
];
/** The label of the service in the first frame of a session. */
const words = 'DEMO';
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
// No settings of this machine: NODE_EXTRA_CA_CERTS alone makes every Node read a hundred certificates.
const env = {PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm-256color'};

/** A service that accepts connections and never answers: the first paint does not wait for it. */
async function openSilentService(): Promise<{env: NodeJS.ProcessEnv; close: () => void}> {
	// Killed programs reset their connections.
	const server = createServer(socket => socket.on('error', () => {}).resume());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	// A listening server has an address with a port.
	const {port} = server.address() as AddressInfo;
	writeFileSync(
		path.join(folder, 'config.toml'),
		`profile = "bench"\npoll_seconds = 5\n[profiles.bench]\nurl = "http://127.0.0.1:${port}"\nlabel = "no ${words}"\n`,
	);
	return {
		env: {...env, RCONDECK_CONFIG_DIR: folder, RCONDECK_TOKEN: 'none'},
		close: () => void server.close(),
	};
}

type Sample = {wall: number; cpu: number};
type Way = {what: string; most: number; command: string[]; env: NodeJS.ProcessEnv; samples: Sample[]};

/** CPU time of the main thread so far, ms; NaN if the system does not report it. */
function cpuOf(pid: number): number {
	try {
		return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
	} catch {
		return Number.NaN;
	}
}

/** A complete run of `node -e 0`; its CPU time is read right after it has run the script. */
async function bareNode(): Promise<Sample> {
	const startedAt = performance.now();
	await once(spawn(process.execPath, ['-e', '0'], {stdio: 'ignore', env}), 'exit');
	const wall = performance.now() - startedAt;
	const {cpu} = await untilWords(
		[process.execPath, '-e', 'process.stdout.write("ready"); setTimeout(() => {}, 1000)'],
		{words: 'ready', leave: 'kill', env},
	);
	return {wall, cpu};
}

/** Ends the session with a key, so that it writes its code cache like a user's session; a killed one does not. */
function untilWords(
	[command = '', ...given]: string[],
	{words, leave, env}: {words: string; leave: 'kill' | 'quit'; env: NodeJS.ProcessEnv},
): Promise<Sample> {
	const startedAt = performance.now();
	const pty = spawnPty(command, given, {cols: 120, rows: 40, env});
	return new Promise((resolve, reject) => {
		let seen = '';
		let took: Sample | undefined;
		pty.onData(data => {
			seen += data;
			if (!seen.includes(words)) return;
			took ??= {cpu: cpuOf(pty.pid), wall: performance.now() - startedAt};
			if (leave === 'kill') pty.kill('SIGKILL');
			else pty.write('q');
		});
		pty.onExit(() => {
			if (took !== undefined) resolve(took);
			else reject(new Error(`the TUI ended before it showed "${words}":\n${seen}`));
		});
	});
}

const median = (samples: readonly Sample[], part: keyof Sample) =>
	quantile(
		samples.map(sample => sample[part]),
		0.5,
	);

export async function run(): Promise<readonly Row[]> {
	const service = await openSilentService();
	const bare: Sample[] = [];
	const ways: Way[] = builds.flatMap(([name, command]) => [
		{what: `First paint of the ${name}`, most: 5.5, command, env, samples: []},
		{
			what: `First paint of the ${name}, configured service`,
			most: 6,
			command,
			env: service.env,
			samples: [],
		},
	]);
	for (const [index, way] of ways.entries()) {
		// Its users start what they started before: the code cache is that of the same service.
		way.env = {...way.env, XDG_CACHE_HOME: path.join(folder, `cache-${index}`)};
		await untilWords(way.command, {words, leave: 'quit', env: way.env});
	}
	for (let turn = 0; turn < turns; turn++) {
		bare.push(await bareNode());
		for (const {command, env, samples} of ways)
			samples.push(await untilWords(command, {words, leave: 'kill', env}));
	}
	service.close();
	rmSync(folder, {recursive: true});
	return ways.map(({what, most, samples}) =>
		rowOf(`${what}, relative to \`node -e 0\``, median(samples, 'wall') / median(bare, 'wall'), {
			unit: '×',
			most,
			detail: `${median(samples, 'wall').toFixed(0)} ms; CPU ${(median(samples, 'cpu') / median(bare, 'cpu')).toFixed(2)} ×`,
		}),
	);
}

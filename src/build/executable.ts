import {spawn as spawnProcess, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	copyFileSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {Script} from 'node:vm';
import {spawn} from '@lydell/node-pty';
import {binaryPlatform} from './binary-platform.ts';
import {thisNode} from './node-runtime.ts';
import {root} from './root.ts';
import {bundle, buildProgram} from './program.ts';
import {programName, writeBundle} from './write-bundle.ts';
import {checksumBytes} from '../cli/code-cache.ts';

/**
Builds `dist/rcondeck`, one file that needs no Node: a copy of the Node that runs this script, with the program and its
V8 code cache. On Windows it has no code
cache, because the build has not been tried there: it compiles the program at each start.
*/
const name = process.platform === 'win32' ? 'rcondeck.exe' : 'rcondeck';
const {values} = parseArgs({
	options: {out: {type: 'string', default: path.join(root, 'dist', name)}},
});
const outfile = path.resolve(values.out);
/** The Node that is copied. */
const runtime = thisNode();
const platform = binaryPlatform(runtime.file);
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-build-'));
const inFolder = (name: string) => path.join(folder, name);
const node = process.execPath;

/** Runs a tool. If it fails, ends the build with its output. */
function run(command: string, given: string[], env: NodeJS.ProcessEnv = process.env): void {
	const {status, stdout, stderr, error} = spawnSync(command, given, {encoding: 'utf8', env});
	if (status === 0) return;
	process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
	throw new Error(`${path.basename(command)} failed`);
}

/** Builds one file from Node and the given files, which become assets by name. */
async function assemble(assets: Record<string, string>): Promise<void> {
	const {text} = await bundle('src/cli/launch-executable.ts', {});
	writeFileSync(inFolder('launch.cjs'), text);
	const config = {
		main: inFolder('launch.cjs'),
		output: inFolder('blob'),
		disableExperimentalSEAWarning: true,
		// No inspector on SIGUSR1.
		execArgv: ['--disable-sigusr1'],
		// The user's NODE_OPTIONS are for other programs.
		execArgvExtension: 'none',
		assets,
	};
	writeFileSync(inFolder('sea.json'), JSON.stringify(config));
	run(node, ['--experimental-sea-config', inFolder('sea.json')]);
	mkdirSync(path.dirname(outfile), {recursive: true});
	rmSync(outfile, {force: true});
	copyFileSync(runtime.file, outfile);
	chmodSync(outfile, 0o755);
	if (platform.startsWith('linux')) strip(outfile);
	const isForMac = platform.startsWith('darwin');
	const canSign = isForMac && process.platform === 'darwin';
	if (canSign) run('codesign', ['--remove-signature', outfile]);
	const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
	const segment = isForMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
	const postject = fileURLToPath(new URL('cli.js', import.meta.resolve('postject')));
	run(process.execPath, [
		postject,
		outfile,
		'NODE_SEA_BLOB',
		inFolder('blob'),
		'--sentinel-fuse',
		fuse,
		...segment,
	]);
	if (canSign) run('codesign', ['--sign', '-', outfile]);
}

/** Removes the names of Node's functions, 18 MB, with the first tool that knows the architecture. */
function strip(file: string): void {
	const tools = ['strip', 'llvm-strip', 'aarch64-linux-gnu-strip', 'x86_64-linux-gnu-strip'];
	if (tools.some(tool => spawnSync(tool, [file]).status === 0)) return;
	process.stderr.write(`${file} is not stripped: install llvm-strip (Debian: llvm).\n`);
}

/** An environment without user settings, whose code cache is written to the build's folder. */
const apart = {
	PATH: process.env['PATH'] ?? '',
	TERM: 'xterm-256color',
	LANG: 'C.UTF-8',
	HOME: folder,
	XDG_CACHE_HOME: inFolder('cache'),
	XDG_CONFIG_HOME: inFolder('config'),
	RCONDECK_STATE_DIR: inFolder('state'),
	// Windows: without it no program starts.
	...(process.env['SystemRoot'] !== undefined && {SystemRoot: process.env['SystemRoot']}),
};

/** Starts the TUI on a pseudo-terminal and quits it once its feed is live: on exit it stores its code. */
function runTui(given: string[], env: NodeJS.ProcessEnv = apart): Promise<void> {
	return new Promise((resolve, reject) => {
		const pty = spawn(node, given, {cols: 120, rows: 40, env});
		// If the service cannot be reached, the feed never becomes live.
		let isOver = false;
		AbortSignal.timeout(120_000).addEventListener('abort', () => isOver || pty.kill('SIGKILL'));
		let seen = '';
		let isLive = false;
		pty.onData(text => {
			seen += text;
			if (isLive || !seen.includes('LIVE')) return;
			isLive = true;
			pty.write('q');
		});
		pty.onExit(() => {
			isOver = true;
			if (isLive) resolve();
			else reject(new Error(`The TUI ended before its feed was live:\n${seen}`));
		});
	});
}

/** Runs the TUI and the commonest commands over HTTP: each stores the code that it needs. */
async function runOnService(file: string): Promise<void> {
	const service = spawnProcess(node, [file, 'serve', '--demo', '--port', '0', '--log-level', 'error'], {
		// It stores its own code, perhaps while a command runs that then could not.
		env: {...apart, XDG_CACHE_HOME: inFolder('cache-of-service')},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	// It may end early, before anyone waits for it.
	const ended = once(service, 'exit');
	try {
		let text = '';
		for await (const chunk of service.stdout) {
			text += String(chunk);
			if (text.includes('Ctrl-C')) break;
		}
		const variables = [...text.matchAll(/export (RCONDECK_\w+)=(\S+)/g)].map(([, name, value]) => [
			name,
			value,
		]);
		const env = {...apart, ...Object.fromEntries(variables)};
		await runTui([file], env);
		for (const words of ['servers --json', 'show ark-isl-1', 'rcon ark-isl-1 -- ListPlayers'])
			run(node, [file, ...words.split(' ')], env);
	} finally {
		service.kill();
		await ended;
	}
}

/** Files by name with the code of each command that runs here, which this Node wrote and accepts. */
async function codeCaches(): Promise<Record<string, string>> {
	const launcher = inFolder('rcondeck.mjs');
	const text = readFileSync(inFolder(programName), 'utf8');
	await runOnService(launcher);
	const files = globSync('cache/rcondeck/code-*', {cwd: folder});
	return Object.fromEntries(
		files.map(file => {
			const name = path.basename(file).replace(/-[0-9a-f]{16}-.*$/, '');
			const cachedData = readFileSync(inFolder(file)).subarray(0, -checksumBytes);
			if (new Script(text, {cachedData}).cachedDataRejected === true)
				throw new Error('V8 rejects the code cache. Was it written by another Node?');
			writeFileSync(inFolder(name), cachedData);
			return [name, inFolder(name)];
		}),
	);
}

try {
	const license = {name: 'Node.js', version: runtime.version, license: 'MIT', text: runtime.license};
	await writeBundle(inFolder('rcondeck.mjs'), await buildProgram([license]));
	const program = inFolder(programName);
	const assets = {program, ...(process.platform !== 'win32' && (await codeCaches()))};
	await assemble(assets);
	run(outfile, ['--version'], apart);
} finally {
	rmSync(folder, {recursive: true});
}

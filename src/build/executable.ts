import {spawnSync} from 'node:child_process';
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
import {bundledText} from './esbuild.ts';
import {licenseIn} from './licenses.ts';
import {root} from './root.ts';
import {programScripts} from './scripts.ts';
import type {PackageLicense} from '../cli/package-licenses.ts';
import {parts} from '../cli/parts.ts';

/**
Builds `dist/rcondeck`, one file that needs no Node: a copy of the Node that runs this script, with the program and its
V8 code cache. It runs on the platform and architecture of this machine.
*/
const name = process.platform === 'win32' ? 'rcondeck.exe' : 'rcondeck';
const {values} = parseArgs({options: {out: {type: 'string', default: path.join(root, 'dist', name)}}});
const outfile = path.resolve(values.out);
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
	writeFileSync(inFolder('launch.cjs'), await bundledText('src/cli/launch-executable.ts', {format: 'cjs'}));
	const config = {
		main: inFolder('launch.cjs'),
		output: inFolder('blob'),
		disableExperimentalSEAWarning: true,
		// A young generation large enough for no collection before the first paint.
		// No inspector on SIGUSR1.
		execArgv: ['--min-semi-space-size=16', '--disable-sigusr1'],
		// The user's NODE_OPTIONS are meant for other programs.
		execArgvExtension: 'none',
		assets,
	};
	writeFileSync(inFolder('sea.json'), JSON.stringify(config));
	run(node, ['--experimental-sea-config', inFolder('sea.json')]);
	mkdirSync(path.dirname(outfile), {recursive: true});
	rmSync(outfile, {force: true});
	copyFileSync(node, outfile);
	chmodSync(outfile, 0o755);
	if (process.platform === 'darwin') run('codesign', ['--remove-signature', outfile]);
	const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
	const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
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
	if (process.platform === 'darwin') run('codesign', ['--sign', '-', outfile]);
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
};

/** Starts the TUI on a pseudo-terminal and quits it with keys: on exit it writes its code cache. */
function runTui(file: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const pty = spawn(node, [file], {cols: 120, rows: 40, env: apart});
		let seen = '';
		let isPainted = false;
		pty.onData(text => {
			seen += text;
			if (isPainted || !seen.includes('DEMO')) return;
			isPainted = true;
			pty.write('q');
		});
		pty.onExit(() => {
			if (isPainted) resolve();
			else reject(new Error(`The TUI ended before its first paint:\n${seen}`));
		});
	});
}

/**
The file of the code cache of a script: as the launcher of the bundle writes it in a first run, or, if that needed
nothing of this part, without compiled functions.
*/
function codeCache(name: string, text: string): string {
	const [file] = globSync(`cache/rcondeck/${name}-*`, {cwd: folder});
	if (file !== undefined) return inFolder(file);
	writeFileSync(inFolder(name), new Script(text).createCachedData());
	return inFolder(name);
}

/** The license of Node and of everything in it, from its package. */
function nodeLicense(): PackageLicense {
	const text = licenseIn(path.resolve(node, '../..'));
	return {name: 'Node.js', version: process.versions.node, license: 'MIT', text};
}

try {
	const bundle = inFolder('rcondeck.mjs');
	run(node, [path.join(root, 'src/build/bundle.ts'), '--out', bundle]);
	await runTui(bundle);
	run(node, [bundle, '--demo', 'servers', '--json'], apart);
	const {scripts} = await programScripts([nodeLicense()]);
	const assets: Record<string, string> = {};
	for (const part of parts) {
		writeFileSync(inFolder(part), scripts[part]);
		assets[part] = inFolder(part);
		for (const name of [`tui-${part}`, `commands-${part}`]) {
			assets[name] = codeCache(name, scripts[part]);
			const {cachedDataRejected} = new Script(scripts[part], {cachedData: readFileSync(assets[name])});
			if (cachedDataRejected) throw new Error('V8 rejects the code cache. Was it written by another Node?');
		}
	}
	await assemble(assets);
	run(outfile, ['--version'], apart);
} finally {
	rmSync(folder, {recursive: true});
}

import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {binaryPlatform} from './binary-platform.ts';
import {buildDebianPackage} from './debian.ts';
import {writeManifests} from './manifests.ts';
import {nodePackage, thisNode} from './node-runtime.ts';
import {packageFacts} from './package-facts.ts';
import {root} from './root.ts';
import {shells} from '../cli/completion-scripts.ts';

/**
Writes the artifacts of a release to `dist/release`: the npm package with its bill of materials, and for each platform an
archive with the executable, for Linux also a Debian package; then their hashes, and manifests for other package managers.
Runs on Linux and macOS. `--only npm,linux-x64` builds some of them; without `npm`, run `manifests.ts` when all are there.

An executable for this platform is run once it is built. Those for others are checked by their headers, and are slower:
they have no code cache.
*/
const platforms: Record<string, string> = {
	'linux-x64': 'linux-x64',
	'linux-arm64': 'linux-arm64',
	'macos-x64': 'darwin-x64',
	'macos-arm64': 'darwin-arm64',
	'windows-x64': 'win32-x64',
};
const {values} = parseArgs({options: {only: {type: 'string'}}});
const wanted = values.only?.split(',') ?? ['npm', ...Object.keys(platforms)];
const unknown = wanted.filter(name => name !== 'npm' && platforms[name] === undefined);
if (unknown.length > 0)
	throw new Error(`Unknown: ${unknown.join(', ')}. Use ${['npm', ...Object.keys(platforms)].join(', ')}.`);

const {version} = packageFacts;
const folder = path.join(root, 'dist/release');
const temporary = mkdtempSync(path.join(tmpdir(), 'rcondeck-release-'));
// The same commit gives the same dates: https://reproducible-builds.org/specs/source-date-epoch/
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? output('git', ['log', '-1', '--format=%ct']));
process.env['SOURCE_DATE_EPOCH'] = String(epoch);
process.umask(0o022);

function output(
	command: string,
	given: string[],
	options: {cwd?: string; env?: NodeJS.ProcessEnv} = {},
): string {
	return execFileSync(command, given, {cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options});
}
const run = (script: string, ...given: string[]) =>
	output(process.execPath, [path.join(root, script), ...given]);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** The folder of the npm package with the Node of another platform, whose hash npm checks against the lockfile. */
function installNode(platform: string): string {
	const [os = '', cpu = ''] = platform.split('-');
	const {packages} = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, {os?: string | readonly string[]; cpu?: string | readonly string[]}>;
	};
	const isFor = (name: string) =>
		/^node_modules\/node-[^/]+$/.test(name) &&
		packages[name]?.os?.includes(os) &&
		packages[name].cpu?.includes(cpu);
	const place = Object.keys(packages).find(isFor);
	if (place === undefined) throw new Error(`The lockfile has no Node for ${platform}.`);
	const at = path.join(temporary, platform);
	for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src/build/node/package.json'])
		cpSync(path.join(root, name), path.join(at, name));
	output('npm', ['ci', '--omit=dev', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`], {cwd: at});
	return path.join(at, place);
}

/** Why this Node cannot write what the Node of another platform reads; undefined if it can. */
function incompatibility(other: string): string | undefined {
	const [major, minor = 0] = other.split('.').map(Number);
	// The format of the program in an executable has been the same since Node 24.18, and differs in Node 26.
	if (major === Number.parseInt(process.versions.node, 10) && minor >= 18) return undefined;
	return `npm has only Node ${other} for it, which does not fit the Node ${process.versions.node} of this build. Build it there with Node ${process.versions.node}: node src/build/release.ts --only`;
}

/** Writes the archive of a platform, and for Linux the Debian package. */
function buildFor(name: string, platform: string): void {
	const isHere = platform === `${process.platform}-${process.arch}`;
	const runtime = isHere ? undefined : installNode(platform);
	const node = runtime === undefined ? thisNode() : nodePackage(runtime);
	const reason = isHere ? undefined : incompatibility(node.version);
	if (reason !== undefined) {
		say(`${name}: not built. ${reason} ${name}`);
		return;
	}
	const archive = `rcondeck-${version}-${name}`;
	const unpacked = path.join(temporary, archive);
	const isWindows = platform.startsWith('win32');
	const program = path.join(unpacked, isWindows ? 'rcondeck.exe' : 'rcondeck');
	mkdirSync(path.join(unpacked, 'completions'), {recursive: true});
	run('src/build/executable.ts', '--out', program, ...(runtime === undefined ? [] : ['--runtime', runtime]));
	if (binaryPlatform(program) !== platform) throw new Error(`${program} is not for ${platform}.`);
	for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(path.join(root, file), path.join(unpacked, file));
	for (const file of ['THIRD-PARTY-NOTICES.txt', 'man'])
		cpSync(path.join(root, 'dist', file), path.join(unpacked, file), {recursive: true});
	writeFileSync(path.join(unpacked, 'LICENSE-node.txt'), `${node.license}\n`);
	for (const shell of shells) {
		const file = shell === 'zsh' ? '_rcondeck' : `rcondeck.${shell}`;
		writeFileSync(path.join(unpacked, 'completions', file), run('dist/rcondeck.mjs', 'completion', shell));
	}
	const packed = isWindows ? `${archive}.zip` : `${archive}.tar.xz`;
	if (isWindows) output('zip', ['-qrX', path.join(folder, packed), archive], {cwd: temporary});
	else packTar(archive, packed);
	const files = [packed];
	if (platform.startsWith('linux'))
		files.push(buildDebianPackage(unpacked, platform.slice('linux-'.length), folder, epoch));
	say(
		`${name}: ${files.join(', ')} (Node ${node.version}; ${isHere ? 'started here' : 'header checked, not started'})`,
	);
}

function packTar(archive: string, packed: string): void {
	const gnu = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`];
	const options = process.platform === 'linux' ? gnu : [];
	// Of all cores.
	const env = {...process.env, XZ_OPT: '-T0'};
	output('tar', ['-cJf', path.join(folder, packed), ...options, archive], {cwd: temporary, env});
}

try {
	rmSync(folder, {recursive: true, force: true});
	mkdirSync(folder, {recursive: true});
	output('npm', ['run', 'build']);
	if (wanted.includes('npm')) {
		output('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
		run('src/build/sbom.ts', '--out', path.join(folder, `rcondeck-${version}.cdx.json`));
		say(`npm: rcondeck-${version}.tgz, rcondeck-${version}.cdx.json`);
	}
	for (const name of wanted) {
		const platform = platforms[name];
		if (platform !== undefined) buildFor(name, platform);
	}
	if (wanted.includes('npm')) writeManifests(folder);
} finally {
	rmSync(temporary, {recursive: true});
}

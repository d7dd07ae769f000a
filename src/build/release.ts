import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {binaryPlatform} from './binary-platform.ts';
import {buildDebianPackage} from './debian.ts';
import {writeChecksums} from './checksums.ts';
import {thisNode} from './node-runtime.ts';
import {packageFacts} from './package-facts.ts';
import {root} from './root.ts';
import {shells} from '../cli/completion/completion-scripts.ts';

/**
Writes the artifacts of a release to `dist/release`: the npm package with its bill of materials, and for this platform an
archive with the executable, which is started once it is built, for Linux also a Debian package; then their hashes.
`--only npm,linux-x64` builds some of them. The executable contains the Node that runs this script: `verify-node.ts` checks it.
*/
const platforms: Record<string, string> = {
	'linux-x64': 'linux-x64',
	'linux-arm64': 'linux-arm64',
	'macos-x64': 'darwin-x64',
	'macos-arm64': 'darwin-arm64',
	'windows-x64': 'win32-x64',
};
const {values} = parseArgs({options: {only: {type: 'string'}}});
const here = `${process.platform}-${process.arch}`;
const possible = ['npm', ...Object.keys(platforms).filter(name => platforms[name] === here)];
const wanted = values.only?.split(',') ?? possible;
const others = wanted.filter(name => !possible.includes(name));
if (others.length > 0) throw new Error(`Not built here: ${others.join(', ')}. Use ${possible.join(', ')}.`);

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

/** Writes the archive of a platform, and for Linux the Debian package. */
function buildFor(name: string, platform: string): void {
	const node = thisNode();
	const archive = `rcondeck-${version}-${name}`;
	const unpacked = path.join(temporary, archive);
	const isWindows = platform.startsWith('win32');
	const program = path.join(unpacked, isWindows ? 'rcondeck.exe' : 'rcondeck');
	mkdirSync(path.join(unpacked, 'completions'), {recursive: true});
	run('src/build/executable.ts', '--out', program);
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
	if (isWindows) output(windowsTar(), ['-acf', path.join(folder, packed), archive], {cwd: temporary});
	else packTar(archive, packed);
	const files = [packed];
	if (platform.startsWith('linux'))
		files.push(buildDebianPackage(unpacked, platform.slice('linux-'.length), folder, epoch));
	say(`${name}: ${files.join(', ')} (Node ${node.version}; started here)`);
}

/** That of Windows, which writes archives of type zip; that of Git does not. */
const windowsTar = () => path.join(process.env['SystemRoot'] ?? '', 'System32', 'tar.exe');

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
	for (const part of ['bundle', 'client', 'man']) run(`src/build/${part}.ts`);
	if (wanted.includes('npm')) {
		output('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
		run('src/build/sbom.ts', '--out', path.join(folder, `rcondeck-${version}.cdx.json`));
		say(`npm: rcondeck-${version}.tgz, rcondeck-${version}.cdx.json`);
	}
	for (const name of wanted) {
		const platform = platforms[name];
		if (platform !== undefined) buildFor(name, platform);
	}
	writeChecksums(folder);
} finally {
	rmSync(temporary, {recursive: true});
}

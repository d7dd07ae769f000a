/**
Installs what a release consists of, with the tools of users: unpacks the archive, installs the Debian package with apt and
purges it. Exits with 1 if something is missing or left behind. Needs root and Debian: `npm run peers:packages`.
*/
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, globSync, lstatSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {packageFacts} from '../../src/build/package-facts.ts';
import {root} from '../../src/build/root.ts';
import {need} from './need.ts';

const {version} = packageFacts;
const release = path.join(root, 'dist/release');
const missing = await need('/usr/bin/lintian', '/usr/bin/man', '/usr/bin/zsh', '/usr/bin/fish');
if (missing !== undefined) throw new Error(missing);
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-packages-'));
/** Without Node and without settings of this machine. */
const env = {HOME: folder, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', TERM: 'dumb'};
try {
	run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {cwd: release});
	testArchive();
	testDebianPackage();
} finally {
	rmSync(folder, {recursive: true});
}

function run(command: string, given: string[], more: {cwd?: string; env?: NodeJS.ProcessEnv} = {}): string {
	return execFileSync(command, given, {encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'], ...more});
}

function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

function check(what: string, isSo: boolean): void {
	if (!isSo) throw new Error(`Not so: ${what}`);
}

/** The program starts, and plays its demo. */
function checkProgram(file: string): void {
	check(`${file} runs`, run(file, ['--version']) === `rcondeck ${version}\n`);
	const servers = run(file, ['servers', '--demo', '--json']);
	check(`${file} plays the demo`, servers.includes('ark-isl-1'));
}

function testArchive(): void {
	const archive = path.join(release, `rcondeck-${version}-linux-x64.tar.xz`);
	run('tar', ['-xJf', archive, '-C', folder]);
	const unpacked = path.join(folder, path.basename(archive, '.tar.xz'));
	checkProgram(path.join(unpacked, 'rcondeck'));
	for (const name of ['LICENSE', 'LICENSE-node.txt', 'THIRD-PARTY-NOTICES.txt', 'man/rcondeck.1'])
		check(`the archive contains ${name}`, existsSync(path.join(unpacked, name)));
	const [packed, whole] = [statSync(archive).size, statSync(path.join(unpacked, 'rcondeck')).size];
	say(`archive: ${megabytes(packed)}, executable: ${megabytes(whole)}`);
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}

function testDebianPackage(): void {
	const [file] = globSync(path.join(release, 'rcondeck_*_amd64.deb'));
	if (file === undefined) throw new Error('There is no Debian package.');
	const complaints = spawnSync('lintian', ['--allow-root', file], {encoding: 'utf8'});
	check(`lintian is content: ${complaints.stdout}`, complaints.status === 0 && complaints.stdout === '');
	const apt = (...given: string[]) =>
		run('apt-get', [...given], {env: {...env, DEBIAN_FRONTEND: 'noninteractive'}});
	check('rcondeck is not installed yet', spawnSync('dpkg', ['-s', 'rcondeck']).status !== 0);
	// Images for containers leave out manual pages.
	apt('install', '--yes', '--quiet', '-o', 'Dpkg::Options::=--path-include=/usr/share/man/*', file);
	const files = run('dpkg', ['-L', 'rcondeck']).trim().split('\n');
	try {
		checkProgram('/usr/bin/rcondeck');
		check('it shows licenses', run('rcondeck', ['licenses']).includes('Node.js'));
		for (const page of ['rcondeck', 'rcondeck-config', 'rcondeck-keys'])
			check(`man finds ${page}`, run('man', ['-w', page]).includes(`/${page}.`));
		check('man shows it', run('man', ['rcondeck']).includes(`rcondeck ${version}`));
		const bash = 'source /usr/share/bash-completion/completions/rcondeck; complete -p rcondeck';
		check('bash completes it', run('bash', ['-c', bash]).includes('_rcondeck'));
		const zsh = `autoload -Uz compinit; compinit -u -d ${folder}/zcompdump; print $_comps[rcondeck]`;
		check('zsh completes it', run('zsh', ['-fc', zsh]) === '_rcondeck\n');
		check('fish completes it', run('fish', ['-c', "complete -C 'rcondeck serv'"]).includes('servers'));
	} finally {
		apt('purge', '--yes', '--quiet', 'rcondeck');
	}
	const left = files.filter(name => name.includes('rcondeck') && lstatSync(name, {throwIfNoEntry: false}));
	check(`nothing is left: ${left.join(', ')}`, left.length === 0);
	check('dpkg has forgotten it', spawnSync('dpkg', ['-s', 'rcondeck']).status !== 0);
	say(`Debian package: ${megabytes(statSync(file).size)}, installed, ${files.length} paths, purged`);
}

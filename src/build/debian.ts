import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {packageFacts} from './package-facts.ts';
import {root} from './root.ts';

const licensesOfOthers = `The executable contains Node.js and npm packages. Their licenses are in
/usr/share/doc/rcondeck/third-party-notices.txt.gz.
`;
const overrides = `# The executable is a copy of Node.js as its project builds it.
rcondeck: embedded-library
rcondeck: hardening-no-pie
# It is not in Debian.
rcondeck: initial-upload-closes-no-bugs
`;
const architectures: Record<string, string> = {x64: 'amd64', arm64: 'arm64'};

/** Builds a Debian package from the unpacked archive of an executable for Linux. Returns the name of its file. */
export function buildDebianPackage(unpacked: string, cpu: string, folder: string, epoch: number): string {
	const {summary, description, repository, maintainer} = packageFacts;
	const architecture = architectures[cpu] ?? cpu;
	// A tilde sorts before the release: https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
	const version = `${packageFacts.version.replace('-', '~')}-1`;
	const temporary = mkdtempSync(path.join(tmpdir(), 'rcondeck-debian-'));
	// Unlike the temporary folder, all may read it: it becomes `/`.
	const tree = path.join(temporary, 'tree');
	const write = (file: string, content: string | Buffer) => {
		mkdirSync(path.dirname(path.join(tree, file)), {recursive: true});
		writeFileSync(path.join(tree, file), content);
	};
	const compress = (file: string, content: string | Buffer) =>
		write(`${file}.gz`, gzipSync(content, {level: 9}));
	const copy = (from: string, to: string) => cpSync(path.join(unpacked, from), path.join(tree, to));
	const textOf = (file: string) => readFileSync(path.join(unpacked, file), 'utf8');
	const about = 'usr/share/doc/rcondeck';

	copy('rcondeck', 'usr/bin/rcondeck');
	copy('completions/rcondeck.bash', 'usr/share/bash-completion/completions/rcondeck');
	copy('completions/_rcondeck', 'usr/share/zsh/vendor-completions/_rcondeck');
	copy('completions/rcondeck.fish', 'usr/share/fish/vendor_completions.d/rcondeck.fish');
	for (const name of readdirSync(path.join(unpacked, 'man')))
		compress(`usr/share/man/man${name.slice(-1)}/${name}`, readFileSync(path.join(unpacked, 'man', name)));
	write(`${about}/copyright`, `Source: ${repository}\n\n${textOf('LICENSE')}\n${licensesOfOthers}`);
	compress(
		`${about}/third-party-notices.txt`,
		`${textOf('THIRD-PARTY-NOTICES.txt')}\n${'-'.repeat(72)}\n\nNode.js\n\n${textOf('LICENSE-node.txt')}`,
	);
	write('usr/share/lintian/overrides/rcondeck', overrides);
	compress(`${about}/changelog`, readFileSync(path.join(root, 'CHANGELOG.md')));
	const date = new Date(1000 * epoch).toUTCString().replace('GMT', '+0000');
	compress(
		`${about}/changelog.Debian`,
		`rcondeck (${version}) unstable; urgency=medium\n\n  * Release ${packageFacts.version}.\n\n -- ${maintainer}  ${date}\n`,
	);
	const kilobytes = Number(execFileSync('du', ['-sk', tree], {encoding: 'utf8'}).split('\t')[0]);
	const control = {
		Package: 'rcondeck',
		Version: version,
		Architecture: architecture,
		Maintainer: maintainer,
		'Installed-Size': kilobytes,
		// Tools that the builds of Node need.
		Depends: 'libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 5.2)',
		Section: 'net',
		Priority: 'optional',
		Homepage: repository,
		Description: `${summary}\n${description.replaceAll(/(.{1,76})(?: |$)/g, ' $1\n').trimEnd()}`,
	};
	write(
		'DEBIAN/control',
		Object.entries(control)
			.map(([name, value]) => `${name}: ${value}\n`)
			.join(''),
	);
	const file = `rcondeck_${version}_${architecture}.deb`;
	const env = {...process.env, SOURCE_DATE_EPOCH: String(epoch)};
	execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, path.join(folder, file)], {
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	rmSync(temporary, {recursive: true});
	return file;
}

import {execFile, execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';

/*
Compares the Node that runs this script, which a release embeds, with the checksums that the Node project has signed:
node src/build/verify-node.ts
*/

/** The keys that sign releases. (https://github.com/nodejs/node#release-keys) */
const releaseKeys = [
	'5BE8A3F6C8A5C01D106C0AD820B1A390B168D356',
	'DD792F5973C6DE52C432CBDAC77ABFA00DDBF2B7',
	'CC68F5A3106FF448322E48ED27F5E38D5B0A215F',
	'8FCCA13FEF1D0C2E91008E09770F7A9A5AE15600',
	'890C08DB8579162FEE0DF9DB8BEAB4DFCF555EF4',
	'C82FA3AE1CBEDC6BE46B9360C43CEC45C17AB93C',
	'108F52B48DB57BB0CC439B2997B01419BD92F80A',
	'A363A499291CBBC940DD62E41F10027AF002F8B0',
];

const maxBytes = 512 * 1024 * 1024;

type Options = {
	file: string;
	version: string;
	/** Such as `linux-x64`, as in `process`. */
	platform: string;
	/** Where the releases are. */
	base: string;
	/** Puts the keys of the project into the keyring of the folder, and nothing else. */
	importKeys: (home: string) => void;
};

/** Throws unless the file is the Node of the project. */
export async function verifyNode({file, version, platform, base, importKeys}: Options): Promise<void> {
	const home = mkdtempSync(path.join(tmpdir(), 'rcondeck-gpg-'));
	try {
		importKeys(home);
		const signed = path.join(home, 'checksums.asc');
		writeFileSync(signed, await download(`${base}/v${version}/SHASUMS256.txt.asc`));
		const checksums = gpg(home, ['--decrypt', signed]);
		const isWindows = platform.startsWith('win32');
		const name = isWindows
			? `${platform.replace('win32', 'win')}/node.exe`
			: `node-v${version}-${platform}.tar.gz`;
		const expected = checksums
			.split('\n')
			.find(line => line.endsWith(`  ${name}`))
			?.split(' ', 1)[0];
		// A checksum that is missing equals none.
		const check = (what: string, bytes: Buffer) => {
			if (hashOf(bytes) !== expected) throw new Error(`${what} is not what the Node project has signed.`);
		};
		if (isWindows) return check(file, readFileSync(file));
		const archive = path.join(home, 'node.tar.gz');
		const bytes = await download(`${base}/v${version}/${name}`);
		check(name, bytes);
		writeFileSync(archive, bytes);
		const inside = `node-v${version}-${platform}/bin/node`;
		const node = execFileSync('tar', ['-xzOf', archive, inside], {maxBuffer: maxBytes});
		if (!node.equals(readFileSync(file))) throw new Error(`${file} is not the Node of ${name}.`);
	} finally {
		rmSync(home, {recursive: true});
	}
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function download(url: string): Promise<Buffer> {
	const options = {encoding: 'buffer', maxBuffer: maxBytes} as const;
	return (await promisify(execFile)('curl', ['-fsS', '--max-time', '300', url], options)).stdout;
}

/** Fails if a signature is not valid, or by a key that the keyring does not have. */
const gpg = (home: string, args: readonly string[]): string =>
	execFileSync('gpg', ['--batch', '--no-tty', '--homedir', home].concat(args), {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});

if (import.meta.main) {
	const {execPath, versions, platform, arch} = process;
	const receive = ['--keyserver', 'hkps://keys.openpgp.org', '--recv-keys'].concat(releaseKeys);
	await verifyNode({
		file: execPath,
		version: versions.node,
		platform: `${platform}-${arch}`,
		base: 'https://nodejs.org/dist',
		importKeys: home => void gpg(home, receive),
	});
	process.stdout.write(`${execPath} is Node ${versions.node} as the Node project has signed it.\n`);
}

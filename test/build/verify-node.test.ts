import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {verifyNode} from '../../src/build/verify-node.ts';
import {httpService} from '../helpers/http-service.ts';
import {tempFolder} from '../cli/temp-folder.ts';

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
/** The path of the socket of its agent must be short. */
function keyring(): (...args: string[]) => Buffer {
	const home = mkdtempSync('/tmp/gpg-');
	onTestFinished(() => {
		execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
		rmSync(home, {recursive: true});
	});
	return (...args) =>
		execFileSync('gpg', ['--batch', '--passphrase', '', '--homedir', home, ...args], {stdio: 'pipe'});
}
function aSigner(folder: string) {
	const gpg = keyring();
	gpg('--quick-generate-key', 'A releaser <a@node.example>', 'ed25519', 'sign', 'never');
	const key = path.join(folder, `key-${Math.random()}`);
	writeFileSync(key, gpg('--armor', '--export'));
	return {key, sign: (file: string) => void gpg('--yes', '--output', `${file}.asc`, '--clearsign', file)};
}

test.runIf(existsSync('/usr/bin/gpg'))('accepts only the Node that the project has signed', async () => {
	const folder = tempFolder();
	const node = path.join(folder, 'node-v24.1.0-linux-x64/bin/node');
	mkdirSync(path.dirname(node), {recursive: true});
	writeFileSync(node, 'node');
	const served = path.join(folder, 'v24.1.0');
	mkdirSync(served);
	const archive = path.join(served, 'node-v24.1.0-linux-x64.tar.gz');
	execFileSync('tar', ['-czf', archive, '-C', folder, 'node-v24.1.0-linux-x64']);
	const checksums = path.join(served, 'SHASUMS256.txt');
	const write = (...lines: string[]) => writeFileSync(checksums, `${lines.join('\n')}\n`);
	const {key, sign} = aSigner(folder);
	const {url} = await httpService(({url: asked}, response) => response.end(readFileSync(folder + asked)));
	const verify = (platform = 'linux-x64', file = node) =>
		verifyNode({
			file,
			version: '24.1.0',
			platform,
			base: url,
			importKeys: home =>
				void execFileSync('gpg', ['--batch', '--homedir', home, '--import', key], {stdio: 'pipe'}),
		});

	write(`${hashOf(archive)}  node-v24.1.0-linux-x64.tar.gz`, `${hashOf(node)}  win-x64/node.exe`);
	sign(checksums);
	await expect(verify()).resolves.toBeUndefined();
	await expect(verify('win32-x64')).resolves.toBeUndefined();

	const other = path.join(folder, 'other');
	writeFileSync(other, 'another node');
	await expect(verify('linux-x64', other)).rejects.toThrow('is not the Node of');
	await expect(verify('win32-x64', other)).rejects.toThrow('is not what the Node project has signed');
	await expect(verify('win32-arm64')).rejects.toThrow('is not what the Node project has signed');

	aSigner(folder).sign(checksums);
	await expect(verify()).rejects.toThrow('gpg');
	sign(checksums);
	const text = readFileSync(`${checksums}.asc`, 'utf8');
	writeFileSync(`${checksums}.asc`, text.replace(hashOf(node), hashOf(other)));
	await expect(verify('win32-x64', other)).rejects.toThrow('gpg');
});

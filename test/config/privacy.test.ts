import {execFileSync} from 'node:child_process';
import {
	chmodSync,
	chownSync,
	closeSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {checkFiles} from '../../src/config/check.ts';
import {loadConfig} from '../../src/config/load.ts';
import {privacyProblem, readSecretFile} from '../../src/config/privacy.ts';
import {writeProfile} from '../../src/config/write.ts';
import {makePrivateFolder, writePrivateFile} from '../../src/lib/files/private-folder.ts';
import {openNonBlocking, readPassed} from '../../src/lib/files/regular-file.ts';
import {UsageError} from '../../src/lib/errors.ts';

const mode = (file: string) => (statSync(file).mode & 0o7777).toString(8);

function configFolder(profile: string) {
	const folder = mkdtempSync(path.join(tmpdir(), 'privacy-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const write = (name: string, text: string, fileMode: number) => {
		writeFileSync(path.join(folder, name), text);
		chmodSync(path.join(folder, name), fileMode);
	};
	write('config.toml', `profile = "p"\n[profiles.p]\nurl = "https://a.example"\n${profile}\n`, 0o644);
	const env = {RCONDECK_CONFIG_DIR: folder, HOME: folder};
	return {folder, write, env, load: () => loadConfig({flags: {}, env})};
}

test('uses a token_file only if nobody else can read it', () => {
	const {write, load, folder, env} = configFolder('token_file = "token"');
	write('token', 'secret\n', 0o640);
	expect(load).toThrow(/token is not used: other users can read token; run chmod 600 on it/);
	expect(checkFiles(folder, env).problems).toMatchObject([
		{line: 4, message: 'other users can read token; run chmod 600 on it'},
	]);
	write('token', 'secret\n', 0o600);
	expect(load().credentials).toMatchObject({kind: 'token'});
	expect(checkFiles(folder, env).problems).toEqual([]);
});

test.each([
	['token_command', 'token_command = "echo secret"'],
	['token_file', 'token_file = "token"'],
	['credentials.toml', ''],
	['no secret', 'read_only = true'],
])('uses a config.toml with %s only if nobody else can change it', (_kind, profile) => {
	const {folder, write, load, env} = configFolder(profile);
	write('token', 'secret', 0o600);
	write('credentials.toml', profile === '' ? '[p]\ntoken = "secret"\n' : '', 0o600);
	expect(load().baseUrl).toBe('https://a.example');
	const file = path.join(folder, 'config.toml');
	for (const fileMode of [0o664, 0o646]) {
		chmodSync(file, fileMode);
		expect(load).toThrow(`${file} is not used: other users can change config.toml; run chmod 600 on it.`);
		expect(() => writeProfile(folder, 'q', 'https://b.example')).toThrow(UsageError);
		expect(checkFiles(folder, env).problems).toMatchObject([
			{file, message: 'other users can change config.toml; run chmod 600 on it'},
		]);
	}
});

test('does not read a rotated token where a changed config.toml says', async () => {
	const {folder, write, load} = configFolder('token_file = "token"');
	write('token', 'secret', 0o600);
	const {rereadCredentials} = load();
	chmodSync(path.join(folder, 'config.toml'), 0o666);
	await expect(rereadCredentials?.()).rejects.toThrow('other users can change config.toml');
});

test('rejects a folder in which other users could replace the file', () => {
	const {folder, write, load} = configFolder('token_file = "token"');
	write('token', 'secret\n', 0o600);
	chmodSync(folder, 0o770);
	expect(load).toThrow(`other users can change the directory ${folder}; run chmod 700 on it`);
	// In a folder like /tmp they cannot.
	chmodSync(folder, 0o1777);
	expect(load().credentials).toBeDefined();
});

test('rejects a file of another user, also through a symbolic link', () => {
	const {folder, write} = configFolder('');
	write('token', 'secret\n', 0o600);
	// Everybody trusts only files that root owns.
	if (process.getuid?.() === 0) chownSync(path.join(folder, 'token'), 12_345, 12_345);
	symlinkSync('token', path.join(folder, 'link'));
	const words = /belongs to another user/;
	expect(privacyProblem(path.join(folder, 'token'), 'decides', 54_321)).toMatch(words);
	expect(privacyProblem(path.join(folder, 'link'), 'secret', 54_321)).toMatch(words);
});

test('writes files for their owner only, in a folder whose permissions it tightens', () => {
	const {folder} = configFolder('');
	const own = path.join(folder, 'rcondeck');
	mkdirSync(own);
	chmodSync(own, 0o755);
	writeProfile(own, 'p', 'https://a.example');
	expect([mode(own), mode(path.join(own, 'config.toml'))]).toEqual(['700', '600']);
});

test('leaves an intentionally shared folder unchanged', () => {
	const {folder} = configFolder('');
	chmodSync(folder, 0o1777);
	makePrivateFolder(folder);
	expect(mode(folder)).toBe('1777');
	const home = mode(homedir());
	makePrivateFolder(homedir());
	makePrivateFolder('/');
	expect([mode(homedir()), mode('/')]).toEqual([home, mode('/')]);
});

test('uses no folder of another user, except as root, and says so', () => {
	const {folder} = configFolder('');
	const own = path.join(folder, 'rcondeck');
	mkdirSync(own);
	const asUser = vi.spyOn(process, 'getuid').mockReturnValue(54_321);
	onTestFinished(() => asUser.mockRestore());
	if (statSync(own).uid === 0) chownSync(own, 12_345, 12_345);
	expect(() => makePrivateFolder(own)).toThrow(expect.objectContaining({code: 'EFOREIGN'}));
	expect(() => writeProfile(own, 'p', 'https://a.example')).toThrow(
		`${path.join(own, 'config.toml')} cannot be written: it belongs to another user. Run rcondeck as that user, or use a directory of your own`,
	);
	asUser.mockReturnValue(0);
	expect(() => makePrivateFolder(own)).not.toThrow();
});

test('reads a secret from the file that it checked', () => {
	const {folder, write} = configFolder('');
	write('token', 'secret\n', 0o600);
	const file = path.join(folder, 'token');
	expect(readSecretFile(file)).toBe('secret\n');
	chmodSync(file, 0o604);
	expect(() => readSecretFile(file)).toThrow('other users can read token; run chmod 600 on it');
	expect(readSecretFile(path.join(folder, 'nothing'))).toBeUndefined();
	expect(() => readSecretFile(folder)).toThrow(UsageError);
});

test('reads an open pipe from the shell and an empty null device, but not a FIFO on disk', () => {
	const {folder} = configFolder('');
	const pipe = path.join(folder, 'pipe');
	execFileSync('mkfifo', ['-m', '600', pipe]);
	expect(() => readSecretFile(pipe)).toThrow('pipe cannot be read: it cannot be opened as a file.');
	expect(readSecretFile('/dev/null')).toBe('');
	expect(() => readSecretFile('/dev/zero')).toThrow(UsageError);
	// Both ends are open, and its writer has closed nothing yet.
	const opened = openSync(pipe, 'r+');
	writeSync(opened, 'secret\n');
	expect(() => readPassed(`/dev/fd/${opened}`, openNonBlocking(`/dev/fd/${opened}`), 50)).toThrow(
		expect.objectContaining({code: 'ETIMEDOUT'}),
	);
	closeSync(opened);
});

test('replaces a private file without following a link that someone has put in its way', () => {
	const {folder, write} = configFolder('');
	write('victim', 'unchanged', 0o644);
	symlinkSync('victim', path.join(folder, 'owner-token'));
	// A name for a temporary file that can be guessed.
	symlinkSync('victim', path.join(folder, `owner-token.${process.pid}`));
	writePrivateFile(path.join(folder, 'owner-token'), 'secret');
	expect(readFileSync(path.join(folder, 'victim'), 'utf8')).toBe('unchanged');
	expect(lstatSync(path.join(folder, 'owner-token'))).toMatchObject({size: 6});
	expect(mode(path.join(folder, 'owner-token'))).toBe('600');
});

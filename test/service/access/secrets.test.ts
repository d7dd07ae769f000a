import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {passwordReader} from '../../../src/service/access/secrets.ts';

async function read(bytes: Uint8Array): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const file = path.join(folder, 'word');
	writeFileSync(file, bytes);
	return passwordReader({file}, {})();
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
	['UTF-8', Buffer.from('geheim ü\r\nnext')],
	['UTF-8 with a byte order mark', Buffer.from('\ufeffgeheim ü\r\n')],
	['UTF-16 of PowerShell', utf16('\ufeffgeheim ü\r\n')],
	['big-endian UTF-16', utf16('\ufeffgeheim ü\r\n').swap16()],
])('a password file in %s is read', async (_encoding, bytes) => {
	expect(await read(bytes)).toBe('geheim ü');
});

test.each([
	['Latin-1', Buffer.from('geheim ü\n', 'latin1')],
	['UTF-16 without a byte order mark', utf16('geheim')],
])('a password file in %s is refused with the reason', async (_encoding, bytes) => {
	await expect(read(bytes)).rejects.toThrow(/word is not text in UTF-8.* Save it as UTF-8\.$/);
});

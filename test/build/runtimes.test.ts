import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {binaryPlatform} from '../../src/build/binary-platform.ts';
import {licenseOf, thisNode} from '../../src/build/node-runtime.ts';
import {tempFolder} from '../cli/temp-folder.ts';

/** A file with these bytes at these places. */
function fileWith(...parts: [at: number, hex: string][]): string {
	const bytes = Buffer.alloc(512);
	for (const [at, hex] of parts) bytes.write(hex, at, 'hex');
	const file = path.join(tempFolder(), 'node');
	writeFileSync(file, bytes);
	return file;
}

test('the header of an executable tells its platform', () => {
	expect(binaryPlatform(process.execPath)).toBe(`${process.platform}-${process.arch}`);
	expect(binaryPlatform(fileWith([0, '7f454c46'], [18, '3e00']))).toBe('linux-x64');
	expect(binaryPlatform(fileWith([0, '7f454c46'], [18, 'b700']))).toBe('linux-arm64');
	expect(binaryPlatform(fileWith([0, 'cffaedfe'], [4, '07000001']))).toBe('darwin-x64');
	expect(binaryPlatform(fileWith([0, 'cffaedfe'], [4, '0c000001']))).toBe('darwin-arm64');
	expect(binaryPlatform(fileWith([0, '4d5a'], [0x3c, '80'], [0x80, '504500006486']))).toBe('win32-x64');
	for (const strange of [fileWith(), fileWith([0, '7f454c46'], [18, '0300']), fileWith([0, '4d5a'])])
		expect(() => binaryPlatform(strange)).toThrow('is not an executable for a known platform');
});

test("finds Node's license in archives, npm packages and Debian package, and takes no other", () => {
	expect(thisNode().license).toContain('V8, located at deps/v8');
	const folder = tempFolder();
	const node = path.join(folder, 'bin/node');
	mkdirSync(path.join(folder, 'share/doc/nodejs'), {recursive: true});
	mkdirSync(path.dirname(node));
	writeFileSync(path.join(folder, 'LICENSE'), 'of something else');
	expect(licenseOf(node)).toBeUndefined();
	writeFileSync(path.join(folder, 'share/doc/nodejs/copyright'), 'Files: deps/v8/*');
	expect(licenseOf(node)).toBe('Files: deps/v8/*');
	writeFileSync(path.join(folder, 'LICENSE'), 'Node\r\ndeps/v8\r\n');
	expect(licenseOf(node)).toBe('Node\ndeps/v8');
	writeFileSync(path.join(folder, 'bin/LICENSE'), 'for Windows, deps/v8');
	expect(licenseOf(node)).toBe('for Windows, deps/v8');
});

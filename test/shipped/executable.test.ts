import {execFile, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {PackageLicense} from '../../src/cli/package-licenses.ts';
import {testJourneys} from './journeys.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'executable-'));
const file = path.join(folder, 'rcondeck');
const build = path.resolve(import.meta.dirname, '../../src/build/executable.ts');
/** An environment without Node and without settings of this machine. */
const env = {HOME: folder, PATH: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8'};

beforeAll(async () => {
	await promisify(execFile)(process.execPath, [build, '--out', file]);
});
afterAll(() => rmSync(folder, {recursive: true}));

test('the executable runs without Node', () => {
	expect(statSync(file).mode & 0o111).toBe(0o111);
	const {stdout, stderr} = spawnSync(file, ['--version'], {env, encoding: 'utf8'});
	expect([stdout, stderr]).toEqual([expect.stringMatching(/^rcondeck \d+\.\d+\.\d+\n$/), '']);
});

test("includes the servers of its demo, and does not accept Node's options", () => {
	const given = {...env, NODE_OPTIONS: '--no-such-option'};
	const {stdout, status} = spawnSync(file, ['servers', '--demo', '--json'], {env: given, encoding: 'utf8'});
	expect(status).toBe(0);
	expect(JSON.stringify(JSON.parse(stdout))).toContain('ark-isl-1');
});

test("contains the licenses of its packages and Node's", () => {
	const {stdout} = spawnSync(file, ['licenses', '--json'], {env, encoding: 'utf8'});
	const {licenses} = JSON.parse(stdout) as {licenses: PackageLicense[]};
	expect(licenses.map(({name}) => name)).toEqual(expect.arrayContaining(['rcondeck', 'zod', 'Node.js']));
	const node = licenses.find(({name}) => name === 'Node.js');
	expect(node).toMatchObject({
		version: process.versions.node,
		text: expect.stringContaining('V8, located at deps/v8') as string,
	});
});

testJourneys([file]);

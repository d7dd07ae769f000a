import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {build} from 'esbuild';
import {beforeAll, expect, test} from 'vitest';
import {licensesOf} from '../../src/build/licenses.ts';
import {buildProgram} from '../../src/build/program.ts';
import type {PackageLicense} from '../../src/cli/package-licenses.ts';
import {tempFolder} from '../cli/temp-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const namesAndVersions = (licenses: readonly PackageLicense[]) =>
	licenses.map(({name, version}) => `${name}@${version}`).toSorted();

let licenses: readonly PackageLicense[];
/** The names of the packages in the program. */
let bundled: ReadonlySet<string>;
beforeAll(async () => {
	({licenses} = await buildProgram());
	bundled = new Set(licenses.map(({name}) => name).filter(name => name !== 'rcondeck'));
});

test('the built program shows the license of each package in it, and the package has them as a text', () => {
	const shown = (...options: string[]) =>
		execFileSync(process.execPath, [path.join(dist, 'rcondeck.mjs'), 'licenses', ...options], {
			encoding: 'utf8',
			env: {PATH: process.env['PATH'], XDG_CACHE_HOME: tempFolder()},
		});
	const {licenses} = JSON.parse(shown('--json')) as {licenses: PackageLicense[]};
	expect(licenses.map(({name}) => name).toSorted()).toEqual(['rcondeck', ...bundled].toSorted());
	expect(licenses.filter(({license, text}) => !license || !/copyright/i.test(text))).toEqual([]);
	const text = shown();
	for (const {name, version, license} of licenses)
		expect(text).toContain(`${name} ${version} (${license})\n`);
	expect(text).toBe(readFileSync(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8'));
});

test('on a terminal the licenses are shown in the pager', async () => {
	const pty = spawn(process.execPath, [path.join(dist, 'rcondeck.mjs'), 'licenses'], {
		cols: 80,
		rows: 24,
		env: {PATH: process.env['PATH'], HOME: tempFolder(), TERM: 'xterm-256color', PAGER: 'grep -c Copyright'},
	});
	let seen = '';
	pty.onData(text => {
		seen += text;
	});
	await new Promise(resolve => {
		pty.onExit(resolve);
	});
	expect(seen).toMatch(/^[1-9]\d+\r\n$/);
});

test('the client library contains no other package', async () => {
	const {metafile} = await build({
		absWorkingDir: root,
		entryPoints: ['src/client/index.ts'],
		bundle: true,
		platform: 'node',
		format: 'esm',
		write: false,
		metafile: true,
	});
	const all = namesAndVersions(licenses);
	const its = namesAndVersions(licensesOf(metafile));
	expect(its.length).toBeGreaterThan(2);
	expect(its.filter(name => !all.includes(name))).toEqual([]);
});

test('the bill of materials lists exactly the packages in the program, by package URL and hash', () => {
	const file = path.join(tempFolder(), 'sbom.json');
	execFileSync(process.execPath, [path.join(root, 'src/build/sbom.ts'), '--out', file]);
	const bom = JSON.parse(readFileSync(file, 'utf8')) as {
		bomFormat: string;
		metadata: {component: {name: string}};
		components: {name: string; version: string; purl: string; hashes: {alg: string}[]}[];
	};
	expect(bom).toMatchObject({bomFormat: 'CycloneDX', metadata: {component: {name: 'rcondeck'}}});
	const listed = bom.components.map(({name, version}) => `${name}@${version}`).toSorted();
	const all = namesAndVersions(licenses.filter(({name}) => name !== 'rcondeck'));
	expect(listed).toEqual(all);
	expect(bom.components.filter(({purl, hashes}) => !purl.startsWith('pkg:npm/') || !hashes[0])).toEqual([]);
});

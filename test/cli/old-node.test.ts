import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');
const oneLine = (version: string) =>
	new RegExp(
		`^rcondeck: needs Node 24 or newer, but this is Node ${version.replaceAll('.', '\\.')}: install [^\\n]+\\.\\n$`,
	);

/** Another Node on this machine that is too old; undefined if there is none. */
function oldNode(): {file: string; version: string} | undefined {
	const folders = (process.env['PATH'] ?? '')
		.split(path.delimiter)
		.filter(folder => !folder.includes('node_modules'));
	for (const file of folders.map(folder => path.join(folder, 'node'))) {
		try {
			const version = execFileSync(file, ['-p', 'process.versions.node'], {encoding: 'utf8'}).trim();
			if (Number.parseInt(version, 10) < 24) return {file, version};
		} catch {
			// The folder contains none.
		}
	}
	return undefined;
}

test('reports a Node that is too old in one line, before anything else runs', () => {
	// Without an old one, ours pretends to be: the check reads the version where every Node has it.
	const pretend = `Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.11.1'}})`;
	const {file, version} = oldNode() ?? {file: process.execPath, version: '20.11.1'};
	const preload =
		file === process.execPath ? ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`] : [];
	const {status, stdout, stderr} = spawnSync(file, [...preload, program, '--version'], {encoding: 'utf8'});
	expect(stderr).toMatch(oneLine(version));
	expect({status, stdout}).toEqual({status: 2, stdout: ''});
});

test('no syntax that an old Node cannot parse comes before the check', () => {
	const launcher = readFileSync(program, 'utf8');
	expect(launcher).toMatch(/^#!\/usr\/bin\/env node\n/);
	expect(launcher.length).toBeLessThan(5000);
	expect(launcher.indexOf('process.versions.node')).toBeLessThan(100);
	// Imports are hoisted above the check, and an old Node does not know every name in them.
	expect(launcher).not.toMatch(/(^|[;}\n])(import|export)\s*[\w$*{"']/);
});

import {execFile} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {spawn} from '@lydell/node-pty';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {programScripts} from '../../src/build/scripts.ts';
import {parts} from '../../src/cli/parts.ts';
import {tempFolder} from '../cli/temp-folder.ts';

/**
 * Packages for rendering a frame and reading the configuration. Each addition slows down every start: `npm
 * run bench first-paint`.
 */
const needed = ['chalk', 'ink', 'ink-text-input', 'react', 'smol-toml'];

let program: Awaited<ReturnType<typeof programScripts>>;
beforeAll(async () => {
	program = await programScripts();
});

test('the first parts of the program contain only what the first paint and the first request need', () => {
	const {devDependencies} = JSON.parse(
		readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
	) as {devDependencies: Record<string, string>};
	const {scripts, packages} = program;
	expect(
		Object.keys(devDependencies).filter(name => packages.screen.has(name) || packages.common.has(name)),
	).toEqual(needed);
	// Only `--log-file` and `doctor --report` load what they need.
	expect(`${scripts.common}${scripts.screen}${scripts.commands}`).not.toContain('rcondeck started');
	expect(packages.rest).toContain('modern-tar');
	// Small enough to catch an added transitive dependency, with some room to grow.
	expect(scripts.common.length + scripts.screen.length).toBeLessThan(1_080_000);
});

/** Runs the scripts like a launcher, and prints which part it loads, and before the rest the modules of Node. */
const launcher = (folder: string) => `
import {runParts} from ${JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, '../../src/cli/parts.ts')).href)};
// An import of node:fs would load all that it has.
const {readFileSync} = process.getBuiltinModule('node:fs');
const {Script} = process.getBuiltinModule('node:vm');
runParts(part => {
	if (part === 'rest') process._rawDebug('<has ' + process.moduleLoadList.join(', ') + '>');
	process._rawDebug('<loads ' + part + '>');
	return new Script(readFileSync(${JSON.stringify(folder)} + '/' + part, 'utf8')).runInThisContext();
});
`;

/** A folder with the scripts and their launcher. */
function unpackedProgram(): string {
	const folder = tempFolder();
	for (const part of parts) writeFileSync(path.join(folder, part), program.scripts[part]);
	writeFileSync(path.join(folder, 'launch.mjs'), launcher(folder));
	return folder;
}

test('the TUI paints its first frame before it loads the rest of the program', async () => {
	const folder = unpackedProgram();
	const pty = spawn(process.execPath, [path.join(folder, 'launch.mjs')], {
		cols: 120,
		rows: 40,
		env: {PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm-256color'},
	});
	let text = '';
	await new Promise<void>(resolve => {
		pty.onData(data => {
			text += data;
			if (text.includes('<loads rest>')) resolve();
		});
		pty.onExit(() => resolve());
	});
	pty.kill('SIGKILL');
	expect(text).toContain('<loads rest>');
	// The label of the demo, in the first row.
	expect(text.slice(0, text.indexOf('<has '))).toContain('DEMO');
	expect(text).toContain('NativeModule tty,');
	// Each takes up to several milliseconds to load.
	expect(text).not.toMatch(/NativeModule (child_process|crypto|https|os|tls|zlib),/);
});

test('a command to an unknown game is checked against the words of all games without loading the games', async () => {
	const service = createServer((request, response) => {
		response.setHeader('Content-Type', 'application/json');
		const servers = '[{"id": "a", "displayName": "bench", "nodeId": "n", "state": "ONLINE"}]';
		response.end(request.url === '/team/my' ? '{"id": "team", "permissions": []}' : servers);
	});
	await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void service.close());
	const folder = unpackedProgram();
	const {port} = service.address() as AddressInfo;
	const env = {HOME: folder, RCONDECK_URL: `http://127.0.0.1:${port}`, RCONDECK_TOKEN: 'token'};
	const args = [path.join(folder, 'launch.mjs'), 'rcon', 'bench', '--', 'DestroyWildDinos'];
	const {stderr} = await promisify(execFile)(process.execPath, args, {env}).catch(
		(error: unknown) => error as {stderr: string},
	);
	expect(stderr).toContain('This command looks destructive. DestroyWildDinos: ');
	expect(stderr.match(/<loads \w+>/g)).toEqual(['<loads common>', '<loads commands>']);
});

import {once} from 'node:events';
import {closeSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {expect, test} from 'vitest';
import {openTtyOutput} from '../../../src/tui/terminal/tty-output.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs a script in a real pseudo-terminal; `seen` resolves when its output contains the text. */
function run(script: string) {
	const source = `import {openTtyOutput} from '${root}/src/tui/terminal/tty-output.ts';\n${script}`;
	const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
		cols: 80,
		rows: 24,
	});
	let output = '';
	const listeners = new Set<() => void>();
	child.onData(data => {
		output += data;
		for (const listener of listeners) listener();
	});
	const exited = new Promise<number>(resolve => child.onExit(({exitCode}) => resolve(exitCode)));
	const seen = (text: string) =>
		new Promise<void>(resolve => {
			const look = () => {
				if (!output.includes(text)) return;
				listeners.delete(look);
				resolve();
			};
			listeners.add(look);
			look();
		});
	return {child, exited, seen, output: () => output};
}

test('a terminal that has stopped reading does not block the program, and finally gets everything', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	const {child, exited, seen, output} = run(`
		import {connect} from 'node:net';
		const out = openTtyOutput(1);
		process.stdin.setRawMode(true);
		out.write(Buffer.from('ready\\n'), () => {});
		process.stdin.once('data', () => {
			let turns = 0;
			const timer = setInterval(() => ++turns === 50 && connect(${port}, '127.0.0.1').end(), 1);
			out.write(Buffer.from('x'.repeat(400_000)), () => {
				clearInterval(timer);
				out.write(Buffer.from(' end'), () => process.exit(7));
			});
		});
	`);
	await seen('ready');
	child.pause();
	child.write('g');
	// The event loop has run fifty times, and the write is still in progress.
	await once(server, 'connection');
	expect(output()).not.toContain(' end');
	child.resume();
	await seen(' end');
	expect(output().match(/x/g)).toHaveLength(400_000);
	expect(await exited).toBe(7);
	server.close();
});

test('an exit does not wait forever for a terminal that has stopped reading', async () => {
	const {child, exited, seen} = run(`
		const out = openTtyOutput(1);
		process.stdin.setRawMode(true);
		out.write(Buffer.from('ready\\n'), () => {});
		process.stdin.once('data', () => {
			out.write(Buffer.from('x'.repeat(1_000_000)), () => {});
			out.writeSync(Buffer.from('given back'));
			process.exit(9);
		});
	`);
	await seen('ready');
	child.pause();
	child.write('g');
	expect(await exited).toBe(9);
});

test('writes to a stream that is not a terminal, and passes an error to the writer', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'tty-output-'));
	const fd = openSync(path.join(folder, 'out'), 'w');
	const output = openTtyOutput(fd);
	const write = (text: string) =>
		new Promise<Error | undefined>(resolve => output.write(Buffer.from(text), resolve));
	expect(await write('one ')).toBeUndefined();
	expect(await write('two ')).toBeUndefined();
	output.writeSync(Buffer.from('three'));
	expect(readFileSync(path.join(folder, 'out'), 'utf8')).toBe('one two three');
	closeSync(fd);
	expect(await write('four')).toMatchObject({code: 'EBADF'});
	output.close();
	rmSync(folder, {recursive: true});
});

import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';
import {environment} from './inner-terminal.ts';

const run = promisify(execFile);
const timeoutMs = 15_000;
/** A session shows its colors and their shades; an empty window has almost none. */
const minColors = 30;

/** Runs the TUI in a real xterm on a virtual display; saves pictures to `pictures` if given. */
export async function tryXterm(pictures?: string): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-xterm-'));
	const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1100x700x24', '-nolisten', 'tcp'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	});
	try {
		const [number] = (await once(server.stdio[3] ?? server, 'data')) as [Buffer];
		const env = {...environment(folder), DISPLAY: `:${String(number).trim()}`};
		const inside = 'sh -c "$TUI"; echo $? >"$HOME/code"; stty -a >"$HOME/modes"';
		const look = [
			'-u8',
			'-fa',
			'DejaVu Sans Mono',
			'-fs',
			'12',
			'-geometry',
			'100x30+0+0',
			'-bg',
			'black',
			'-fg',
			'gray90',
		];
		const xterm = spawn('xterm', [...look, '-e', 'sh', '-c', inside], {env, stdio: 'ignore'});
		const ended = once(xterm, 'exit');
		const colors = await waitForColors(env, path.join(folder, 'tui.png'));
		await run('xdotool', ['key', 'question'], {env});
		await waitForColors(env, path.join(folder, 'keys.png'));
		await run('xdotool', ['key', 'Escape'], {env});
		await waitForColors(env, path.join(folder, 'back.png'));
		await run('xdotool', ['key', 'q'], {env});
		await Promise.race([ended, setTimeout(timeoutMs, undefined, {ref: false})]);
		if (pictures !== undefined) await keep(folder, pictures);
		const code = readFileSync(path.join(folder, 'code'), 'utf8').trim();
		const modes = readFileSync(path.join(folder, 'modes'), 'utf8');
		if (code !== '0') throw new Error(`rcondeck exited with ${code}`);
		if (!/[^-]icanon/.test(modes) || !/[^-]echo /.test(modes))
			throw new Error(`the terminal was not restored: ${modes}`);
		const where = pictures === undefined ? '' : `; pictures in ${pictures}`;
		return `painted in ${colors} colors, ? Esc and q were heard, lines and echo are on afterward${where}`;
	} finally {
		server.kill();
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
	}
}

/** Takes pictures until one has as many colors as a session. Returns their number. */
async function waitForColors(env: NodeJS.ProcessEnv, file: string): Promise<number> {
	for (const end = performance.now() + timeoutMs; performance.now() < end; await setTimeout(200)) {
		await run('import', ['-window', 'root', file], {env});
		const {stdout} = await run('identify', ['-format', '%k', file]);
		if (Number(stdout) >= minColors) {
			await setTimeout(500);
			await run('import', ['-window', 'root', file], {env});
			return Number(stdout);
		}
	}
	throw new Error('nothing was painted');
}

async function keep(folder: string, pictures: string): Promise<void> {
	mkdirSync(pictures, {recursive: true});
	await run('cp', ['tui.png', 'keys.png', 'back.png', path.resolve(pictures)], {cwd: folder});
}

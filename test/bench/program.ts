import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {spawn} from '@lydell/node-pty';
import {openWaits} from '../helpers/waits.ts';
import {openEmulator} from '../tui/terminal/emulator.ts';

const [columns, rows] = [120, 40];
/** How long after the first list rcondeck is at rest. */
export const restSeconds = 75;
/** Linux counts the CPU time of processes in these ticks. */
const ticksPerSecond = 100;

type Options = {
	command: readonly string[];
	/** Added to the environment of a plain login. */
	env?: Record<string, string>;
	/** A folder for the home, which `makeHome` creates, so that two starts share caches. */
	home: string;
	/** What the screen shows when the program is ready. */
	shows: string | RegExp;
};

/** A home in which rcondeck does not show the welcome of its first run. */
export function makeHome() {
	const home = mkdtempSync(path.join(tmpdir(), 'rcondeck-bench-'));
	mkdirSync(path.join(home, 'state'), {mode: 0o700});
	writeFileSync(path.join(home, 'state/welcome-dismissed'), '');
	return {home, remove: () => rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 100})};
}

/**
Starts a program in a pseudo-terminal of 120x40 with an emulator that answers it, waits until it is ready, and measures
it from outside, as the system sees the process. Linux only, except for `readyMs` and `bytes`.
*/
export async function openProgram({command: [file = '', ...args], env = {}, home, shows}: Options) {
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(30_000, screen);
	let bytes = 0;
	let heardAt = 0;
	let isOver = false;
	const startedAt = performance.now();
	const pty = spawn(file, args, {
		cols: columns,
		rows,
		cwd: home,
		env: {
			PATH: process.env['PATH'],
			HOME: home,
			LANG: 'C.UTF-8',
			TERM: 'xterm-256color',
			XDG_CACHE_HOME: path.join(home, 'cache'),
			RCONDECK_STATE_DIR: path.join(home, 'state'),
			...env,
		},
	});
	const answers = emulator.terminal.onData(answer => pty.write(answer));
	pty.onData(data => {
		heardAt = performance.now();
		bytes += Buffer.byteLength(data);
		emulator.write(data);
		changed();
	});
	const over = new Promise<void>(resolve => {
		pty.onExit(() => {
			isOver = true;
			resolve();
		});
	});
	let readyAt = 0;
	const sees = (text: string | RegExp) =>
		until(String(text), () => {
			if (isOver) throw new Error(`${file} ended:\n${screen()}`);
			const isSeen = typeof text === 'string' ? screen().includes(text) : text.test(screen());
			if (isSeen) readyAt = heardAt;
			return isSeen;
		});
	await sees(shows);
	const proc = (name: string) => readFileSync(`/proc/${pty.pid}/${name}`, 'utf8');
	return {
		pid: pty.pid,
		/** From the start of the process to the bytes that made it ready. */
		readyMs: readyAt - startedAt,
		screen,
		sees,
		write: (keys: string) => pty.write(keys),
		/** All bytes that it wrote. */
		bytes: () => bytes,
		/** CPU time of all its threads, and of the children that have ended, s. */
		cpuSeconds: () => {
			const fields = proc('stat')
				.replace(/^.*\) /s, '')
				.split(' ')
				.slice(11, 15)
				.map(Number);
			return fields.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
		},
		/** Resident memory; `pss` shares what several processes have in common. MB of 1,000,000 bytes. */
		memory: () => {
			const text = proc('smaps_rollup');
			const mb = (name: string) =>
				(Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6;
			return {rss: mb('Rss'), pss: mb('Pss')};
		},
		/** Ends it with a key, so that it saves its state for the next start. */
		quit: async (key: string) => {
			pty.write(key);
			await Promise.race([over, pause(5000)]);
			if (!isOver) pty.kill('SIGKILL');
			await over;
			answers.dispose();
		},
		kill: async () => {
			if (!isOver) pty.kill('SIGKILL');
			await over;
			answers.dispose();
		},
	};
}

export type Program = Awaited<ReturnType<typeof openProgram>>;

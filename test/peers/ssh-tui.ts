import {execFileSync, spawn as spawnProcess} from 'node:child_process';
import {EventEmitter, once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {openEmulator} from '../tui/terminal/emulator.ts';

const root = path.resolve(import.meta.dirname, '../..');
const [here, there] = [`rcdeck-here-${process.pid}`, `rcdeck-there-${process.pid}`];
const address = '10.213.0.2';
const port = '2222';
const ip = '/usr/sbin/ip';
const timeoutMs = 30_000;

/** Opens the built TUI on the other side of a real sshd, over a slow link that loses packets. */
export async function openSshTui({oneWayMs, lossPercent}: {oneWayMs: number; lossPercent: number}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-ssh-'));
	const closing: (() => unknown)[] = [() => rmSync(folder, {recursive: true, force: true})];
	const link = spawnProcess(
		'python3',
		[path.join(import.meta.dirname, 'slow-link.py'), here, there, String(oneWayMs), String(lossPercent)],
		{stdio: ['pipe', 'pipe', 'inherit']},
	);
	closing.push(async () => {
		link.stdin.end();
		await once(link, 'exit');
	});
	await once(link.stdout, 'data');
	const sshd = startSshd(folder);
	closing.push(() => sshd.kill());
	const emulator = openEmulator(100, 30, {convertEol: false});
	const heard = new EventEmitter().setMaxListeners(0);
	let bytes = 0;
	const startedAt = performance.now();
	const pty = spawn(ip, ['netns', 'exec', here, 'ssh', ...clientOptions(folder), remoteCommand(folder)], {
		cols: 100,
		rows: 30,
		env: {...process.env, TERM: 'xterm-256color'},
	});
	pty.onData(data => {
		bytes += Buffer.byteLength(data);
		emulator.write(data);
		heard.emit('news');
	});
	closing.push(() => pty.kill());
	const screen = () => emulator.rows().join('\n');
	const sees = (text: string | RegExp) =>
		new Promise<number>((resolve, reject) => {
			const timer = setTimeout(() => {
				reject(new Error(`There is no ${String(text)} on the screen:\n${screen()}`));
			}, timeoutMs);
			const look = () => {
				if (!(typeof text === 'string' ? screen().includes(text) : text.test(screen()))) return;
				clearTimeout(timer);
				heard.off('news', look);
				resolve(performance.now());
			};
			heard.on('news', look);
			look();
		});
	return {
		startedAt,
		sees,
		screen,
		write: (keys: string) => pty.write(keys),
		resize: (columns: number, rows: number) => {
			emulator.resize(columns, rows);
			pty.resize(columns, rows);
		},
		bytes: () => bytes,
		/** Cuts the link: the client vanishes silently. */
		cut: () => pty.kill('SIGKILL'),
		remotePid: () => Number(readFileSync(path.join(folder, 'pid'), 'utf8')),
		close: async () => {
			for (const close of closing.toReversed()) await close();
		},
	};
}

function startSshd(folder: string) {
	const file = (name: string) => path.join(folder, name);
	for (const name of ['host', 'user']) {
		execFileSync('/usr/bin/ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
	}
	mkdirSync('/run/sshd', {recursive: true});
	writeFileSync(
		file('sshd_config'),
		[
			`Port ${port}`,
			`ListenAddress ${address}`,
			`HostKey ${file('host')}`,
			`AuthorizedKeysFile ${file('user.pub')}`,
			`PidFile ${file('sshd.pid')}`,
			'PasswordAuthentication no',
			'KbdInteractiveAuthentication no',
			'StrictModes no',
			'UsePAM no',
			'',
		].join('\n'),
	);
	return spawnProcess(ip, ['netns', 'exec', there, '/usr/sbin/sshd', '-D', '-e', '-f', file('sshd_config')], {
		stdio: 'ignore',
	});
}

function clientOptions(folder: string): string[] {
	const settings = [
		'StrictHostKeyChecking=no',
		'UserKnownHostsFile=/dev/null',
		'LogLevel=ERROR',
		'ConnectionAttempts=5',
	];
	return [
		'-tt',
		'-F',
		'none',
		'-p',
		port,
		'-i',
		path.join(folder, 'user'),
		...settings.flatMap(setting => ['-o', setting]),
		address,
	];
}

function remoteCommand(folder: string): string {
	const env = {
		HOME: folder,
		LANG: 'C.UTF-8',
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
	};
	const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
	const tui = `${process.execPath} ${path.join(root, 'dist/rcondeck.mjs')}`;
	return `echo $$ >${path.join(folder, 'pid')}; exec env ${words.join(' ')} ${tui}`;
}

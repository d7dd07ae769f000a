/**
Runs the built TUI in real terminals and multiplexers: what each shows, and whether it is restored afterward. Prints
one line per terminal; exits with 1 on a failure. Programs that are not installed are listed and skipped: `npm run
peers:terminals [FOLDER for pictures]`.
*/
import {existsSync} from 'node:fs';
import {openShell, type Shell} from './inner-terminal.ts';
import {tryLinuxConsole} from './linux-console.ts';
import {tryWidths} from './widths.ts';
import {tryXterm} from './xterm.ts';

type Trial = {name: string; packages: string; needs: string[]; run: () => Promise<string>};

const mosh = `set -- $(mosh-server new -i 127.0.0.1 -- /bin/sh -i 2>/dev/null | grep CONNECT); MOSH_KEY=$4 mosh-client 127.0.0.1 $3`;

const trials: Trial[] = [
	{name: 'no program between', packages: '', needs: [], run: () => inside('')},
	{
		name: 'GNU screen',
		packages: 'screen',
		needs: ['/usr/bin/screen'],
		run: () => inside('screen -q -c /dev/null /bin/sh -i'),
	},
	{
		name: 'tmux',
		packages: 'tmux',
		needs: ['/usr/bin/tmux'],
		run: () => inside(`tmux -L rcondeck-${process.pid} -f /dev/null new-session /bin/sh -i`),
	},
	{name: 'widths in tmux', packages: 'tmux', needs: ['/usr/bin/tmux', '/bin/bash'], run: tryWidths},
	{
		name: 'mosh',
		packages: 'mosh',
		needs: ['/usr/bin/mosh-server', '/usr/bin/mosh-client'],
		run: () => inside(mosh),
	},
	{
		name: 'xterm',
		packages: 'xterm xvfb xdotool imagemagick fonts-dejavu-core',
		needs: ['/usr/bin/xterm', '/usr/bin/Xvfb', '/usr/bin/xdotool', '/usr/bin/import'],
		run: () => tryXterm(process.argv[2]),
	},
	{
		name: 'the Linux console',
		packages: 'python3, a virtual console (/dev/tty9), root',
		needs: ['/usr/bin/python3', '/dev/tty9'],
		run: tryLinuxConsole,
	},
];

for (const {name, packages, needs, run} of trials) {
	const missing = needs.filter(file => !existsSync(file));
	if (missing.length > 0) {
		tell(`SKIPPED ${name}: there is no ${missing.join(', ')}; it comes with ${packages}`);
		continue;
	}
	try {
		tell(`ok      ${name}: ${await run()}`);
	} catch (error) {
		process.exitCode = 1;
		tell(`WRONG   ${name}: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** Starts the TUI in a shell inside `wrapper`, uses and quits it, and checks what it leaves. */
async function inside(wrapper: string): Promise<string> {
	const shell = await openShell(100, 30);
	try {
		const here = wrapper === '' ? 'outer' : 'inner';
		if (here === 'inner') shell.write(`export PS1="inner> "; ${wrapper}\r`);
		await shell.until('shell to start in', () => shell.isAsking(here));
		shell.write('echo "inside $TERM"\r');
		await shell.until('type of terminal', () => /(^|> )inside \S/m.test(shell.screen()));
		const term = /(?:^|> )inside (\S+)/m.exec(shell.screen())?.[1] ?? 'unknown';
		shell.write('sh -c "$TUI"\r');
		await workWithTui(shell);
		shell.write('q');
		await shell.until('shell after the TUI', () => shell.isAsking(here));
		const isClean = !shell.screen().includes('feed LIVE');
		shell.write('stty -a; echo done\r');
		await shell.until('end of stty', () => /^done$/m.test(shell.screen()));
		const off = ['icanon', 'echo', 'ixon', 'isig'].filter(
			mode => !new RegExp(`(^| )${mode}( |$)`, 'm').test(shell.screen()),
		);
		if (off.length > 0) throw new Error(`not restored: ${off.join(', ')}`);
		if (shell.emulator.terminal.modes.bracketedPasteMode && wrapper === '')
			throw new Error('bracketed paste was not reset');
		shell.write('exit\r');
		// The wrapper ends with its shell and reports it, so that none keeps running.
		if (here === 'inner')
			await shell.until('end of it', () => /\[.*(exiting|exited|terminating)/.test(shell.screen()));
		const left = isClean
			? 'its first screen is back'
			: 'it has no second screen: the last frame stays above the prompt';
		return `TERM=${term}; painted, keys, UTF-8, resize to 80x24; afterward lines and echo are on, ${left}`;
	} finally {
		shell.close();
	}
}

async function workWithTui(shell: Shell): Promise<void> {
	await shell.sees('feed LIVE');
	shell.write('?');
	await shell.sees('─ Keys: ');
	shell.write('\x1b');
	await shell.until('list without help', () => !shell.screen().includes('─ Keys: '));
	shell.write('i');
	await shell.sees('Enter Send');
	shell.write('say hällo');
	await shell.sees('rcon> say hällo');
	shell.resize(80, 24);
	await shell.until('frame of 80 columns', () =>
		shell.emulator.rows().some(row => row.includes('SERVERS') && row.endsWith('1/10 ─')),
	);
	await shell.sees('rcon> say hällo');
	shell.write('\x15');
	await shell.until('empty input', () => !shell.screen().includes('hällo'));
	shell.write('\x1b');
	await shell.until('hints of the list', () => shell.screen().includes('q Quit'));
}

function tell(line: string): void {
	process.stdout.write(`${line}\n`);
}

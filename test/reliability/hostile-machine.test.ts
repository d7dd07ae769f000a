import {chmodSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {test, type ExpectStatic} from 'vitest';
import {isAlive, openPtyTui, type PtyTui} from '../pty/pty-tui.ts';
import {bundle, openService, openShipped, type Program} from '../shipped/shipped.ts';
import {waitUntil} from '../helpers/wait-for.ts';

/** A command that waits forever is killed. */
const withDeadline: Program = ['timeout', '-s', 'KILL', '120', ...bundle];

type Row = {
	/** Prepares the machine, in bash, in an empty home folder. */
	machine: string;
	/** The command to run there; `rcondeck servers` by default. */
	run?: string;
	/** What stdout and stderr contain. */
	says: string | RegExp;
	/** Its exit code; 0 by default. */
	code?: number;
};

/** Removes the folders that the tests set, so that those below the home folder are used. */
const usualFolders = 'unset RCONDECK_CONFIG_DIR RCONDECK_STATE_DIR XDG_CACHE_HOME';
const command = 'rcondeck rcon alpha -- ListPlayers';
const profile = (setting: string) =>
	`unset RCONDECK_TOKEN; export RCONDECK_PROFILE=p; mkdir -m 700 config
	printf '[profiles.p]\\nurl="%s"\\n${setting}\\n' "$RCONDECK_URL" > config/config.toml; unset RCONDECK_URL`;
const records = (damage: string) =>
	`unset RCONDECK_URL RCONDECK_TOKEN; mkdir -pm 700 state/service; touch state/service/has-servers; cd state/service; ${damage}`;
/** On a file system that is full for everybody, also for root: no file can grow beyond nothing. */
const full = 'ulimit -f 0';

const rows: Record<string, Row> = {
	'a home that cannot be created': {
		machine: `${usualFolders}; export HOME=/proc/none`,
		run: command,
		says: 'New events are not saved. /proc/none/.local/state/rcondeck/journal.db cannot be written: no such directory.',
	},
	'a home that is a file': {
		machine: `${usualFolders}; touch file; export HOME=$PWD/file`,
		says: /config\.toml cannot be read: a part of the path is not a directory/,
		code: 2,
	},
	'no home': {machine: `${usualFolders}; export XDG_CACHE_HOME=$PWD; unset HOME`, says: 'alpha'},
	'a FIFO as state folder': {
		machine: 'mkfifo state',
		run: command,
		says: /journal\.db cannot be written: a part of the path is not a directory/,
	},
	'a FIFO as journal': {
		machine: 'mkdir -m 700 state; mkfifo state/journal.db',
		run: `${command} && rcondeck doctor`,
		says: /journal\.db cannot be read: it cannot be opened as a file[^]*New events are not saved/,
	},
	'a directory as journal': {
		machine: 'mkdir -pm 700 state/journal.db',
		run: command,
		says: /cannot be written: it is a directory/,
	},
	'a loop of links as journal': {
		machine: 'mkdir -m 700 state; ln -s journal.db state/journal.db',
		run: command,
		says: /cannot be written: too many levels of symbolic links/,
	},
	'a damaged journal': {
		machine: 'mkdir -m 700 state; echo this is no database, but a text > state/journal.db',
		run: `${command} && rcondeck journal | grep '> ListPlayers'`,
		says: /The journal is damaged\. It was moved to \S+broken-\S+, and a new one was created/,
	},
	'a database of another program as journal': {
		machine: `mkdir -m 700 state; node -e 'new (require("node:sqlite").DatabaseSync)("state/journal.db").exec("CREATE TABLE entry (a)")'`,
		run: `${command} && rcondeck journal | grep '> ListPlayers'`,
		says: /It was moved to \S+broken-\S+, and a new one was created/,
	},
	'a full disk': {machine: full, run: command, says: 'The journal cannot be written; the disk may be full.'},
	'a FIFO as configuration': {
		machine: 'mkdir config; mkfifo config/config.toml',
		run: 'rcondeck servers; rcondeck config check; rcondeck doctor',
		says: /config\.toml cannot be read: it cannot be opened as a file[^]*failure {2}config/,
		code: 1,
	},
	'a loop of links as configuration': {
		machine: 'mkdir config; ln -s config.toml config/config.toml',
		run: 'rcondeck config check',
		says: 'too many levels of symbolic links',
		code: 2,
	},
	'a huge configuration': {
		machine: 'mkdir config; head -c 100000000 /dev/zero > config/config.toml',
		says: 'config.toml cannot be read: it is too large.',
		code: 2,
	},
	'a FIFO as token': {
		machine: `${profile('token_file="../token"')}; mkfifo -m 600 token`,
		says: 'token cannot be read: it cannot be opened as a file.',
		code: 2,
	},
	'a pipe as token': {
		machine: `token=$RCONDECK_TOKEN; ${profile('token_file="/dev/fd/7"')}; exec 7< <(sleep 0.2; echo "$token")`,
		says: 'alpha',
	},
	'a loop of links as token': {
		machine: `${profile('token_file="../token"')}; ln -s token token`,
		says: 'token cannot be read: too many levels of symbolic links.',
		code: 2,
	},
	'a token command that prints without end': {
		machine: profile('token_command="yes"'),
		says: 'The token_command of profile p failed.',
		code: 2,
	},
	'damaged records of the local service': {
		machine: records('echo this is no database, but a text > service.db'),
		run: 'rcondeck servers; rcondeck serve --port 0',
		says: /(service\.db is damaged\. Restore it from a backup[^]*){2}/,
		code: 2,
	},
	'records of the local service by a newer version': {
		machine: records(
			`node -e 'new (require("node:sqlite").DatabaseSync)("service.db").exec("PRAGMA user_version = 999")'`,
		),
		says: "A newer rcondeck wrote the service's records",
		code: 9,
	},
	'a FIFO as records of the local service': {
		machine: records('mkfifo service.db'),
		says: 'service.db cannot be written: it cannot be opened as a file.',
		code: 9,
	},
	'a full disk under the local service': {
		machine: `${records('cd ../..')}; ${full}`,
		run: 'rcondeck serve --port 0',
		says: 'service.lock cannot be written. The disk may be full',
		code: 2,
	},
	'a directory as address of the local service': {
		machine: records('mkdir endpoint.json'),
		says: 'endpoint.json cannot be written: it is a directory.',
		code: 9,
	},
	'a deleted working directory': {machine: 'mkdir gone; cd gone; rmdir ../gone', says: 'alpha'},
	'no streams': {
		machine: 'exec 3>&1',
		run: 'rcondeck servers <&- >&- 2>&-; echo code $? >&3',
		says: 'code 0',
	},
	'a full output': {
		machine: ':',
		run: 'rcondeck servers > /dev/full',
		says: 'stdout cannot be written: the disk is full.',
		code: 1,
	},
	'little memory': {machine: 'export NODE_OPTIONS=--max-old-space-size=64', run: command, says: /\S/},
	'a time zone that does not exist': {
		machine: 'export TZ=Not/There',
		run: 'rcondeck handover',
		says: 'Handover',
	},
};

test.concurrent(
	'a hostile machine gets a clear message, and nothing waits forever',
	async ({expect, onTestFinished: atEnd}) => {
		const {env} = await openService({}, undefined, atEnd);
		const queue = Object.entries(rows);
		const wrong: unknown[] = [];
		const work = async () => {
			for (let next = queue.shift(); next; next = queue.shift()) {
				const [name, {machine, run = 'rcondeck servers', says, code = 0}] = next;
				const {shell} = openShipped({program: withDeadline, env, atEnd});
				const {code: found, out, err} = await shell(`${machine}\n${run}`);
				const text = out + err;
				const isSaid = typeof says === 'string' ? text.includes(says) : says.test(text);
				if (!isSaid || found !== code || text.includes('This is a bug')) wrong.push({name, found, text});
			}
		};
		await Promise.all(Array.from({length: 5}, work));
		expect(wrong).toEqual([]);
	},
);

test.concurrent('terminals of one and two cells crash nothing', async ({expect, onTestFinished}) => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	for (const [columns, rows] of [
		[1, 1],
		[2, 2],
		[1, 24],
		[80, 1],
	] as const) {
		tui.resize(columns, rows);
		tui.write('j?\x1bir\x1b');
	}
	tui.resize(80, 24);
	await tui.isLive();
	expect(tui.emulator.isAlternate()).toBe(true);
	tui.resize(1, 1);
	process.kill(tui.pid(), 'SIGTERM');
	await tui.until('a restored terminal', tui.isRestored);
});

test.concurrent('the TUI starts in a terminal of one cell', async ({onTestFinished}) => {
	const program = ['sh', '-c', 'stty cols 1 rows 1; exec "$@"', 'sh', ...bundle];
	const tui = await openPtyTui({program, args: ['--demo'], atEnd: onTestFinished});
	tui.resize(80, 24);
	await tui.isLive();
});

/** The CPU time of a process, ms. */
function cpuMs(pid: number): number {
	const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/.*\) /, '')
		.split(' ')
		.slice(11, 13)
		.map(Number);
	return (user + system) * 10;
}

/** Fills the buffers of a terminal that nobody reads, and expects the program to wait without using the processor. */
async function fill(tui: PtyTui, expect: ExpectStatic) {
	tui.pause();
	for (let round = 0; round < 60; round++) {
		tui.resize(round % 2 === 0 ? 200 : 190, 50);
		tui.write('?\x1b');
		await new Promise(resolve => setTimeout(resolve, 10));
	}
	await expect.poll(() => isIdle(tui.pid())).toBe(true);
}

async function isIdle(pid: number): Promise<boolean> {
	const before = cpuMs(pid);
	await new Promise(resolve => setTimeout(resolve, 400));
	return cpuMs(pid) - before < 150;
}

test.concurrent(
	'a terminal that nobody reads neither stops the TUI nor uses its CPU',
	async ({expect, onTestFinished}) => {
		const tui = await openPtyTui({columns: 190, rows: 50, atEnd: onTestFinished});
		await tui.isLive();
		await fill(tui, expect);
		tui.resume();
		tui.write('i');
		await tui.sees('rcon>');
		await tui.isLive();
		await fill(tui, expect);
		const pid = tui.pid();
		process.kill(pid, 'SIGTERM');
		await expect.poll(() => isAlive(pid)).toBe(false);
		tui.resume();
	},
);

test.concurrent.for([
	['the TUI', {}],
	['line mode', {args: ['--screen-reader'], isStream: true}],
] as const)('%s ends when its terminal is closed', async ([, options], {expect, onTestFinished}) => {
	const tui = await openPtyTui({
		...options,
		args: [...('args' in options ? options.args : [])],
		atEnd: onTestFinished,
	});
	await tui.sees(/feed|Feed/);
	const pid = tui.pid();
	tui.hangUp();
	await expect.poll(() => isAlive(pid)).toBe(false);
	const reports = tui.hasState() ? readdirSync(tui.state).filter(name => name.startsWith('report-')) : [];
	expect(reports).toEqual([]);
});

test.concurrent(
	'an editor that dies or spews leaves the typed text and the screen intact',
	async ({expect, onTestFinished}) => {
		const tui = await openPtyTui({columns: 120, env: {EDITOR: '"$HOME/editor"'}, atEnd: onTestFinished});
		const file = path.join(tui.folder, 'editor');
		const useEditor = (script: string) => {
			writeFileSync(file, `#!/bin/sh\n${script}\n`);
			chmodSync(file, 0o755);
		};
		await tui.isLive();
		tui.write('i');
		await tui.sees(/rcon>/);
		tui.write('say');
		await tui.sees('rcon> say');
		const problem = 'exited with code 137. The text is unchanged.';
		for (const [script, says] of [
			['kill -9 $$', problem],
			['echo hangs; exec sleep 60', problem],
			[
				`head -c 2000000 /dev/zero | tr '\\0' '\\033'; printf '\\033[5;9r\\033(0\\033[8m'; touch "$HOME/spewed"`,
				'feed LIVE',
			],
		] as const) {
			useEditor(`echo $$ > "$HOME/editor-pid"; ${script}`);
			tui.write('\x18');
			if (script.includes('hangs')) {
				await tui.sees(/^hangs$/m);
				process.kill(Number(readFileSync(path.join(tui.folder, 'editor-pid'), 'utf8')), 'SIGKILL');
			}
			if (script.includes('spewed'))
				await expect.poll(() => existsSync(path.join(tui.folder, 'spewed'))).toBe(true);
			await tui.sees(says);
			await tui.sees('rcon> say');
		}
		// A key may be lost in the moment in which the editor ends.
		const says = () => tui.screen().includes('rcon> say!');
		await waitUntil(() => says() || (tui.write('!'), false), {interval: 500});
		expect(tui.emulator.isAlternate()).toBe(true);
	},
);

test.concurrent(
	'a pager that dies, hangs or spews returns to the shell with Ctrl-C at the latest',
	async ({onTestFinished}) => {
		const tui = await openPtyTui({
			isStream: true,
			args: ['keys'],
			env: {PAGER: 'kill -9 $$'},
			atEnd: onTestFinished,
		});
		await tui.sees(/shell> *$/m);
		for (const pager of ['echo hangs; exec sleep 60', 'exec yes hangs']) {
			tui.write(`clear; PAGER='${pager}' sh -c "$START" tui keys\r`);
			await tui.sees(/^hangs$/m);
			tui.write('\x03');
			await tui.sees(/shell>$/m);
			tui.write('echo "again $?"\r');
			await tui.sees(/^again \d+$/m);
		}
	},
);

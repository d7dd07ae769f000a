import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {need, needMs} from '../peers/need.ts';
import {runCli} from './run-cli.ts';
import {homeForShell} from './state-with-names.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/bin/zsh', '/usr/bin/fish');
}, needMs);

async function scriptFor(shell: string): Promise<{script: string; env: Record<string, string>}> {
	const env = await homeForShell();
	const script = path.join(env['HOME'] ?? '', `completion.${shell}`);
	writeFileSync(script, (await runCli(['completion', shell])).out);
	return {script, env};
}

/** A shell at its prompt, `ready> `, on a separate terminal. */
async function openShell(program: string, args: string[], env: Record<string, string>, setUp: string) {
	const shell = spawn(program, args, {cols: 100, rows: 24, env});
	const emulator = openEmulator(100, 24, {convertEol: false});
	const listeners = new Set<() => void>();
	shell.onData(data => {
		emulator.write(data);
		for (const listener of listeners) listener();
	});
	const ended = new Promise(resolve => shell.onExit(resolve));
	onTestFinished(async () => {
		shell.kill('SIGKILL');
		await ended;
	});
	const sees = (row: RegExp) =>
		new Promise<void>(resolve => {
			const look = () => {
				if (!emulator.rows().some(text => row.test(text))) return;
				listeners.delete(look);
				resolve();
			};
			listeners.add(look);
			look();
		});
	const clear = async () => {
		shell.write('\u0015\u000C');
		await sees(/^ready>\s*$/);
	};
	shell.write(`${setUp}; clear\r`);
	await sees(/^ready>\s*$/);
	return {
		/** The command line after Tab; Ctrl-U and Ctrl-L then clear line and screen. */
		completed: async (typed: string) => {
			shell.write(`${typed}\t`);
			await sees(new RegExp(`^ready> ${typed.replaceAll(/[\\"]/g, '\\$&')}\\S`));
			const line = emulator.rows().findLast(row => row.startsWith('ready>'));
			await clear();
			return line?.trimEnd().slice('ready> '.length);
		},
		/** Waits until pressing Tab twice has listed this row. */
		lists: async (typed: string, row: RegExp) => {
			shell.write(`${typed}\t\t`);
			await sees(row);
			await clear();
		},
	};
}

test('fish completes commands, options, values and names with descriptions', async ({skip}) => {
	if (missing !== undefined) skip(missing);
	const {script, env} = await scriptFor('fish');
	const offered = (line: string) =>
		execFileSync('/usr/bin/fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
			encoding: 'utf8',
			env,
		})
			.trim()
			.split('\n');
	expect(offered('rcondeck sto')).toEqual(['stop\tStop servers, now or after a delay']);
	expect(offered('rcondeck automations tr').map(row => row.split('\t')[0])).toEqual(['trigger']);
	expect(offered('rcondeck rcon ark')).toEqual(['ark-one\tONLINE, CS2']);
	expect(offered('rcondeck rcon with')).toEqual(['with a space\tFROZEN']);
	expect(offered('rcondeck servers --state FRO')).toEqual(['FROZEN']);
	expect(offered('rcondeck --profile p').map(row => row.split('\t')[0])).toEqual(['prod']);
	expect(offered('rcondeck rcon ark-one -f /etc/host')).toContain('/etc/hostname');
});

test('zsh completes at its prompt, and lists values with descriptions', async ({skip}) => {
	if (missing !== undefined) skip(missing);
	const {script, env} = await scriptFor('zsh');
	const setUp = `PROMPT='ready> '; autoload -U compinit; compinit -u -D; source ${script}`;
	const {completed, lists} = await openShell('/usr/bin/zsh', ['-f', '-i'], env, setUp);
	expect(await completed('rcondeck sto')).toBe('rcondeck stop');
	expect(await completed('rcondeck automations tr')).toBe('rcondeck automations trigger');
	expect(await completed('rcondeck rcon ark')).toBe('rcondeck rcon ark-one');
	expect(await completed('rcondeck rcon wi')).toBe('rcondeck rcon with\\ a\\ space');
	expect(await completed('rcondeck stop ark-one --del')).toBe('rcondeck stop ark-one --delay');
	expect(await completed('rcondeck servers --state FRO')).toBe('rcondeck servers --state FROZEN');
	await lists('rcondeck rcon ', /ark-one +-- ONLINE, CS2/);
});

test('bash completes at its prompt, including names with spaces', async () => {
	const {script, env} = await scriptFor('bash');
	const setUp = `PS1='ready> '; bind 'set bell-style none'; source ${script}`;
	const {completed, lists} = await openShell('/bin/bash', ['--norc', '--noprofile', '-i'], env, setUp);
	expect(await completed('rcondeck sto')).toBe('rcondeck stop');
	expect(await completed('rcondeck automations tr')).toBe('rcondeck automations trigger');
	expect(await completed('rcondeck rcon ark')).toBe('rcondeck rcon ark-one');
	expect(await completed('rcondeck rcon wi')).toBe('rcondeck rcon with\\ a\\ space');
	expect(await completed('rcondeck rcon "wi')).toBe('rcondeck rcon "with a space"');
	expect(await completed('rcondeck servers --state=FRO')).toBe('rcondeck servers --state=FROZEN');
	expect(await completed('rcondeck rcon -f /etc/hostna')).toBe('rcondeck rcon -f /etc/hostname');
	await lists('rcondeck restart --gate ', /accepted +ready +state/);
});

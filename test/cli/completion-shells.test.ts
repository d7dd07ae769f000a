import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {need, needMs} from '../peers/need.ts';
import {runCli} from './run-cli.ts';
import {stateWithNames} from './state-with-names.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/bin/zsh', '/usr/bin/fish');
}, needMs);

async function scriptFor(shell: string): Promise<{script: string; env: Record<string, string>}> {
	const state = await stateWithNames();
	const script = path.join(state, `completion.${shell}`);
	writeFileSync(script, (await runCli(['completion', shell])).out);
	return {script, env: {PATH: '/usr/bin:/bin', HOME: state, TERM: 'xterm', RCONDECK_STATE_DIR: state}};
}

test('fish offers commands, subcommands, options, and the servers of the last list', async ({skip}) => {
	if (missing !== undefined) skip(missing);
	const {script, env} = await scriptFor('fish');
	const offered = (line: string) =>
		execFileSync('/usr/bin/fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
			encoding: 'utf8',
			env,
		})
			.trim()
			.split('\n')
			.map(row => row.split('\t')[0]);
	expect(offered('rcondeck sto')).toEqual(['stop']);
	expect(offered('rcondeck automations tr')).toEqual(['trigger']);
	expect(offered('rcondeck rcon ark')).toEqual(['ark-one']);
	expect(offered('rcondeck stop ark-one --del')).toEqual(['--delay']);
});

test('zsh completes what is typed at its prompt', async ({skip}) => {
	if (missing !== undefined) skip(missing);
	const {script, env} = await scriptFor('zsh');
	const shell = spawn('/usr/bin/zsh', ['-f', '-i'], {cols: 100, rows: 24, env});
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
	/** What is at the prompt after Tab; Ctrl-U and Ctrl-L then empty line and screen. */
	const completed = async (typed: string) => {
		shell.write(`${typed}\t`);
		await sees(new RegExp(`^ready> ${typed}\\S`));
		const line = emulator.rows().findLast(row => row.startsWith('ready>'));
		shell.write('\u0015\u000C');
		await sees(/^ready>\s*$/);
		return line?.trimEnd();
	};
	shell.write(`PROMPT='ready> '; autoload -U compinit; compinit -u -D; source ${script}; clear\r`);
	await sees(/^ready>\s*$/);
	expect(await completed('rcondeck sto')).toBe('ready> rcondeck stop');
	expect(await completed('rcondeck automations tr')).toBe('ready> rcondeck automations trigger');
	expect(await completed('rcondeck rcon ark')).toBe('ready> rcondeck rcon ark-one');
	expect(await completed('rcondeck stop ark-one --del')).toBe('ready> rcondeck stop ark-one --delay');
});

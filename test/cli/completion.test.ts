import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runCli} from './run-cli.ts';
import {stateWithNames} from './state-with-names.ts';

test('bash offers commands, options, and the servers of the last list', async () => {
	const state = await stateWithNames();
	const script = path.join(state, 'completion.bash');
	writeFileSync(script, (await runCli(['completion', 'bash'])).out);
	const offered = (...words: string[]) => {
		const given = words.map(word => `'${word}'`).join(' ');
		const text = `source ${script}; COMP_WORDS=(rcondeck ${given}); COMP_CWORD=${words.length}; _rcondeck; echo "\${COMPREPLY[@]}"`;
		const env = {...process.env, RCONDECK_STATE_DIR: state};
		return execFileSync('bash', ['--norc', '-c', text], {encoding: 'utf8', env}).trim().split(' ');
	};
	expect(offered('sto')).toEqual(['stop']);
	expect(offered('--profile', 'x', 'automations', 'tr')).toEqual(['trigger']);
	expect(offered('rcon', 'ark')).toEqual(['ark-one']);
	expect(offered('rcon', 'b')).toEqual(['b2']);
	expect(offered('stop', 'ark-one', '--del')).toEqual(['--delay']);
	expect(offered('rcon', 'ark-one', '--', '')).toEqual(['']);
});

test('a shell that is not known is wrong usage', async () => {
	expect((await runCli(['completion', 'tcsh'])).code).toBe(2);
});

test('keys lists every key under its heading', async () => {
	expect((await runCli(['keys'])).out).toMatch(/^Servers\n {2}[^]*^Dialogs$/m);
	const {keys} = JSON.parse((await runCli(['keys', '--json'])).out) as {keys: {keys: string[]}[]};
	expect(keys.some(({keys}) => keys.includes('R'))).toBe(true);
});

import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

/** A folder of state with the names of two servers in it, as a list of servers leaves it. */
async function stateWithNames(): Promise<string> {
	const {url} = await httpService(({url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else
			response.end('[{"id": "a1", "displayName": "ark-one"}, {"id": "b2", "displayName": "with a space"}]');
	});
	const folder = tempFolder();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: folder};
	expect((await runCli(['servers'], {env})).code).toBe(0);
	return folder;
}

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

test.each([
	['zsh', /#compdef rcondeck[^]*'automations edit'\) offers=/],
	['fish', /-n '__fish_use_subcommand' -a servers -d 'List the servers of the team'/],
])('%s gets a script from the same declarations', async (shell, shape) => {
	expect((await runCli(['completion', shell])).out).toMatch(shape);
});

test('a shell that is not known is wrong usage', async () => {
	expect((await runCli(['completion', 'tcsh'])).code).toBe(2);
});

test('keys lists every key under its heading', async () => {
	expect((await runCli(['keys'])).out).toMatch(/^Servers\n {2}[^]*^Dialogs$/m);
	const {keys} = JSON.parse((await runCli(['keys', '--json'])).out) as {keys: {keys: string[]}[]};
	expect(keys.some(({keys}) => keys.includes('R'))).toBe(true);
});

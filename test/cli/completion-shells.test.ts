import {execFileSync} from 'node:child_process';
import {beforeAll, expect, test} from 'vitest';
import {need, needMs} from '../peers/need.ts';
import {openShell, scriptFor} from './shells.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/bin/zsh', '/usr/bin/fish');
}, needMs);

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
	expect(offered('rcondeck rcon with')).toEqual(['with a space\tFROZEN']);
	expect(offered('rcondeck servers --state FRO')).toEqual(['FROZEN']);
	expect(offered('rcondeck rcon ark-one -f /etc/host')).toContain('/etc/hostname');
});

test('zsh completes at its prompt, and lists values with descriptions', async ({skip}) => {
	if (missing !== undefined) skip(missing);
	const {script, env} = await scriptFor('zsh');
	const setUp = `PROMPT='ready> '; autoload -U compinit; compinit -u -D; source ${script}`;
	const {completed, lists} = await openShell('/usr/bin/zsh', ['-f', '-i'], env, setUp);
	expect(await completed('rcondeck sto')).toBe('rcondeck stop');
	expect(await completed('rcondeck rcon wi')).toBe('rcondeck rcon with\\ a\\ space');
	expect(await completed('rcondeck servers --state FRO')).toBe('rcondeck servers --state FROZEN');
	await lists('rcondeck rcon ', /ark-one +-- ONLINE, CS2/);
});

test('bash completes at its prompt, including names with spaces', async () => {
	const {script, env} = await scriptFor('bash');
	const setUp = `PS1='ready> '; bind 'set bell-style none'; source ${script}`;
	const {completed, lists} = await openShell('/bin/bash', ['--norc', '--noprofile', '-i'], env, setUp);
	expect(await completed('rcondeck sto')).toBe('rcondeck stop');
	expect(await completed('rcondeck rcon wi')).toBe('rcondeck rcon with\\ a\\ space');
	expect(await completed('rcondeck rcon "wi')).toBe('rcondeck rcon "with a space"');
	expect(await completed('rcondeck servers --state=FRO')).toBe('rcondeck servers --state=FROZEN');
	expect(await completed('rcondeck rcon -f /etc/hostna')).toBe('rcondeck rcon -f /etc/hostname');
	await lists('rcondeck restart --gate ', /accepted +ready +state/);
});

import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {need, needMs} from '../peers/need.ts';
import {runCli} from './run-cli.ts';
import {openShell, scriptFor} from './shells.ts';
import {stateWithNames} from './state-with-names.ts';
import {tempFolder} from './temp-folder.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/bin/zsh', '/usr/bin/fish');
}, needMs);

/** Names that a shell would run, expand or split, each after a prefix that only it has. */
const names = [
	'aa$(touch injected)',
	'ab`touch injected`',
	'ac;touch injected;',
	'ad"; touch injected; "',
	"ae'; touch injected; '",
	'af && touch injected | touch injected > injected <(touch injected) # @(a)',
	'ag \\${HOME} ~ * ? [a-z] {b,c} !! !touch !$ \\',
	'ah 🎮 雪豹 é: ^%=',
	'ai\\\'"`$',
];
const quotes = ['', '"', "'"];
const listed = (displayNames: readonly string[]) =>
	displayNames.map((displayName, at) => ({id: `id-${at}`, displayName, state: 'ONLINE'}));

/** What `__complete` prints for the last word, without the kind. */
async function offered(servers: readonly object[], shell: string, lines: readonly (readonly string[])[]) {
	const {folder, url} = await stateWithNames(servers);
	const env = {RCONDECK_STATE_DIR: folder, RCONDECK_URL: url};
	const found: string[][] = [];
	for (const words of lines) {
		const {out} = await runCli(['__complete', shell, ...words], {env});
		found.push(out.split('\n').slice(1, -1));
	}
	return found;
}

test('bash gets each hostile name as the rest of one word, and runs no part of it', async () => {
	const typed = quotes.flatMap(quote => names.map(name => ({quote, name, start: quote + name.slice(0, 2)})));
	const offers = await offered(
		listed(names),
		'bash',
		typed.map(({start}) => ['show', start]),
	);
	const lines = offers.map(([offer = ''], at) => {
		const quote = typed[at]?.quote ?? '';
		// Readline closes an open quote, unless it is the last character.
		return quote + offer + (offer.endsWith(quote) ? '' : quote);
	});
	const folder = tempFolder();
	const script = lines.map(line => `printf '%s\\0' ${line}`).join('\n');
	const words = execFileSync('bash', ['-O', 'extglob', '-c', script], {cwd: folder, encoding: 'utf8'}).split(
		'\0',
	);
	expect(words.slice(0, -1)).toEqual(typed.map(({name}) => name));
	// It would expand history between double quotes, too.
	expect(lines.filter(line => /!/.test(line.replaceAll(/\\.|'[^']*'/g, '')))).toEqual([]);
	expect(existsSync(path.join(folder, 'injected'))).toBe(false);
});

const shells = {
	bash: {
		program: '/bin/bash',
		args: ['--norc', '--noprofile'],
		setUp: "PS1='ready> '; bind 'set bell-style none'; source",
	},
	zsh: {
		program: '/usr/bin/zsh',
		args: ['-f'],
		setUp: "PROMPT='ready> '; autoload -U compinit; compinit -u -D; source",
	},
	fish: {
		program: '/usr/bin/fish',
		args: ['--no-config'],
		setUp: "function fish_prompt; echo -n 'ready> '; end; set -g fish_greeting; source",
	},
} as const;

test.for(Object.keys(shells) as (keyof typeof shells)[])(
	'%s completes a hostile name at its prompt to a line that runs nothing else',
	async (shell, {skip}) => {
		if (missing !== undefined && shell !== 'bash') skip(missing);
		// The line fits on one row.
		const name = 'aa$(touch injected)`ls`"\';touch injected;" ~ \\ é';
		const {script, env} = await scriptFor(shell, listed([name]));
		const {program, args, setUp} = shells[shell];
		const {completed} = await openShell(program, [...args, '-i'], env, `${setUp} ${script}`);
		const folder = tempFolder();
		for (const quote of quotes) {
			const line = (await completed(`rcondeck show ${quote}aa`)) ?? '';
			const printed = line.replace('rcondeck show', "printf '%s\\0'");
			const words = execFileSync(program, [...args, '-c', printed], {cwd: folder, env, encoding: 'utf8'});
			expect({line, words}).toEqual({line, words: `${name}\0`});
		}
		expect(existsSync(path.join(folder, 'injected'))).toBe(false);
	},
);

test('completes a name that looks like an option or is unprintable as its ID', async () => {
	const unusable = ['--all', '-f', 'at\ntouch injected', 'au\x1b]0;owned\x07', 'av\u202ecba', 'aw\tx'];
	const servers = [...listed(unusable), {id: '--yes', displayName: '-x', map: '--map'}];
	const [stop, map] = await offered(servers, 'fish', [
		['stop', ''],
		['servers', '--map', ''],
	]);
	expect(stop?.map(row => row.split('\t')[0])).toEqual(unusable.map((_, at) => `id-${at}`));
	expect(map).toEqual([]);
});

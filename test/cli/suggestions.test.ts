import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {runCli} from './run-cli.ts';

const branches = branchesOf(await declaredProgram());

/** The word with two adjacent letters swapped, a common typo. */
const misspell = (word: string) => {
	const letters = [...word];
	const at = letters.findLastIndex((letter, index) => index > 2 && letter !== letters[index - 1]);
	return [...letters.slice(0, at - 1), letters[at], letters[at - 1], ...letters.slice(at + 1)].join('');
};

const commands = branches.flatMap(({path, subcommands}) =>
	subcommands.filter(({name}) => name.length > 3).map(({name}) => ({path, name})),
);

test.each(commands)('a misspelled $path $name does not run', async ({path, name}) => {
	const {code, err} = await runCli([...path.split(' ').filter(Boolean), misspell(name)]);
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining('Unknown command')});
});

test.each([
	['serverz', 'server'],
	['nodse', 'node'],
	['doctro', 'doctor'],
	['nodes lits', 'list'],
	['runs shwo', 'show'],
	['config chekc', 'check'],
	// As other programs have it.
	['ls', 'server'],
	['describe ark-isl-1', 'show'],
	['node ls', 'list'],
	['automation describe nightly', 'show'],
	['logs survival -f', '--follow'],
	['logs survival --tail 5', '--limit'],
	['servers -w', '--watch'],
	['servers --jq .', '--format'],
	['runs --state FAILED', '--status'],
	['journal --from 2h', '--since'],
])('%s suggests %s', async (words, name) => {
	const {err} = await runCli(words.split(' '));
	expect(err).toContain(`Did you mean ${name}?`);
});

test.each([
	'strat',
	'restrat',
	'stpo',
	'delte',
	'braodcast',
	'remvoe',
	'creaet',
	'tasks cancle',
	'team kcik',
])('%s suggests no command that changes something', async words => {
	const {code, err} = await runCli(words.split(' '));
	expect({code, err}).toEqual({code: 2, err: expect.not.stringContaining('Did you mean')});
});

const options = branches.flatMap(({path, options: its}) =>
	its.flatMap(({flags}) => flags.filter(flag => flag.length > 5).map(flag => ({path, flag}))),
);

test.each(options)('a misspelled $flag of "$path" suggests it', async ({path, flag}) => {
	const {code, err} = await runCli([...path.split(' ').filter(Boolean), misspell(flag)]);
	expect({code, err}).toEqual({code: 2, err: expect.stringMatching(new RegExp(`Did you mean .*${flag}\\b`))});
});

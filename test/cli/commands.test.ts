import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {commandsFor, namesOfOne, rareCommandNames} from '../../src/cli/commands/index.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {runCli} from './run-cli.ts';

test('each command is found in the file that is loaded for its name alone', async () => {
	const [program] = branchesOf(await declaredProgram());
	const names = program?.subcommands.flatMap(({name, aliases}) => [name, ...aliases]) ?? [];
	// These two use all other commands.
	const ofAll = new Set(['completion', 'help']);
	expect(names.filter(name => !ofAll.has(name)).toSorted()).toEqual(namesOfOne.toSorted());
	for (const name of namesOfOne) expect(await commandsFor(name)).toHaveLength(1);
});

test('the help of one command, and of all, is the same as with every command loaded', async () => {
	const alone = await runCli(['rcon', '--help']);
	const help = await runCli(['help', 'rcon']);
	expect(alone.out).toBe(help.out);
	expect((await runCli(['--read-only', 'rcon', '--help'])).out).toBe(help.out);
	const all = (await runCli(['--help'])).out;
	const listed = branchesOf(await declaredProgram())[0]?.subcommands ?? [];
	for (const {name} of listed.filter(one => !rareCommandNames.has(one.name)))
		expect(all).toContain(`  ${name} `);
});

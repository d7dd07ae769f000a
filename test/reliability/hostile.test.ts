import {expect, onTestFinished, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {seeded} from '../helpers/nasty-wire.ts';
import {tryCommands} from './hostile-commands.ts';
import {tryLineMode} from './hostile-line-mode.ts';

/** Of each way to print, one that the built program runs on a real terminal. Only there `console` and `config edit` ask. */
const built = new Set([
	'console',
	'config edit',
	'login',
	'server list',
	'rcon',
	'feed',
	'backup create',
	'job show',
]);

test('no command lets a text of the service act on the terminal or on this machine', async () => {
	const {failures, names} = await tryCommands({
		random: seeded(1),
		refuses: false,
		forms: 'one',
		atEnd: onTestFinished,
		atOnce: 4,
		isBuilt: name => built.has(name),
	});
	expect(failures).toEqual([]);
	const leaves = branchesOf(await declaredProgram()).filter(({subcommands}) => subcommands.length === 0);
	expect(leaves.map(({path}) => path).filter(name => !names.includes(name))).toEqual([]);
});

test('no command of line mode lets a name, an answer, a paste or a message act on the terminal', async () => {
	const {failures, tried} = await tryLineMode({
		random: seeded(1),
		refuses: false,
		forms: 'one',
		atEnd: onTestFinished,
	});
	expect(failures).toEqual([]);
	expect(tried).toBeGreaterThan(50);
});

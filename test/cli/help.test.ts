import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {rareCommandNames} from '../../src/cli/commands/index.ts';
import {commandGroups} from '../../src/messages/cli.ts';
import {problemWith, simpleCommands} from '../readme/command-lines.ts';
import {runCli} from './run-cli.ts';

const branches = branchesOf(await declaredProgram());

test('the help of the program lists commands in groups, then options, then examples', async () => {
	const {out} = await runCli(['--help']);
	const headings = [...out.matchAll(/^\S.*:$/gm)].map(([heading]) => heading);
	const groups = Object.values(commandGroups).map(({heading}) => heading);
	expect(headings).toEqual([...groups, 'Global options:', 'Examples:', 'Learn more:']);
	expect(out).toMatch(/^Setup:\n(?: {2}.*\n)* {2}help +Show help/m);
	expect(out.trimEnd().split('\n').at(-1)).toMatch(/^ {2}man rcondeck /);
});

test('every row of a list fits in 80 columns, and every command has its own row', async () => {
	const {out} = await runCli(['--help']);
	expect(out.split('\n').filter(line => line.length > 80)).toEqual([]);
	const listed = branches.filter(
		({path}) => path !== '' && !path.includes(' ') && !rareCommandNames.has(path),
	);
	for (const {path, description} of listed)
		expect(out).toMatch(new RegExp(`^ {2}${path} +${description}$`, 'm'));
	// The manual has them.
	expect([...rareCommandNames].toSorted()).toEqual(['image', 'info', 'licenses']);
	for (const name of rareCommandNames) expect(out).not.toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test('only the program lists global options, once', async () => {
	const {out} = await runCli(['restart', '--help']);
	const options = out.slice(0, out.indexOf('Examples:'));
	expect(options).not.toMatch(/--profile|--help|Global options/);
	expect(out).toMatch(/^ {2}rcondeck --help {2}Global options/m);
	expect(out).toMatch(/^ {2}man rcondeck-servers$/m);
	expect((await runCli(['help', 'restart'])).out).toBe(out);
});

test.each([
	['config', 'set'],
	['serve', 'node', 'add'],
])('help %s %s … is the help of the subcommand', async (...words) => {
	const {code, out} = await runCli(['help', ...words]);
	expect({code, out}).toEqual({code: 0, out: (await runCli([...words, '--help'])).out});
	expect(out).toContain(`Usage: rcondeck ${words.join(' ')} `);
});

test('the help of a command names choices and defaults', async () => {
	const {out} = await runCli(['restart', '-h']);
	const words = out.replaceAll(/\s+/g, ' ');
	expect(words).toContain('Condition for the next batch: ready, state, accepted (default ready)');
	// The description names them already.
	const log = (await runCli(['agent', '-h'])).out.replaceAll(/\s+/g, ' ');
	expect(log).toContain('text on a terminal, otherwise json) ');
	expect(log).not.toContain('text, json');
	expect((await runCli(['run', 'list', '-h'])).out).toContain('(default 20)');
	expect((await runCli(['completion', '-h'])).out).toContain('Shell: bash, zsh or fish');
});

test.each([
	[
		'runs',
		['--automation', '--status', '--since', '--until', '--page', '--limit', '--json', '--output', '--format'],
	],
	['tasks', ['--all', '--json', '--output', '--format']],
	['automations', ['--json', '--output', '--format']],
	['nodes', ['--json', '--output', '--format']],
	['profiles', ['--json', '--output', '--format']],
	['config', ['--json', '--output', '--format']],
	['team', ['--json', '--output', '--format']],
])('the help of %s has the options of its default list', async (group, wanted) => {
	const {out} = await runCli([group, '--help']);
	const options = /^Options:\n((?: {2}.*\n)+)/m.exec(out)?.[1] ?? '';
	expect([...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag)).toEqual(wanted);
});

/** Of commands whose users differ: that of the service's folder, and the faults of the demo. */
const differs = new Set(['--data', '--rcon']);

test('an option means the same in every command', () => {
	const options = branches.flatMap(({options: its}) => its);
	const syntaxes = Map.groupBy(options, ({flags}) => flags.at(-1) ?? '');
	const several = [...syntaxes].filter(
		([flag, all]) => !differs.has(flag) && new Set(all.map(({usage}) => usage)).size > 1,
	);
	expect(several.map(([flag]) => flag)).toEqual([]);
});

test('every description is one line that starts with a capital letter and has no full stop', () => {
	const texts = branches.flatMap(({path, description, arguments: given, options}) =>
		[
			...(path === '' ? [] : [description]),
			...given.map(one => one.description),
			...options.map(one => one.description),
		].filter(text => text !== ''),
	);
	expect(texts.filter(text => !/^[A-Z].*[^.]$/.test(text))).toEqual([]);
});

test('every command has an example', () => {
	expect(branches.filter(({examples}) => examples.length === 0)).toEqual([]);
});

test('every example calls its command, and the program accepts it', async () => {
	const problems: (string | undefined)[] = [];
	for (const {path, examples} of branches) {
		for (const {line} of examples) {
			const calls = simpleCommands(line).filter(([name]) => name === 'rcondeck');
			const [noun = '', verb = ''] = path.split(' ');
			// `server show` is `show`.
			const calling = noun === 'server' ? `(?:server|${verb})` : noun;
			expect(line).toMatch(new RegExp(`rcondeck ${calling}`.trimEnd()));
			for (const [, ...words] of calls) problems.push(await problemWith(words));
		}
	}
	expect(problems.filter(problem => problem !== undefined)).toEqual([]);
});

test('serve lists the options for the demo and for client tests separately', async () => {
	const {out} = await runCli(['serve', '--help']);
	const group = (heading: string) => new RegExp(`^${heading}:\n((?: {2}.*\n)+)`, 'm').exec(out)?.[1] ?? '';
	const flagsOf = (heading: string) =>
		[...group(heading).matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag);
	expect(flagsOf('Options')).toEqual(['--data', '--service-limit', '--listen', '--port']);
	expect(flagsOf('Demo, with --demo')).toEqual(['--accounts', '--servers', '--scenario']);
	expect(flagsOf('Client testing')).toEqual(['--broker-quirk', '--rcon', '--true-timings', '--strict-spec']);
});

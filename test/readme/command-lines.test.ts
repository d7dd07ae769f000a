import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Command} from 'commander';
import {aServer} from '../helpers/builders.ts';
import {serverVariables} from '../../src/app/custom-commands/commands.ts';
import {expect, test} from 'vitest';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {namedCommands, problemWith, program, rcondeckArguments, simpleCommands} from './command-lines.ts';
import {keyRows} from './key-rows.ts';
import {allPages, codeBlocks, codeSpans, docPage, root, userPages} from './pages.ts';

const lines = allPages.flatMap(namedCommands);

test('finds simple commands between pipes, lists, redirections and substitutions', () => {
	const shell = `A=b rcondeck x 'two words' \\\n  -- "y"'z' > file # not this\nd=$(rcondeck list | jq .a) && source <(other)`;
	expect(simpleCommands(shell)).toEqual([
		['rcondeck', 'x', 'two words', '--', 'yz'],
		['file'],
		['d='],
		['rcondeck', 'list'],
		['jq', '.a'],
		['source'],
		['other'],
	]);
});

test('detects a command or flag that does not exist', async () => {
	expect(await problemWith(['servers', '--sate', 'down'])).toContain('--sate');
	expect(await problemWith(['servres'])).toContain('servres');
	expect(await problemWith(['serve', '--demo', '--scenario', 'node-up'])).toContain('node-up');
	expect(await problemWith(['show'])).toContain('server');
	expect(await problemWith(['servers', '--state', 'down'])).toBeUndefined();
	expect(await problemWith(['show'], true)).toBeUndefined();
});

test('the program accepts every command line of the pages', async () => {
	const ours = lines.flatMap(line => {
		const words = rcondeckArguments(line);
		return words ? [{...line, words}] : [];
	});
	expect(ours.length).toBeGreaterThan(60);
	const problems: string[] = [];
	for (const {page, words, isMention} of ours) {
		const problem = await problemWith(words, isMention);
		if (problem !== undefined) problems.push(`${page}: rcondeck ${words.join(' ')}: ${problem}`);
	}
	expect(problems).toEqual([]);
});

test('every flag on the pages exists', async () => {
	const flagsOf = (command: Command): string[] => [
		...command.options.flatMap(({short, long}) => [short ?? '', long ?? '']),
		...command.commands.flatMap(flagsOf),
	];
	const known = new Set(flagsOf(program));
	const named = userPages.flatMap(page =>
		codeSpans(page)
			.flatMap(code => /^(--?[a-z][\w-]*)/.exec(code)?.[1] ?? [])
			.map(flag => `${page.file}: ${flag}`),
	);
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter(line => !known.has(line.split(': ')[1] ?? ''))).toEqual([]);
});

test('every npm script on the pages exists', () => {
	const {scripts} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	const named = lines.flatMap(({page, words: [tool, run, name = '']}) =>
		tool === 'npm' && run === 'run' ? [`${page}: ${name}`] : [],
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter(line => !Object.hasOwn(scripts, line.split(': ')[1] ?? ''))).toEqual([]);
});

test('every variable on the pages is used by the source', () => {
	const source = readdirSync(path.join(root, 'src'), {recursive: true, encoding: 'utf8'})
		.filter(file => file.endsWith('.ts'))
		.map(file => readFileSync(path.join(root, 'src', file), 'utf8'))
		.join('\n');
	const named = userPages.flatMap(({file, text}) =>
		[...text.matchAll(/\bRCONDECK_[A-Z_]+/g)].map(([name]) => ({file, name})),
	);
	expect(named.length).toBeGreaterThan(15);
	const ofCommands = new Set(serverVariables(aServer({id: 'a'})).map(([name]) => name));
	const unused = named.filter(({name}) => !ofCommands.has(name) && !new RegExp(`\\b${name}\\b`).test(source));
	expect(unused).toEqual([]);
});

const keyNames = new Set('Space Enter Esc Tab Up Down Left Right PgUp PgDn Home End'.split(' '));
const isKey = (code: string) => /^(\S|Ctrl-\S|Shift-Tab)$/.test(code) || keyNames.has(code);

test('every key on the pages does something', () => {
	const known = new Set(keyRows().flatMap(row => (row.kind === 'key' ? row.keys.split(' ') : [])));
	const named = userPages.flatMap(({file, text}) => {
		// The symbols of the list are not keys.
		const page = {file, text: text.replace(/^\| Symbol .*?^$/ms, '')};
		return codeSpans(page)
			.filter(isKey)
			.map(key => `${file}: ${key}`);
	});
	expect(named.length).toBeGreaterThan(150);
	expect(named.filter(line => !known.has(line.slice(line.lastIndexOf(': ') + 2)))).toEqual([]);
});

/** The commands for which the page of the demo and the runbook use keys. */
const demoKeys = {
	'!': 'view.nextAlert',
	S: 'servers.start',
	Tab: 'dialog.next',
	Enter: 'dialog.enter',
	j: 'servers.down',
	i: 'app.input',
	Esc: 'input.leave',
	R: 'servers.restart',
	'4': 'app.timeline',
	'5': 'app.nodes',
	'6': 'app.automations',
	'?': 'app.help',
	q: 'app.quit',
};
const runbookKeys = {
	'0': 'app.dashboard',
	'!': 'view.nextAlert',
	Enter: 'servers.open',
	G: 'console.last',
	'5': 'app.nodes',
	'1': 'app.servers',
	S: 'servers.start',
	Tab: 'dialog.next',
	u: 'view.undo',
	a: 'view.acknowledge',
	m: 'timeline.bookmark',
	'/': 'view.filter',
	'*': 'list.selectAll',
	R: 'servers.restart',
	o: 'jobs.open',
	p: 'jobs.pause',
	A: 'jobs.abort',
	'Ctrl-C': 'app.interrupt',
	r: 'app.refresh',
	'{': 'console.previousLandmark',
	'}': 'console.nextLandmark',
	i: 'app.input',
	B: 'servers.broadcast',
	e: 'export.open',
	h: 'handover.open',
	'7': 'app.team',
	'8': 'app.players',
	K: 'team.kick',
};

/** Returns the keys that do not run the expected command. */
function changedKeys(uses: Record<string, string>): string[] {
	const rows = keyRows().flatMap(row => (row.kind === 'key' ? [row] : []));
	return Object.entries(uses).flatMap(([key, id]) =>
		rows.some(row => row.id === id && row.keys.split(' ').includes(key)) ? [] : [`${key} is not ${id}`],
	);
}

test('the keys on the page of the demo do what the page says', () => {
	const named = new Set(codeSpans(docPage('demo.md')).filter(isKey));
	expect([...named].sort()).toEqual(Object.keys(demoKeys).sort());
	expect(changedKeys(demoKeys)).toEqual([]);
});

test('the keys of the runbook do what the runbook says', () => {
	// `c` is a letter of the menu that `e` opens.
	const named = new Set(codeSpans(docPage('incidents.md')).filter(code => isKey(code) && code !== 'c'));
	expect([...named].sort()).toEqual(Object.keys(runbookKeys).sort());
	expect(changedKeys(runbookKeys)).toEqual([]);
	expect(changedKeys({Z: 'servers.stop'})).toEqual(['Z is not servers.stop']);
});

test('every line-mode command on the pages exists', () => {
	const page = docPage('accessibility.md');
	const known = new Set(lineCommands.flatMap(({name, aliases = []}) => [name, ...aliases]));
	const given = [
		...codeSpans(page),
		...codeBlocks(page).flatMap(({language, text}) => (language === '' ? text.split('\n') : [])),
	].filter(line => line.startsWith(':'));
	expect(given.length).toBeGreaterThan(30);
	expect(given.filter(line => !known.has(line.slice(1).split(' ')[0] ?? ''))).toEqual([]);
});

test('every screen text quoted on the pages is in the messages', () => {
	const folder = path.join(root, 'src/messages');
	const messages = readdirSync(folder)
		.map(file => readFileSync(path.join(folder, file), 'utf8'))
		.join('\n');
	const pages = userPages.map(({text}) => text).join('\n');
	const quoted = [
		'late answer',
		'nothing since',
		'queued behind',
		'may have run',
		'Do nothing',
		'Plain view',
	];
	expect(quoted.filter(words => !pages.includes(words))).toEqual([]);
	expect(quoted.filter(words => !messages.includes(words))).toEqual([]);
});

test('every file named on the pages exists', () => {
	const there = (file: string) =>
		readdirSync(path.join(root, path.dirname(file)), {encoding: 'utf8'}).includes(path.basename(file));
	const named = allPages.flatMap(page =>
		codeSpans(page).filter(code => /^(test|assets)\/[\w/.-]+\.\w+$/.test(code)),
	);
	expect(named.length).toBeGreaterThan(25);
	expect(named.filter(file => !there(file))).toEqual([]);
});

import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {branchesOf} from './command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {need, needMs} from '../peers/need.ts';
import {manFolder, manPages} from './man-pages.ts';
import {root} from './pages.ts';

const pages = await manPages();
const branches = branchesOf(await declaredProgram());
const plain = (text: string) => text.replaceAll('\\-', '-');

test('the manual pages match the declarations (npm run readme updates them)', () => {
	const written = readdirSync(manFolder).map(name => [
		name,
		readFileSync(path.join(manFolder, name), 'utf8'),
	]);
	expect(Object.fromEntries(written)).toEqual(pages);
});

/** The sections of the pages about a command. */
const partsAbout = (command: string): string[] =>
	Object.values(pages)
		.flatMap(text => plain(text).split(/^(?=\.S[HS] )/m))
		.filter(part => part.startsWith(`.SS ${command}\n`));

test('every command has a section on exactly one page, with all its options', () => {
	for (const {path: command, options} of branches.filter(({path: name}) => name !== '')) {
		const [part = '', ...more] = partsAbout(command);
		expect({command, more}).toEqual({command, more: []});
		const wanted = options.filter(({flags}) => !flags.includes('--help')).map(({usage}) => usage);
		expect({command, options: [...part.matchAll(/^\.B (-.*)$/gm)].map(([, usage]) => usage)}).toEqual({
			command,
			options: wanted,
		});
	}
});

test('the overview has every global option, and the group pages have none', () => {
	const [program] = branches;
	for (const {usage} of program?.options ?? []) {
		const having = Object.entries(pages).filter(([, text]) => plain(text).includes(`\n.B ${usage}\n`));
		expect({usage, having: having.map(([name]) => name)}).toEqual({usage, having: ['rcondeck.1']});
	}
});

test('no page names an option that does not exist', () => {
	const known = new Set(branches.flatMap(({options}) => options.flatMap(({flags}) => flags)));
	const named = Object.values(pages).flatMap(text => plain(text).match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []);
	expect(named.length).toBeGreaterThan(150);
	expect([...new Set(named)].filter(flag => !known.has(flag))).toEqual([]);
});

test('every page that another one refers to exists', () => {
	const named = Object.values(pages).flatMap(text => [...plain(text).matchAll(/^\.BR (\S+) \((\d)\)/gm)]);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(([, name, number]) => !pages[`${name}.${number}`]).map(([line]) => line)).toEqual([]);
});

test('every page has the sections of its kind', () => {
	for (const [name, text] of Object.entries(pages)) {
		const wanted = name.endsWith('.1')
			? ['SYNOPSIS', 'ENVIRONMENT', 'FILES', 'EXIT STATUS', 'EXAMPLES', 'SEE ALSO']
			: ['DESCRIPTION', 'SEE ALSO'];
		expect({name, missing: wanted.filter(title => !text.includes(`\n.SH ${title}\n`))}).toEqual({
			name,
			missing: [],
		});
	}
});

test('the overview names every file of the program, and no page contains Markdown', () => {
	const overview = plain(pages['rcondeck.1'] ?? '');
	for (const file of ['journal.db', 'demo-journal.db', 'completion.json', 'teams.json', 'welcome-dismissed'])
		expect(overview).toContain(`\n.B $XDG_STATE_HOME/rcondeck/${file}\n`);
	expect(Object.values(pages).filter(text => /\]\(|`(?!npm run readme`)[a-z]+`/.test(text))).toEqual([]);
});

test('the package contains every page, with its date and version', () => {
	const {man, version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		man: string[];
		version: string;
	};
	expect(man.toSorted()).toEqual(
		Object.keys(pages)
			.map(name => `dist/man/${name}`)
			.toSorted(),
	);
	for (const file of man) {
		const [, head = ''] = readFileSync(path.join(root, file), 'utf8').split('\n');
		expect(head).toMatch(/^\.TH RCONDECK\S* [157] "\d{4}-\d\d-\d\d" /);
		expect(head).toContain(`"rcondeck ${version}"`);
	}
});

test('no line of a page is parsed as an unknown roff request', () => {
	const lines = Object.values(pages).flatMap(text => text.split('\n'));
	const requests = /^\.(\\"|[A-Z]{1,2} ?|br$)/;
	expect(lines.filter(line => /^['.]/.test(line) && !requests.test(line))).toEqual([]);
	expect(lines.filter(line => /[^ -~]/.test(line))).toEqual([]);
});

test('groff accepts every page without warnings', {timeout: needMs}, async ({skip}) => {
	const missing = await need('/usr/bin/groff');
	if (missing !== undefined) skip(missing);
	for (const name of Object.keys(pages)) {
		const file = path.join(manFolder, name);
		expect(existsSync(file)).toBe(true);
		const said = execFileSync('/bin/sh', ['-c', 'groff -man -ww -z -Tutf8 "$0" 2>&1', file], {
			encoding: 'utf8',
		});
		expect({name, said}).toEqual({name, said: ''});
	}
});

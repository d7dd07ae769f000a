import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Command} from 'commander';
import {expect, test} from 'vitest';
import {program} from './command-lines.ts';
import {promises, readmeClaims} from './claims.ts';
import {keyRows} from './key-rows.ts';
import {docPage, readme, root, tableUnder} from './pages.ts';

const sectionOf = (text: string, heading: string) =>
	text.split(`\n## ${heading}\n`)[1]?.split(/^## /m, 1)[0] ?? '';

/** The sentences of a text without its code blocks, headings, tables, pictures and lists. */
const sentencesOf = (text: string) =>
	text
		.replaceAll(/^```[^]*?^```$/gm, '')
		.split('\n\n')
		.filter(part => !/^\s*(?:#|\||!|-|$)/.test(part))
		.flatMap(part =>
			part
				.trim()
				.replaceAll(/\s+/g, ' ')
				.split(/(?<=\.) (?=[A-Z`*[])/),
		);

const sections = [
	'Install',
	'Your first server',
	'Supported games',
	'Features',
	'Script it',
	'Coming from another tool',
	'Hosted service and teams',
];
const claimsOfReadme = [
	...sentencesOf(readme.text.split('\n## ', 1)[0] ?? ''),
	...sections.flatMap(heading => sentencesOf(sectionOf(readme.text, heading))),
	...tableUnder(readme, 'Coming from another tool').map(cells => cells.join(': ')),
];

const promisesOf = (page: string) => {
	const [promised = ''] = docPage(page).text.split('\n## Plan\n');
	return [...promised.matchAll(/^- (.*)$/gm)].map(([, text = '']) => text);
};

/** The claims that no row, or more than one, begins. */
const without = (known: Readonly<Record<string, unknown>>, texts: readonly string[]) =>
	texts.filter(text => Object.keys(known).filter(start => text.startsWith(start)).length !== 1);

test.each([
	['the README', readmeClaims, claimsOfReadme] as const,
	...Object.entries(promises).map(([page, known]) => [page, known, promisesOf(page)] as const),
])('every claim of %s has a test that exists, and no other claim has one', (_page, known, texts) => {
	expect(texts.length).toBeGreaterThan(7);
	expect(without(known, texts)).toEqual([]);
	expect(Object.keys(known).filter(start => !texts.some(text => text.startsWith(start)))).toEqual([]);
	const missing = Object.values(known)
		.flat()
		.filter(([file, name]) => {
			const source = path.join(root, 'test', `${file}.test.ts`);
			return !existsSync(source) || !readFileSync(source, 'utf8').includes(name);
		});
	expect(missing).toEqual([]);
});

test('a claim without a test is found', () => {
	expect(without(readmeClaims, ['It never fails.'])).toHaveLength(1);
});

test('the demo is the fleet that the README describes', () => {
	expect(readme.text).toContain('two nodes with ten CS2 and ARK servers');
	const {nodes, servers} = JSON.parse(
		readFileSync(path.join(root, 'assets/demo/fleet.json'), 'utf8'),
	) as Record<'nodes' | 'servers', {gameType: string}[]>;
	expect([nodes.length, servers.length]).toEqual([2, 10]);
	expect(servers.filter(({gameType}) => !/^(?:CS2|ARK)/.test(gameType))).toEqual([]);
});

/** The commands of the keys in the README. */
const keysOfReadme = {
	i: 'app.input',
	B: 'servers.broadcast',
	'?': 'app.help',
	q: 'app.quit',
	'!': 'view.nextAlert',
	S: 'servers.start',
	u: 'view.undo',
};

test('the keys in the README do what the README says', () => {
	const rows = keyRows().flatMap(row => (row.kind === 'key' ? [row] : []));
	for (const [key, id] of Object.entries(keysOfReadme)) {
		expect(readme.text).toContain(`\`${key}\``);
		expect(rows.some(row => row.id === id && row.keys.split(' ').includes(key))).toBe(true);
	}
});

test('no option takes a secret', () => {
	const optionsOf = (command: Command): string[] => [
		...command.options.flatMap(({long}) => long ?? []),
		...command.commands.flatMap(optionsOf),
	];
	const all = optionsOf(program);
	expect(all).toContain('--password-file');
	expect(all.filter(long => /^--(?:token|password|passcode|secret|bearer|key)$/.test(long))).toEqual([]);
});

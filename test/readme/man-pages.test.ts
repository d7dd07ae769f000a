import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {branchesOf} from '../../src/cli/completion-tree.ts';
import {declaredProgram} from '../../src/cli/program.ts';
import {manFolder, manPages} from './man-pages.ts';

test('the manual pages are what the declarations say (npm run readme mends them)', async () => {
	const pages = await manPages();
	const written = Object.keys(pages).map(name => [name, readFileSync(path.join(manFolder, name), 'utf8')]);
	expect(Object.fromEntries(written)).toEqual(pages);
});

test('every command and every option has its place in the manual', async () => {
	const manual = ((await manPages())['rcondeck.1'] ?? '').replaceAll('\\-', '-');
	const wanted = branchesOf(await declaredProgram()).flatMap(({path: command, options}) => [
		...(command === '' ? [] : [`.SS ${command}\n`]),
		...options.filter(({flags}) => !flags.includes('--help')).map(({usage}) => `.B ${usage}\n`),
	]);
	expect(wanted.filter(line => !manual.includes(line))).toEqual([]);
});

test('no line of a manual page is taken for a request of roff that is none', async () => {
	const lines = Object.values(await manPages()).flatMap(text => text.split('\n'));
	expect(lines.filter(line => /^['.]/.test(line) && !/^\.(\\"|[A-Z]{1,2} ?)/.test(line))).toEqual([]);
	expect(lines.filter(line => /[^ -~]/.test(line))).toEqual([]);
});

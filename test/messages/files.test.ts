import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {readProblem, writeProblem} from '../../src/messages/text.ts';

const thrown = (task: () => unknown): unknown => {
	try {
		task();
		return undefined;
	} catch (error) {
		return error;
	}
};

function folder(): string {
	const made = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(made, {recursive: true}));
	return made;
}

test.each([
	['missing.txt', 'no such file'],
	['.', 'it is a directory'],
	['file/below', 'a part of the path is not a directory'],
	['x'.repeat(300), 'the name is too long'],
])('reading %j produces a sentence', (name, reason) => {
	const home = folder();
	writeFileSync(path.join(home, 'file'), '');
	const file = path.join(home, name);
	expect(
		readProblem(
			thrown(() => readFileSync(file)),
			file,
		),
	).toBe(`${file} cannot be read: ${reason}.`);
});

test.each([
	['missing/new.txt', 'no such directory'],
	['.', 'it is a directory'],
])('writing %j produces a sentence', (name, reason) => {
	const file = path.join(folder(), name);
	expect(
		writeProblem(
			thrown(() => writeFileSync(file, '')),
			file,
		),
	).toBe(`${file} cannot be written: ${reason}.`);
});

const coded = (code: string) => Object.assign(new Error(`${code}: system words, open 'x'`), {code});

test.each(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'EMFILE'])(
	'%s is not shown when reading',
	code => {
		expect(readProblem(coded(code), 'x')).not.toContain(code);
	},
);

test.each(['ENOENT', 'EACCES', 'EPERM', 'ENOSPC', 'EROFS', 'EISDIR', 'ENOTDIR', 'EEXIST', 'EPIPE'])(
	'%s is not shown when writing',
	code => {
		expect(writeProblem(coded(code), 'x')).not.toContain(code);
	},
);

test('an unknown error keeps the words of the system, and names are sanitized', () => {
	expect(readProblem(new Error('strange'), 'a\x1b[2J')).toBe('a^[[2J cannot be read: strange.');
	expect(readProblem('thrown', 'a')).toBe('a cannot be read: unknown reason.');
});

import {mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openFiles} from '../../src/cli/start/output-files.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'own-files-'));
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

const always = () => true;
async function* texts(...given: string[]): AsyncGenerator<string> {
	yield* given;
}

function open() {
	const home = folder();
	return {
		home,
		files: openFiles({
			stateDir: path.join(home, 'state'),
			folder: home,
			secrets: ['hunter22', 'hunter22-long'],
		}),
	};
}

test('a file is private to its owner, and never overwrites another one', async () => {
	const {home, files} = open();
	writeFileSync(path.join(home, 'a.txt'), 'old');
	expect(await files.save('a.txt', texts('new'), always)).toEqual({path: path.join(home, 'a-2.txt')});
	expect(files.target('a.txt')).toEqual({path: path.join(home, 'a-3.txt'), isNumbered: true});
	expect(files.target('b.txt')).toEqual({path: path.join(home, 'b.txt'), isNumbered: false});
	expect(await files.save('a.txt', texts('newer'), always)).toEqual({path: path.join(home, 'a-3.txt')});
	expect(readFileSync(path.join(home, 'a.txt'), 'utf8')).toBe('old');
	expect(readFileSync(path.join(home, 'a-2.txt'), 'utf8')).toBe('new');
	expect(mode(path.join(home, 'a-2.txt'))).toBe('600');
});

test('a file exists completely, or not at all', async () => {
	const {home, files} = open();
	const seen: string[][] = [];
	async function* looking(): AsyncGenerator<string> {
		for (const text of ['one ', 'two']) {
			yield text;
			seen.push(readdirSync(home));
		}
	}
	expect(await files.save('a.txt', looking(), always)).toEqual({path: path.join(home, 'a.txt')});
	expect(readFileSync(path.join(home, 'a.txt'), 'utf8')).toBe('one two');
	expect(seen.flat().every(name => /^\.a\.txt\.[0-9a-f]{8}\.part$/.test(name))).toBe(true);
	expect(await files.save('b.txt', texts('x'), () => false)).toBeUndefined();
	async function* breaking(): AsyncGenerator<string> {
		yield 'x';
		throw Object.assign(new Error('full'), {code: 'ENOSPC'});
	}
	expect(await files.save('c.txt', breaking(), always)).toEqual({
		problem: `${path.join(home, 'c.txt')} cannot be written: the disk is full.`,
	});
	expect(readdirSync(home)).toEqual(['a.txt']);
});

test('the latest copy replaces the previous one', async () => {
	const {home, files} = open();
	await files.keepCopy('first');
	const saved = await files.keepCopy('second');
	expect(saved).toEqual({path: path.join(home, 'state', 'copied.txt')});
	expect(readFileSync(path.join(home, 'state', 'copied.txt'), 'utf8')).toBe('second');
	expect(mode(path.join(home, 'state', 'copied.txt'))).toBe('600');
	expect(mode(path.join(home, 'state'))).toBe('700');
	expect(readdirSync(path.join(home, 'state'))).toEqual(['copied.txt']);
});

test('reports where nothing can be written, and throws nothing', async () => {
	const {home, files} = open();
	expect(await files.save('missing/a.txt', texts('x'), always)).toEqual({
		problem: `${path.join(home, 'missing/a.txt')} cannot be written: no such directory.`,
	});
	mkdirSync(path.join(home, 'state'), {mode: 0o700});
	mkdirSync(path.join(home, 'state', 'copied.txt'));
	expect(await files.keepCopy('x')).toMatchObject({
		problem: expect.stringContaining('it is a directory') as unknown,
	});
	writeFileSync(path.join(home, 'file'), '');
	expect(await files.save('file/a.txt', texts('x'), always)).toMatchObject({
		problem: expect.stringContaining('is not a directory') as unknown,
	});
	expect(await files.record('missing/a.md', () => {})).toMatchObject({
		problem: expect.any(String) as unknown,
	});
});

test('hides credentials and everything that looks like a secret', () => {
	const {files} = open();
	expect(files.hide('say hunter22-long hunter22 rcon_password "abc" ok')).toBe(
		'say *** *** rcon_password *** ok',
	);
});

test('a recording is written to disk as it grows, in order', async () => {
	const {home, files} = open();
	const recording = await files.record('incident.md', problem => expect.fail(problem));
	if ('problem' in recording) throw new Error(recording.problem);
	for (let n = 0; n < 200; n++) recording.add(`line ${n}\n`);
	await recording.close();
	const text = readFileSync(path.join(home, 'incident.md'), 'utf8');
	expect(text).toBe(Array.from({length: 200}, (_, n) => `line ${n}\n`).join(''));
	expect(mode(path.join(home, 'incident.md'))).toBe('600');
});

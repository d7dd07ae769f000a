import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {completePath, readNamedFile} from '../../../src/lib/files/read-file.ts';
import {fileMessages} from '../../../src/messages/text.ts';

function folder(): string {
	const made = mkdtempSync(path.join(tmpdir(), 'rcondeck-test-'));
	onTestFinished(() => rmSync(made, {recursive: true}));
	return made;
}

test('reads an entire file under its own name', async () => {
	const file = path.join(folder(), 'icon.png');
	writeFileSync(file, Uint8Array.of(1, 2, 3));
	expect(await readNamedFile(file, 10, fileMessages)).toEqual({
		bytes: Uint8Array.of(1, 2, 3),
		fileName: 'icon.png',
		path: file,
	});
});

test('rejects a file that is too large, missing or not a file', async () => {
	const here = folder();
	writeFileSync(path.join(here, 'large'), new Uint8Array(3000));
	expect(await readNamedFile(path.join(here, 'large'), 2048, fileMessages)).toEqual({
		problem: 'The file is 3 KiB. At most 2 KiB can be sent.',
	});
	expect(await readNamedFile(here, 2048, fileMessages)).toEqual({problem: `${here} is not a file.`});
	expect(await readNamedFile('/no/such/icon.png', 1, fileMessages)).toEqual({
		problem: '/no/such/icon.png cannot be read: no such file.',
	});
});

test('does not wait for a FIFO, and limits the read of a file without a size', async () => {
	const pipe = path.join(folder(), 'pipe');
	execFileSync('mkfifo', [pipe]);
	expect(await readNamedFile(pipe, 2048, fileMessages)).toEqual({problem: `${pipe} is not a file.`});
	if (process.platform !== 'linux') return;
	expect(await readNamedFile('/proc/self/maps', 10, fileMessages)).toHaveProperty('problem');
	expect(await readNamedFile('/proc/self/comm', 100, fileMessages)).toHaveProperty('bytes.length');
});

test('completes paths as they were typed, folders with a slash', async () => {
	const here = folder();
	mkdirSync(path.join(here, 'icons'));
	writeFileSync(path.join(here, 'icon.png'), '');
	writeFileSync(path.join(here, '.icon'), '');
	expect(await completePath(`${here}/ic`)).toEqual([`${here}/icon.png`, `${here}/icons/`]);
	expect(await completePath(`${here}/.`)).toEqual([`${here}/.icon`]);
	expect(await completePath('/no/such/folder/x')).toEqual([]);
});

import {appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {tempFolder} from '../../cli/temp-folder.ts';
import {openLogFile} from '../../../src/lib/files/log-file.ts';

const line = (n: number) => `line ${String(n).padStart(4, '0')}\n`;

test('appends to a private file, and writes after the call that queues a line', async () => {
	const file = path.join(tempFolder(), 'log');
	const first = openLogFile(file);
	first.write(line(1));
	expect(readFileSync(file, 'utf8')).toBe('');
	expect(first.writableLength).toBe(line(1).length);
	await expect.poll(() => readFileSync(file, 'utf8')).toBe(line(1));
	await expect.poll(() => first.writableLength).toBe(0);
	openLogFile(file).write(line(2));
	await expect.poll(() => readFileSync(file, 'utf8')).toBe(line(1) + line(2));
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('flush writes queued data before it returns, once', async () => {
	const file = path.join(tempFolder(), 'log');
	const log = openLogFile(file);
	log.write(line(1));
	log.write(line(2));
	log.flush();
	expect(readFileSync(file, 'utf8')).toBe(line(1) + line(2));
	log.write(line(3));
	await expect.poll(() => readFileSync(file, 'utf8')).toBe(line(1) + line(2) + line(3));
});

test('keeps the file and one before it within their size, without losing a line between them', async () => {
	const file = path.join(tempFolder(), 'log');
	const log = openLogFile(file, 100);
	for (let n = 0; n < 15; n++) {
		log.write(line(n));
		await expect.poll(() => log.writableLength).toBe(0);
	}
	expect(readFileSync(`${file}.1`, 'utf8')).toBe(Array.from({length: 10}, (_, n) => line(n)).join(''));
	expect(readFileSync(file, 'utf8')).toBe(Array.from({length: 5}, (_, n) => line(n + 10)).join(''));
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a full file is renamed when it is opened, for commands that write only at their end', () => {
	const file = path.join(tempFolder(), 'log');
	appendFileSync(file, 'x'.repeat(100));
	const log = openLogFile(file, 100);
	log.write(line(1));
	log.flush();
	expect(readFileSync(file, 'utf8')).toBe(line(1));
	expect(statSync(`${file}.1`).size).toBe(100);
});

test('follows the name when another process or logrotate moved the file', async () => {
	const file = path.join(tempFolder(), 'log');
	const log = openLogFile(file);
	renameSync(file, `${file}.old`);
	log.write(line(1));
	await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(line(1));
	expect(readFileSync(`${file}.old`, 'utf8')).toBe('');
});

test('a folder that disappears stops nothing, and a new one is used', async () => {
	const folder = path.join(tempFolder(), 'logs');
	const file = path.join(folder, 'log');
	mkdirSync(folder);
	const log = openLogFile(file);
	rmSync(folder, {recursive: true});
	log.write(line(1));
	await expect.poll(() => log.writableLength).toBe(0);
	mkdirSync(folder);
	log.write(line(2));
	await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(line(2));
});

test.each(['', 'missing/log'])('a path that cannot be written throws at once: %j', name => {
	expect(() => openLogFile(path.join(tempFolder(), name))).toThrow(/EISDIR|ENOENT/);
});

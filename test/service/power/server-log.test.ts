import {appendFileSync, closeSync, mkdtempSync, rmSync, statSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {lastLines, openLog, trimLog} from '../../../src/service/power/server-log.ts';

function aFile(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return path.join(folder, 'log');
}

test('a log that has grown too large keeps its end, and the process continues to append to it', () => {
	const file = aFile();
	const descriptor = openLog(file);
	onTestFinished(() => closeSync(descriptor));
	const block = `${'x'.repeat(99)}\n`.repeat(10_000);
	for (let size = 0; size < 70_000_000; size += block.length) appendFileSync(file, block);
	writeSync(descriptor, 'before\n');
	trimLog(file);
	writeSync(descriptor, 'after\n');
	expect(statSync(file).size).toBeLessThan(5_000_000);
	expect(lastLines(file)).toHaveLength(500);
	expect(lastLines(file).slice(-3)).toEqual(['x'.repeat(99), 'before', 'after']);
});

test('the cut part of a log is counted in bytes, also if they are not UTF-8', () => {
	const file = aFile();
	const block = Buffer.alloc(10_000_000, Buffer.from('\xff\n', 'latin1'));
	for (let size = 0; size < 70_000_000; size += block.length) appendFileSync(file, block);
	const before = statSync(file).size;
	const cut = trimLog(file);
	expect(statSync(file).size).toBe(before - cut);
	expect(statSync(file).size).toBeLessThan(5_000_000);
});

test('only its owner can read a log', () => {
	const file = aFile();
	closeSync(openLog(file));
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a missing log has no lines', () => {
	expect(lastLines(aFile())).toEqual([]);
});

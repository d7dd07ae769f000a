import type {FileHandle} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {openRecording} from '../../src/cli/start/output-files.ts';

/** A file on a disk that accepts this many bytes. */
function disk(room: number) {
	let text = '';
	let left = room;
	let syncs = 0;
	const handle = {
		write: async (bytes: Buffer) => {
			if (left === 0) throw Object.assign(new Error('no space left'), {code: 'ENOSPC'});
			const taken = bytes.subarray(0, left);
			left -= taken.length;
			text += taken.toString();
			return {bytesWritten: taken.length};
		},
		datasync: async () => void syncs++,
		close: async () => {},
	};
	return {
		handle: handle as unknown as FileHandle, // what a recording uses of it
		text: () => text,
		syncs: () => syncs,
		room: (more: number) => (left = more),
	};
}

function open(room: number) {
	const file = disk(room);
	const problems: (string | undefined)[] = [];
	const recording = openRecording({
		path: 'x',
		handle: file.handle,
		onProblem: problem => problems.push(problem),
		maxQueuedBytes: 1_000_000,
		wordsOf: error => (error instanceof Error ? error.message : ''),
	});
	const settled = () => new Promise(resolve => setImmediate(resolve));
	return {file, said: problems, recording, settled};
}

test('data added while the disk is busy is written without further input', async () => {
	const {file, recording, settled} = open(1000);
	recording.add('a\n');
	await Promise.resolve();
	await Promise.resolve();
	recording.add('b\n');
	await settled();
	expect(file.text()).toBe('a\nb\n');
	expect(file.syncs()).toBeGreaterThan(0);
});

test('reports a full disk once, loses nothing once there is space, and reports the recovery', async () => {
	const {file, said, recording, settled} = open(5);
	for (const text of ['one\n', 'two\n', 'three\n']) {
		recording.add(text);
		await settled();
	}
	expect(file.text()).toBe('one\nt');
	expect(said).toEqual(['no space left']);
	file.room(1000);
	recording.add('four\n');
	await settled();
	expect(file.text()).toBe('one\ntwo\nthree\nfour\n');
	expect(said).toEqual(['no space left', undefined]);
});

test('counts dropped entries in the file while nothing can be written', async () => {
	const {file, recording, settled} = open(0);
	for (let n = 0; n < 12; n++) {
		recording.add(`${String(n).padEnd(99_999, '.')}\n`);
		await settled();
	}
	file.room(10_000_000);
	await recording.close();
	expect(file.text().replaceAll(/\.+/g, '')).toMatch(/^0\n1\n(\d\n)+\n\*\*2 entries are missing here: /);
});

import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';

const writer = fileURLToPath(new URL('./writer.ts', import.meta.url));

function session(
	file: string,
	name: string,
	count: number,
	then: string,
	prefix: readonly string[] = [],
): {child: ChildProcess; said: () => string} {
	const [command = '', ...words] = [...prefix, process.execPath, writer, file, name, String(count), then];
	const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'inherit']});
	let output = '';
	child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	onTestFinished(() => void child.kill('SIGKILL'));
	return {child, said: () => output};
}

function read(file: string) {
	const journal = openJournal({path: file, clock: manualClock(), onProblem: words => expect.fail(words)});
	onTestFinished(() => journal.close());
	return journal;
}

test('two sessions that write the same thing at once store each command once and lose nothing of their own', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'state', 'journal.db');
	const sessions = ['a', 'b'].map(name => session(file, name, 400, 'close'));
	const codes = await Promise.all(sessions.map(async ({child}) => (await once(child, 'exit'))[0] as number));
	expect(codes).toEqual([0, 0]);
	expect(sessions.map(({said}) => said())).toEqual(['', '']);
	const journal = read(file);
	expect(journal.recent(10_000)).toHaveLength(400);
	expect(journal.history('s1', 'CS2').server).toHaveLength(800);
});

test('kill -9 loses at most the last moment', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
	const {child} = session(file, 'a', 100, 'hang');
	await once(child.stdout ?? child, 'data');
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(read(file).recent(1000)).toHaveLength(100);
});

test('reports a full disk once and continues, counts missing entries at the end, and writes everything once there is space', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
	// No file may exceed this many blocks, as if the disk were full.
	const small = ['sh', '-c', 'ulimit -f 300; exec "$0" "$@"'];
	const {child, said} = session(file, 'a', 2000, 'close', small);
	expect((await once(child, 'exit'))[0]).toBe(0);
	expect(said()).toMatch(
		/^problem The journal cannot be written; the disk may be full\. rcondeck retries every 15s\.\nproblem The journal cannot be written; the disk may be full\. \d+ entries are missing from it\.\n$/,
	);
	const kept = read(file);
	expect(kept.recent(5000).length).toBeLessThan(2000);
	const more = session(file, 'a', 2000, 'close');
	expect((await once(more.child, 'exit'))[0]).toBe(0);
	expect(more.said()).toBe('');
	expect(kept.recent(5000)).toHaveLength(2000);
});

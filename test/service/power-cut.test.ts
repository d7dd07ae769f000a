import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, readFileSync, truncateSync} from 'node:fs';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {describe, expect, test} from 'vitest';
import {needInTests} from '../peers/need-in-tests.ts';
import {openStore} from '../../src/service/records/store.ts';
import {dataFile} from './open-service.ts';

/*
 * A power cut loses what was written but not synced. strace shows in which order the service writes, syncs and acknowledges;
 * the image has only what was synced before the last acknowledgment. It does not show whether a disk keeps its promise.
 */

/** The ids that were acknowledged as revoked, and the bytes of the write-ahead log that were synced before the last one. */
type Trace = {revoked: string[]; syncedBytes: number; writtenBytes: number; isCheckpointed: boolean};

function readTrace(file: string, data: string): Trace {
	const trace: Trace = {revoked: [], syncedBytes: 0, writtenBytes: 0, isCheckpointed: false};
	let [written, synced] = [0, 0];
	for (const line of readFileSync(file, 'utf8').split('\n')) {
		const write = /pwrite64\(\d+<([^>]*)>.*, (\d+), (\d+)/.exec(line);
		if (write?.[1] === `${data}-wal`) written = Math.max(written, Number(write[2]) + Number(write[3]));
		// Into the database itself, once the write-ahead log is in use.
		if (write?.[1] === data && written > 0) trace.isCheckpointed = true;
		if (/f(?:data)?sync\(\d+<([^>]*)>/.exec(line)?.[1] === `${data}-wal`) synced = written;
		const acknowledged = /write\(1<.*"revoked (\S+?)\\n"/.exec(line)?.[1];
		if (acknowledged === undefined) continue;
		trace.revoked.push(acknowledged);
		trace.syncedBytes = synced;
		trace.writtenBytes = written;
	}
	return trace;
}

describe('strace', () => {
	needInTests('/usr/bin/strace');

	test('a token whose revocation was acknowledged stays revoked after a power cut', async () => {
		const data = dataFile();
		const log = path.join(path.dirname(data), 'trace');
		const script = path.join(import.meta.dirname, 'revoking-service.ts');
		const calls = ['-f', '-y', '-s', '200', '-e', 'trace=pwrite64,fsync,fdatasync,write', '-o', log];
		const child = spawn('/usr/bin/strace', [...calls, process.execPath, script, data], {
			stdio: ['ignore', 'pipe', 'inherit'],
			detached: true,
		});
		for await (const line of createInterface(child.stdout)) if (line === 'complete') break;
		// The whole group: strace alone would leave the service running.
		process.kill(-(child.pid ?? 0), 'SIGKILL');
		await once(child, 'exit');
		const {revoked, syncedBytes, writtenBytes, isCheckpointed} = readTrace(log, data);
		expect(revoked).toHaveLength(5);
		expect({syncedBytes, isCheckpointed}).toEqual({syncedBytes: writtenBytes, isCheckpointed: false});
		const image = `${data}-after`;
		copyFileSync(data, image);
		copyFileSync(`${data}-wal`, `${image}-wal`);
		truncateSync(`${image}-wal`, syncedBytes);
		const store = openStore(image);
		const left = revoked.filter(id => store.applications.get(id));
		const actions = store.actions.all().filter(({action}) => action === 'removeApplicationUser');
		store.close();
		expect(left).toEqual([]);
		expect(actions.map(({targetId}) => targetId)).toEqual(revoked);
	});
});

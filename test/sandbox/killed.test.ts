import {spawn} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {expect, test} from 'vitest';
import {dataFile, openService} from './service.ts';

/** Opens a sandbox in a process of its own, which renames and creates until it is killed, and says what was accepted. */
async function killAfter(data: string, count: number): Promise<Map<string, string>> {
	const script = path.join(import.meta.dirname, 'busy-sandbox.ts');
	const child = spawn(process.execPath, [script, data], {stdio: ['ignore', 'pipe', 'inherit']});
	const accepted = new Map<string, string>();
	const lines = createInterface(child.stdout);
	lines.on('line', line => {
		const [id = '', name = ''] = line.split(' ');
		accepted.set(id, name);
		if (accepted.size === count) child.kill('SIGKILL');
	});
	await once(lines, 'close');
	return accepted;
}

test(
	'a sandbox that is killed at any moment has lost nothing that it accepted',
	{timeout: 60_000},
	async () => {
		const data = dataFile();
		for (const count of [1, 7, 30]) {
			const accepted = await killAfter(data, count);
			expect(accepted.size).toBeGreaterThanOrEqual(count);
			const {call, sandbox} = await openService({data});
			const list: {id: string; displayName: string}[] = JSON.parse(
				(await call('GET', '/server/by-team/team')).text,
			);
			const names = new Map(list.map(({id, displayName}) => [id, displayName]));
			for (const [id, name] of accepted) expect(names.get(id)).toBe(name);
			await sandbox.close();
		}
	},
);

test('the records of one sandbox cannot be opened by another one', async () => {
	const data = dataFile();
	await openService({data});
	await expect(openService({data})).rejects.toThrow(`Another sandbox has ${data} open.`);
});

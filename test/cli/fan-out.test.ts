import {expect, test} from 'vitest';
import {createLimit, inLanes, NeverSent} from '../../src/cli/output/fan-out.ts';
import {httpService} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

const never = new AbortController().signal;

/** Tasks that end when the test says so. */
function heldTasks() {
	const open: (() => void)[] = [];
	let most = 0;
	let running = 0;
	const task = async () => {
		most = Math.max(most, ++running);
		await new Promise<void>(resolve => open.push(resolve));
		running--;
	};
	const finish = async () => {
		while (open.length > 0) {
			open.shift()?.();
			await new Promise(resolve => setImmediate(resolve));
		}
	};
	return {task, finish, most: () => most};
}

test('runs no more than this many tasks at once, and completes all of them', async () => {
	const {task, finish, most} = heldTasks();
	const limit = createLimit(never, 3);
	const all = Promise.all(Array.from({length: 10}, () => limit(task)));
	await finish();
	await all;
	expect(most()).toBe(3);
});

test('tasks that are still queued when the command is canceled are never sent', async () => {
	const {task, finish} = heldTasks();
	const ending = new AbortController();
	const limit = createLimit(ending.signal, 1);
	const first = limit(task);
	const second = limit(task);
	const refused = second.catch((error: unknown) => error);
	ending.abort();
	await finish();
	await first;
	expect(await refused).toBeInstanceOf(NeverSent);
});

test('the next task takes the place of a failed one', async () => {
	const limit = createLimit(never, 1);
	await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await limit(async () => 'yes')).toBe('yes');
});

test('lanes run in parallel, the tasks of one lane in sequence, and results keep their order', async () => {
	const log: string[] = [];
	const results = await inLanes(
		['a1', 'b1', 'a2'],
		item => item[0] ?? '',
		async item => {
			log.push(`${item} begins`);
			await new Promise(resolve => setImmediate(resolve));
			log.push(`${item} ends`);
			return item;
		},
	);
	expect(results).toEqual(['a1', 'b1', 'a2']);
	expect(log).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins', 'b1 ends', 'a2 ends']);
});

test('a multi-server command shows its progress on a terminal, and clears it at the end', async () => {
	const {url} = await httpService(({method, url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else if (method === 'GET')
			response.end('[{"id": "a", "displayName": "one"}, {"id": "b", "displayName": "two"}]');
		else response.end('{"serverId": "", "command": {"command": "status", "response": "same"}}');
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', TERM: 'xterm'};
	const argv = ['rcon', '--yes', 'one', 'two', '--group', '--', 'status'];
	const {err} = await runCli(argv, {env, isTTY: true});
	expect(err).toBe('\r0/2 done, 2 waiting\x1b[K\r1/2 done, 1 waiting\x1b[K\r2/2 done\x1b[K\r\x1b[K');
	expect((await runCli(['-q', ...argv], {env, isTTY: true})).err).toBe('');
	expect((await runCli(argv, {env})).err).toBe('');
});

test('rcon to an entire fleet starts with one command on each node, and learns from its answers how many it serves at once', async () => {
	const now = {running: new Map<string, number>(), most: 0, maxOnNode: 0};
	const servers = Array.from({length: 60}, (_, index) => ({
		id: `s${index}`,
		displayName: `server ${index}`,
		nodeId: `n${index % 20}`,
		state: 'ONLINE',
	}));
	const {url} = await httpService(({method, url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else if (method === 'GET') response.end(JSON.stringify(servers));
		else {
			const serverId = url.split('/')[2] ?? '';
			const node = `n${Number(serverId.slice(1)) % 20}`;
			const here = (now.running.get(node) ?? 0) + 1;
			now.running.set(node, here);
			const all = [...now.running.values()].reduce((sum, count) => sum + count, 0);
			now.most = Math.max(now.most, all);
			now.maxOnNode = Math.max(now.maxOnNode, here);
			setImmediate(() => {
				now.running.set(node, here - 1);
				response.end(JSON.stringify({serverId, command: {command: 'status', response: 'same'}}));
			});
		}
	});
	// A busy machine is not a slow node.
	const {code, out} = await runCli(
		['rcon', '--all', '--yes', '--group', '--timeout', '20s', '--', 'status'],
		{
			env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'},
		},
	);
	expect(code).toBe(0);
	expect(out).toContain('(60)');
	expect(now.maxOnNode).toBe(2);
	expect(now.most).toBeLessThanOrEqual(40);
});

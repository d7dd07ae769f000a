import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openShipped} from '../shipped/shipped.ts';

test('a game on standard input and output outlives `kill -9` of its service, and the next one talks to it', async () => {
	const {folder, run, start} = openShipped({});
	const starts = path.join(folder, 'starts');
	const script = path.join(folder, 'game.mjs');
	writeFileSync(
		script,
		`import {appendFileSync} from 'node:fs';
appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n');
process.stdin.on('data', line => console.log('got ' + line));
`,
	);
	const pids = () => readFileSync(starts, 'utf8').trim().split('\n').map(Number);
	onTestFinished(() => {
		for (const pid of pids()) process.kill(pid, 'SIGKILL');
	});
	const add = ['add', 'game', '-y', '--game', 'other', '--console', 'stdio', '--no-password', '--no-check'];
	expect(await run([...add, '--', process.execPath, script])).toMatchObject({code: 0});
	const serve = start(['serve', '--port', '0']);
	await serve.saysOnError('"listen"');
	expect(await run(['start', 'game', '-y'])).toMatchObject({code: 0});
	await expect.poll(() => pids()).toHaveLength(1);
	serve.kill('SIGKILL');
	await serve.ended;
	const {code, out} = await run(['rcon', 'game', '--', 'hello']);
	expect({code, out}).toEqual({code: 0, out: expect.stringContaining('got hello')});
	expect(pids()).toHaveLength(1);
});

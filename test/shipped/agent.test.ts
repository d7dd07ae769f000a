import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openHub} from '../service/link/open-link.ts';
import {openShipped} from './shipped.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** The moments of a start at which the agent is killed. */
const moments = [
	{name: 'when the order is on its way', part: '"type":"order"'},
	{name: 'when the start is reported', part: '"state":"INITIALIZING"'},
	{name: 'before the result arrives', part: '"type":"report"'},
	{name: 'before it knows that the result is stored', part: '"type":"stored"'},
];

test('an agent that is killed with `kill -9` during a start starts the server exactly once', async () => {
	const {folder, run, start} = openShipped({});
	const starts = path.join(folder, 'starts');
	writeFileSync(starts, '');
	const pids = () => readFileSync(starts, 'utf8').trim().split('\n').filter(Boolean).map(Number);
	onTestFinished(() => {
		const last = pids().at(-1);
		if (last !== undefined) process.kill(last, 'SIGKILL');
	});
	const game = `require('fs').appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n'); setInterval(() => {}, 1000)`;
	const add = 'add game -y --game other --no-rcon --no-check --stop-timeout 1s --'.split(' ');
	expect(await run([...add, process.execPath, '-e', game])).toMatchObject({code: 0});
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const file = path.join(folder, 'token');
	writeFileSync(file, token, {mode: 0o600});
	const startAgent = () => start(['agent', '--service', hub.url.href, '--token-file', file]);
	let agent = startAgent();
	await hub.nodeIs(nodeId, 'ONLINE');
	const {store} = hub.service.context;
	const id = store.servers.all()[0]?.id ?? '';
	for (const [index, {part}] of moments.entries()) {
		await hub.becomes(id, 'STOPPED');
		hub.onMessage(text => {
			if (!text.includes(part)) return;
			hub.onMessage(undefined);
			agent.kill('SIGKILL');
		});
		await hub.act(id, 'start');
		await agent.ended;
		await hub.nodeIs(nodeId, 'OFFLINE');
		agent = startAgent();
		await hub.becomes(id, 'RUNNING');
		await waitFor(() => expect([pids().length, store.orders.count()]).toEqual([index + 1, 0]));
		await hub.act(id, 'stop');
	}
	await hub.becomes(id, 'STOPPED');
	expect(pids()).toHaveLength(moments.length);
});

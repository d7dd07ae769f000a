import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openInProcess} from '../cli/in-process.ts';
import {openService, openShipped} from './shipped.ts';
import {waitFor} from '../helpers/wait-for.ts';

test('the handover after a killed rolling restart lists servers that came back, may have restarted, or got no request', async () => {
	let isStuck = false;
	const {env, asked} = await openService({fleet: eightServers}, async (request, service) => {
		const isRestart = request.method === 'POST' && request.url.endsWith('/restart');
		if (!isRestart || asked.filter(one => one.endsWith('/restart')).length < 2) return service();
		isStuck = true;
		return new Promise<Response>(() => {});
	});
	const rcondeck = openShipped({env});
	const names = eightServers.servers.map(({name}) => name);
	const rolling = rcondeck.start(['restart', ...names, '--rolling', '1', '--gate', 'state', '--yes']);
	await waitFor(() => expect(isStuck).toBe(true), {interval: 100});
	rolling.kill('SIGKILL');
	await rolling.ended;
	const {run} = openInProcess(rcondeck);
	const {code, out} = await run(['handover']);
	expect(code).toBe(0);
	expect(out).toMatch(
		/^PARTLY +\S+Z {2}Restart \(cut short\), 8 servers: 1 came back, 1 outcome unknown, 6 never sent$/m,
	);
	expect(out).toMatch(/^ +never sent: \S+(, \S+){5}$/m);
	expect(out).not.toContain('DONE');
	const {out: markdown} = await run(['handover', '--markdown']);
	expect(markdown).toMatch(/^- \*\*PARTLY\*\* \S+Z {2}Restart \(cut short\), 8 servers: 1 came back/m);
	const {out: json} = await run(['handover', '--json']);
	const {handover} = JSON.parse(json) as {
		handover: {operations: {servers: {outcome: string}[]}[]; done: unknown[]};
	};
	expect(handover.operations.map(({servers}) => servers.map(({outcome}) => outcome))).toEqual([
		['back', 'unknown', ...Array.from({length: 6}, () => 'unsent')],
	]);
});

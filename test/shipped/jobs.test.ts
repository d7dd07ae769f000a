import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui} from '../pty/pty-tui.ts';
import {bundle, openService, openShipped} from './shipped.ts';

test('the next start finds a rolling restart whose program was killed, and sends nothing by itself', async () => {
	let isStuck = false;
	const {env, asked} = await openService({}, async (request, service) => {
		// The node never carries the restart out, so the job stays at its first server.
		if (request.method !== 'POST' || !request.url.endsWith('/restart')) return service();
		isStuck = true;
		return new Response(null, {status: 200});
	});
	const rcondeck = openShipped({env});
	const roll = rcondeck.start(['restart', 'alpha', 'bravo', '--rolling', '1', '--yes']);
	await roll.saysOnError('waiting at the gate');
	expect(isStuck).toBe(true);
	roll.kill('SIGKILL');
	await roll.ended;
	const tui = await openPtyTui({
		program: bundle,
		env: {...env, RCONDECK_STATE_DIR: path.join(rcondeck.folder, 'state')},
		args: ['--screen-reader'],
		columns: 100,
		rows: 30,
		isStream: true,
		atEnd: onTestFinished,
	});
	await tui.sees(/JOB Restart of 2 servers: cut short/);
	await tui.sees(/JOB Restart cut short: 0 of 2 back; \w+ not confirmed; 1 not sent/);
	expect(asked.filter(line => line.endsWith('/restart'))).toHaveLength(1);
});

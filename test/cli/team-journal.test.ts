import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {liveService} from './live-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

async function write(env: Record<string, string>, entries: object[]) {
	const response = await fetch(new URL('journal', env['RCONDECK_URL']), {
		method: 'POST',
		headers: {'Application-Token': env['RCONDECK_TOKEN'] ?? '', 'Content-Type': 'application/json'},
		body: JSON.stringify({entries}),
	});
	expect(response.status).toBe(200);
}

test('a read-only handover has the entries of all admins, and stores and sends nothing', async () => {
	const service = await liveService();
	const env = {...service, RCONDECK_STATE_DIR: tempFolder()};
	await write(service, [
		{id: 'e1', kind: 'note', text: 'disk of cs2-scrim is full', ageMs: 60_000},
		{id: 'e2', kind: 'acknowledged', serverId: 'srv-cs2-scrim', state: 'OFFLINE'},
		{id: 'e3', kind: 'note', text: 'of yesterday', ageMs: 24 * 3_600_000},
	]);
	const readOnly = async () => (await runCli(['handover', '--read-only', '--json'], {env})).out;
	const listed = {
		handover: {
			notes: [{by: expect.stringMatching(/./), text: 'disk of cs2-scrim is full'}],
			down: [{serverName: 'cs2-scrim', acknowledgedBy: expect.stringMatching(/./)}],
		},
	};
	expect(JSON.parse(await readOnly())).toMatchObject(listed);
	expect(readdirSync(env.RCONDECK_STATE_DIR)).not.toContain('journal.db');
	// Now the journal has them, and they are listed once.
	await runCli(['handover'], {env});
	expect(JSON.parse(await readOnly())).toMatchObject(listed);
});

test('handover reads the entries of all admins, and log has them afterward', async () => {
	const service = await liveService();
	const env = {...service, RCONDECK_STATE_DIR: tempFolder()};
	await write(service, [
		{id: 'e1', kind: 'note', text: 'disk of cs2-scrim is \u001B[31mfull', ageMs: 60_000},
		{id: 'e2', kind: 'acknowledged', serverId: 'srv-cs2-scrim', state: 'OFFLINE'},
	]);
	const {code, out, err} = await runCli(['handover'], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	const [, by = ''] = /^NOTE +\S+Z {2}(.+): disk of cs2-scrim is \S*\[31mfull$/m.exec(out) ?? [];
	expect(by).not.toBe('');
	expect(out).toContain(` by ${by})`);
	expect(out).not.toContain('\u001B');
	const json = JSON.parse((await runCli(['handover', '--json'], {env})).out) as {handover: object};
	expect(json.handover).toMatchObject({
		notes: [{by, text: expect.stringContaining('full')}],
		down: [{serverName: 'cs2-scrim', acknowledgedBy: by}],
	});
	const log = await runCli(['journal'], {env});
	expect(log.out).toContain(`${by} acknowledged OFFLINE`);
	const entries = JSON.parse((await runCli(['journal', '--json', '--search', 'disk'], {env})).out) as object;
	expect(entries).toMatchObject({entries: [{kind: 'act', by, what: 'note'}]});
});

import {expect, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {waitFor} from '../helpers/wait-for.ts';
import {runCli} from './run-cli.ts';

type Runs = {runs: [{id: string}]};

async function triggered(): Promise<{env: Record<string, string>; id: string}> {
	const {env} = await openService();
	const {out} = await runCli(['automation', 'trigger', 'auto-check', '--yes', '--json'], {env});
	return {env, id: (JSON.parse(out) as Runs).runs[0].id};
}

test('automation show prints all data of one automation, with the names of its servers', async () => {
	const {env} = await openService();
	const {code, out, err} = await runCli(['automation', 'show', 'Status round'], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/^Name +Status round$/m);
	expect(out).toMatch(/^Timeout +1m 30s$/m);
	expect(out).toMatch(/^Targets +Alpha$/m);
	expect(out).toMatch(/^Trigger +(?:at|every) .*UTC/m);
	expect(out).not.toMatch(/cron:/i);
	expect(out).toMatch(/^step 2 +wait 20s$/m);
	const document: unknown = JSON.parse(
		(await runCli(['automation', 'show', 'auto-round', '--json=id,name'], {env})).out,
	);
	expect(document).toEqual({schema: 1, automation: {id: 'auto-round', name: 'Status round'}});
	expect(await runCli(['automation', 'show', 'nothing'], {env})).toMatchObject({code: 6, out: ''});
});

test('run show prints one run with the outcomes of its steps', async () => {
	const {env, id} = await triggered();
	const {code, out} = await runCli(['run', 'show', id], {env});
	expect(code).toBe(0);
	expect(out).toMatch(/^Automation +Check the scrim$/m);
	expect(out).toMatch(/^Status +FAILED$/m);
	expect(out).toMatch(/Charlie \(charlie\) \(dropped out\)$/m);
	expect(out).toMatch(
		/^step 1 +command   FAILED   [\d.]+m?s\n +Charlie \(charlie\)   FAILED   [\d.]+m?s   The server is not online\.$/m,
	);
	expect(out).not.toContain('Current step');
	const {out: json} = await runCli(['run', 'show', id, '--json=id,status'], {env});
	expect(JSON.parse(json)).toEqual({schema: 1, run: {id, status: 'FAILED'}});
});

test('run show finds a run among the newest when the service has no endpoint for one', async () => {
	const {env} = await openService({strictSpec: true});
	const {out} = await runCli(['automation', 'trigger', 'auto-check', '--yes', '--json'], {env});
	const {id} = (JSON.parse(out) as Runs).runs[0];
	expect((await runCli(['run', 'show', id], {env})).out).toMatch(/^Status +FAILED$/m);
	expect(await runCli(['run', 'show', 'nothing'], {env})).toMatchObject({code: 6, out: ''});
});

test('run show has the step in progress, how long it has been running, and the servers on which it has ended', async () => {
	const {env} = await openService();
	const workflow = [
		{type: 'WAIT', seconds: 0},
		{type: 'WAIT_FOR_STATE', state: 'ONLINE'},
	];
	const fields = JSON.stringify({name: 'Both', targets: {serverIds: ['alpha', 'charlie']}, workflow});
	await runCli(['automation', 'create', '-d', fields, '--yes'], {env});
	const {out} = await runCli(['automation', 'trigger', 'Both', '--yes', '--json'], {env});
	const {id} = (JSON.parse(out) as Runs).runs[0];
	const shown = await waitFor(async () => {
		const {out: text} = await runCli(['run', 'show', id], {env});
		expect(text).toMatch(
			/^step 2 +wait for a state   running   [\d.]+m?s\n +Alpha \(alpha\)   SUCCEEDED   [\d.]+m?s\n(?! +Charlie)/m,
		);
		return text;
	});
	expect(shown).toMatch(
		/^step 1 +wait   [\d.]+m?s\n +Alpha \(alpha\)   SUCCEEDED\n +Charlie \(charlie\)   SUCCEEDED$/m,
	);
	expect(shown).toMatch(/^Step +2\/2$/m);
});

import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runAlertCommand} from '../../../src/cli/alerts/command.ts';
import type {Alert} from '../../../src/app/kernel/alert-port.ts';
import {tempFolder} from '../temp-folder.ts';

const name = '$(touch hacked) `touch hacked`; touch hacked';
const alert: Alert = {
	event: 'down',
	at: 0,
	profile: 'PROD',
	subjects: [{kind: 'server', id: 's1', name, state: 'OFFLINE', node: undefined, since: 0}],
	affected: [],
};

/** Writes what it gets into a file: its arguments, some of its environment, its stdin. */
const note = `
import {readFileSync, writeFileSync} from 'node:fs';
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^RCONDECK|^OTHER/.test(name)));
writeFileSync(process.argv[2], JSON.stringify({args: process.argv.slice(3), env, input: readFileSync(0, 'utf8')}));
`;

test('it gets the facts in its environment and on its stdin, without a shell in between and without our secrets', async () => {
	const folder = tempFolder();
	const [script, noted] = [path.join(folder, 'note.mjs'), path.join(folder, 'noted')];
	writeFileSync(script, note);
	const env = {
		OTHER: 'kept',
		RCONDECK_TOKEN: 'a token',
		RCONDECK_APP_SECRET: 'a secret',
		RCONDECK_ALERTS_WEBHOOK: 'https://hooks.example/secret',
	};
	const problem = await runAlertCommand([process.execPath, script, noted, '$HOME', '*'], alert, env);
	expect(problem).toBeUndefined();
	const got = JSON.parse(readFileSync(noted, 'utf8')) as {
		args: unknown;
		env: Record<string, string>;
		input: string;
	};
	expect(got.args).toEqual(['$HOME', '*']);
	expect(got.env).toMatchObject({OTHER: 'kept', RCONDECK_ALERT_EVENT: 'down', RCONDECK_ALERT_SERVERS: name});
	expect(Object.keys(got.env).filter(key => /TOKEN|SECRET|WEBHOOK/.test(key))).toEqual([]);
	expect(JSON.parse(got.input)).toMatchObject({event: 'down', servers: [{name}]});
});

test('one that does not exist is said to be missing', async () => {
	expect(await runAlertCommand(['/nonexistent/notify'], alert, {})).toBe(
		'/nonexistent/notify was not started (ENOENT)',
	);
});

test('one that fails is said with its code and the first line of its stderr, without secrets', async () => {
	const script = 'console.error("token=abcdef123 is wrong\\nmore"); process.exit(3)';
	expect(await runAlertCommand([process.execPath, '-e', script], alert, {})).toBe(
		`${process.execPath} exited with 3: token=*** is wrong`,
	);
});

test('a command need not read its stdin', async () => {
	expect(
		await runAlertCommand([process.execPath, '-e', 'process.stdin.destroy()'], alert, {}),
	).toBeUndefined();
});

test('one that leaves something running is over when it has ended', async () => {
	const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 2000)'], {stdio: 'inherit', detached: true}).unref()`;
	expect(await runAlertCommand([process.execPath, '-e', script], alert, {})).toBeUndefined();
});

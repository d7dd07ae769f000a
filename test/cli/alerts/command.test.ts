import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runAlertCommand} from '../../../src/cli/commands/alerts/webhook.ts';
import type {Alert} from '../../../src/app/kernel/state/services.ts';
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

test('receives the alert in its environment and on stdin, without a shell and without secrets of rcondeck', async () => {
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

test('reports a command that does not exist', async () => {
	expect(await runAlertCommand(['/nonexistent/notify'], alert, {})).toBe(
		'/nonexistent/notify was not started (ENOENT)',
	);
});

test('reports the exit code and the first line of stderr of a failed command, without secrets', async () => {
	const script = 'console.error("token=abcdef123 is wrong\\nmore"); process.exit(3)';
	expect(await runAlertCommand([process.execPath, '-e', script], alert, {})).toBe(
		`${process.execPath} exited with 3: token=***`,
	);
});

test('accepts a command that does not read stdin', async () => {
	expect(
		await runAlertCommand([process.execPath, '-e', 'process.stdin.destroy()'], alert, {}),
	).toBeUndefined();
});

test('does not wait for processes that the command leaves running', async () => {
	const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 2000)'], {stdio: 'inherit', detached: true}).unref()`;
	expect(await runAlertCommand([process.execPath, '-e', script], alert, {})).toBeUndefined();
});

test('reports a command for whose failure Node throws', async () => {
	const program = `${process.execPath}/notify`;
	expect(await runAlertCommand([program], alert, {})).toBe(`${program} was not started (ENOTDIR)`);
});

test('an alert about 5,000 servers starts the command, and stdin names them all', async () => {
	const subjects = Array.from({length: 5000}, (_, at): Alert['subjects'][number] => ({
		kind: 'server',
		id: `0d8c1b7e-5f0a-4f0e-${String(at).padStart(4, '0')}-0123456789ab`,
		name: `server-${at}`,
		state: 'OFFLINE',
		node: undefined,
		since: 0,
	}));
	const folder = tempFolder();
	const [script, noted] = [path.join(folder, 'note.mjs'), path.join(folder, 'noted')];
	writeFileSync(script, note);
	expect(await runAlertCommand([process.execPath, script, noted], {...alert, subjects}, {})).toBeUndefined();
	const got = JSON.parse(readFileSync(noted, 'utf8')) as {env: Record<string, string>; input: string};
	const ids = got.env['RCONDECK_ALERT_SERVER_IDS']?.split('\n') ?? [];
	expect(ids.length).toBeGreaterThan(1000);
	expect(ids.at(-1)).toBe(subjects[ids.length - 1]?.id);
	expect((JSON.parse(got.input) as {servers: unknown[]}).servers).toHaveLength(5000);
});

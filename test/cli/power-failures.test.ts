import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openInProcess} from './in-process.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** A program and the scripts that it runs as servers. Processes of these are killed at the end. */
function withScripts() {
	const shipped = openInProcess({});
	const pids = path.join(shipped.folder, 'pids');
	writeFileSync(pids, '');
	/** Adds a server that is this shell script. */
	const add = async (name: string, script: string, ...options: string[]) => {
		const file = path.join(shipped.folder, `${name}.sh`);
		writeFileSync(file, `#!/bin/sh\necho $$ >>'${pids}'\n${script}\n`);
		chmodSync(file, 0o755);
		const words = ['add', name, '--game', 'custom', ...options, '--no-check', '--yes', '--', file];
		expect(await shipped.run(words)).toMatchObject({code: 0});
	};
	const started = () => readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number);
	onTestFinished(() => {
		for (const pid of started()) {
			try {
				process.kill(-pid, 'SIGKILL');
			} catch {
				// It has ended.
			}
		}
	});
	const serve = async () => {
		const service = shipped.start(['serve', '--port', '0']);
		await service.says('Press Ctrl-C');
		return service;
	};
	return {...shipped, add, started, serve};
}

const failing = 'echo loading; echo "port 25565 is in use" >&2; exit 3';
const why =
	'failing was not started. Its process ended with exit code 3. Its last output: port 25565 is in use.';

test('a start that fails says why with the last output, exits with 1 and is in the journal, with and without serve', async () => {
	const {add, run, serve} = withScripts();
	await add('failing', failing, '--no-rcon');
	const expected = {
		code: 1,
		err: `rcondeck: ${why}\n  loading\n  port 25565 is in use\n  rcondeck: ended with exit code 3\n`,
	};
	expect(await run(['start', 'failing', '--wait', '--yes'])).toMatchObject(expected);
	expect(await run(['start', 'failing', '--yes'])).toMatchObject(expected);
	await serve();
	expect(await run(['start', 'failing', '--wait', '--yes'])).toMatchObject(expected);
	const {results} = JSON.parse((await run(['start', 'failing', '--wait', '--yes', '--json'])).out) as {
		results: unknown;
	};
	expect(results).toMatchObject([
		{outcome: 'failed', problem: why, output: ['loading', 'port 25565 is in use', expect.any(String)]},
	]);
	const {entries} = JSON.parse((await run(['journal', '--json', '--server', 'failing'])).out) as {
		entries: {action?: string; outcome?: string; reason?: string}[];
	};
	const starts = entries.filter(({action}) => action === 'start');
	expect(starts).toHaveLength(4);
	for (const entry of starts) expect(entry).toMatchObject({outcome: 'failed', reason: why});
});

test('a stop that fails exits with 1 and is in the journal', async () => {
	const {run} = withScripts();
	const scripts = [
		'--start-command',
		'true',
		'--stop-command',
		'echo "pid file is missing" >&2; exit 5',
		'--status-command',
		'true',
	];
	expect(
		await run(['add', 'stuck', '--game', 'custom', '--no-rcon', ...scripts, '--no-check', '--yes']),
	).toMatchObject({code: 0});
	const failure = 'stuck was not stopped. sh failed with exit code 5: pid file is missing.';
	for (const words of [
		['stop', 'stuck', '--yes'],
		['stop', 'stuck', '--wait', '--yes'],
		['restart', 'stuck', '--force', '--yes'],
	])
		expect(await run(words)).toMatchObject({code: 1, err: expect.stringContaining(`rcondeck: ${failure}\n`)});
	const {out} = await run(['journal', '--server', 'stuck']);
	expect(out).toContain(`stop: failed: ${failure}`);
	expect(out).not.toContain('accepted');
});

test('a game that ignores its console and SIGTERM is killed, and a suspended one ends, and each step is reported', async () => {
	const {add, run, serve, started} = withScripts();
	const stdio = ['--console', 'stdio', '--rcon-stop', 'quit', '--stop-timeout', '1s'];
	await add(
		'deaf',
		'trap "" TERM; echo up; while :; do read line && echo "got $line"; sleep 0.1; done',
		...stdio,
	);
	await add('frozen', 'echo up; while :; do read line && echo "got $line"; sleep 0.1; done', ...stdio);
	await serve();
	for (const name of ['deaf', 'frozen'])
		expect(await run(['start', name, '--wait', '--yes'])).toMatchObject({code: 0});
	const [deaf = 0, frozen = 0] = started();
	expect(await run(['stop', 'deaf', '--wait', '--yes'])).toMatchObject({
		code: 0,
		err: expect.stringMatching(
			/deaf: It did not end within 1s of the stop command.*\n(?:.*\n)*.*deaf: It did not end within 2s, so it is being killed\.\n/,
		),
	});
	process.kill(-frozen, 'SIGSTOP');
	expect(await run(['restart', 'frozen', '--wait', '--yes'])).toMatchObject({code: 0});
	expect(started()).toHaveLength(3);
	process.kill(-(started()[2] ?? 0), 'SIGSTOP');
	expect(await run(['restart', 'frozen', '--force', '--wait', '--yes'])).toMatchObject({code: 0});
	await waitFor(() => expect(started()).toHaveLength(4));
	for (const pid of [deaf, frozen]) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('logs prints the last output of a server, and follows it', async () => {
	const {add, run, serve, start, folder} = withScripts();
	const more = path.join(folder, 'more');
	await add(
		'talking',
		`for line in one two three; do echo $line; done\nwhile [ ! -e '${more}' ]; do sleep 0.1; done\necho four\nsleep 60`,
		'--no-rcon',
	);
	await serve();
	expect((await run(['start', 'talking', '--yes'])).code).toBe(0);
	await waitFor(async () => {
		expect(await run(['logs', 'talking', '--limit', '2'])).toMatchObject({code: 0, out: 'two\nthree\n'});
	});
	const following = start(['logs', 'talking', '--follow', '--limit', '1', '--format', '{name}: {text}']);
	await following.says('talking: three');
	writeFileSync(more, '');
	await following.says('talking: four');
	following.kill('SIGINT');
	expect(await following.ended).toMatchObject({code: 130, out: 'talking: three\ntalking: four\n', err: ''});
});

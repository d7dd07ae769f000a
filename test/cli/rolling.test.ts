import {expect, test} from 'vitest';
import {liveService} from './live-service.ts';
import {runCli, startCli} from './run-cli.ts';

const two = ['cs2-mirage', 'cs2-surf'];

test('a rolling action waits before each server until the previous one is confirmed', async () => {
	const env = await liveService();
	const ran = await runCli(['stop', ...two, '--yes', '--force', '--rolling', '1', '--json'], {env});
	expect(ran.code).toBe(0);
	const steps = ran.err.split('\n').filter(line => /: (sending|passed the gate)/.test(line));
	expect(steps.map(line => line.replace(/^rcondeck: | after \d+s/g, ''))).toEqual([
		'cs2-surf: sending',
		'cs2-surf: passed the gate',
		'cs2-mirage: sending',
		'cs2-mirage: passed the gate',
	]);
	const {results} = JSON.parse(ran.out) as {results: {displayName: string; outcome: string}[]};
	expect(results.map(({displayName, outcome}) => [displayName, outcome])).toEqual([
		['cs2-surf', 'done'],
		['cs2-mirage', 'done'],
	]);
});

test('a refused server stops a rolling action, and what it came to is its last word', async () => {
	const env = await liveService();
	const words = ['restart', 'cs2-scrim', 'cs2-surf', '--yes', '--wave', '1', '--gate', 'accepted'];
	const ran = await runCli(words, {env});
	expect(ran.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(ran.err).toContain(
		'Restart aborted: 0 of 2 accepted; cs2-scrim refused: server.is_not_online; 1 not sent.',
	);
	expect(ran.err).toContain('--gate accepted --gate-timeout 5m --yes cs2-surf');
	expect(ran.out).not.toContain('cs2-surf: done');
	expect(ran.code).toBe(1);
});

test('with --keep-going the other servers follow, and the exit code means partly failed', async () => {
	const env = await liveService();
	const words = [
		'restart',
		'cs2-scrim',
		'cs2-surf',
		'--yes',
		'--wave',
		'1',
		'--gate',
		'accepted',
		'--keep-going',
	];
	const ran = await runCli(words, {env});
	expect(ran.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(ran.out).toContain('cs2-surf: done');
	expect(ran.code).toBe(3);
});

test('an interrupted rolling action lists what is done and what is unknown, and prints the rest as a command', async () => {
	const env = await liveService();
	const wave = startCli(['restart', ...two, '--yes', '--wave', '1', '--json'], {env});
	await wave.saysOnError('waiting for the gate');
	wave.end({code: 130});
	const {err, out, code} = await wave.ended;
	expect(code).toBe(130);
	expect(err).toContain('Interrupted. Sent, but not confirmed: cs2-surf.');
	expect(err).toContain(
		'1 not sent. To send the rest: rcondeck restart --rolling 1 --gate ready --gate-timeout 5m --yes cs2-mirage',
	);
	const {results} = JSON.parse(out) as {results: {outcome: string}[]};
	expect(results.map(({outcome}) => outcome)).toEqual(['unknown', 'not-sent']);
});

test('invalid options of a rolling action are wrong usage, and nothing is sent', async () => {
	for (const words of [
		['--gate', 'ready'],
		['--rolling', '0'],
		['--wave', 'two'],
		['--wave', '1', '--gate', 'maybe'],
		['--wave', '1', '--gate-minutes', '999'],
	]) {
		const {code, err, out} = await runCli(['restart', 'cs2-surf', '--yes', ...words]);
		expect({code, out}).toEqual({code: 2, out: ''});
		expect(err).toMatch(/--rolling|--gate/);
	}
});

test('--wave is the old name of --rolling', async () => {
	const env = await liveService();
	const ran = await runCli(['stop', ...two, '--yes', '--wave', '1', '--gate', 'accepted', '--json'], {env});
	expect(ran.err.split('\n').filter(line => line.includes(': sending'))).toHaveLength(2);
	expect(ran.code).toBe(0);
	const {out} = await runCli(['stop', '--help']);
	expect(out).toContain('--rolling <n>');
	expect(out).not.toContain('--wave');
});

test('a rolling action does not start in a read-only session', async () => {
	const env = await liveService();
	const {code, err} = await runCli(['--read-only', 'restart', ...two, '--rolling', '1'], {env});
	expect(code).toBe(11);
	expect(err).toContain('Not sent: this session is read-only.');
});

import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {liveService} from './live-service.ts';
import {runCli, startCli} from './run-cli.ts';

const two = ['cs2-mirage', 'cs2-surf'];

test('a rolling action waits before each server until the previous one is confirmed', async () => {
	const env = await liveService();
	const ran = await runCli(['stop', ...two, '--yes', '--force', '--rolling', '1', '--json'], {env});
	expect(ran.code).toBe(0);
	const steps = ran.err.split('\n').filter(line => /: (sending|offline)/.test(line));
	const {results} = JSON.parse(ran.out) as {results: {serverName: string; outcome: string}[]};
	expect(results.map(({outcome}) => outcome)).toEqual(['done', 'done']);
	// The one with fewer players comes first, and players join and leave.
	const order = results.map(({serverName}) => serverName);
	expect(order.toSorted()).toEqual(two);
	expect(steps.map(line => line.replace(/^rcondeck: | after \d+s/g, ''))).toEqual(
		order.flatMap(name => [`${name}: sending`, `${name}: offline`]),
	);
});

test('a refused server stops a rolling action, and its summary comes last', async () => {
	const env = await liveService();
	const words = ['restart', 'cs2-scrim', 'cs2-surf', '--yes', '--rolling', '1', '--gate', 'accepted'];
	const ran = await runCli(words, {env});
	expect(ran.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(ran.err).toContain(
		'Restart aborted: 0 of 2 accepted; cs2-scrim refused: server.is_not_online: The server is not online; 1 not sent.',
	);
	expect(ran.err).toContain('--gate accepted --gate-timeout 5m --yes cs2-surf');
	expect(ran.out).not.toContain('cs2-surf: done');
	expect(ran.code).toBe(1);
});

test('a selected server that is down does not stop a rolling restart of the others, unless all are down', async () => {
	const env = await liveService();
	const words = ['restart', '--game', 'CS2', '--yes', '--rolling', '5', '--gate', 'accepted'];
	const ran = await runCli(words, {env});
	expect(ran.err).toContain('Skipped: cs2-scrim is STOPPED. Only an online server can be restarted.');
	expect(ran.err).not.toContain('refused');
	expect(ran.out).toContain('cs2-surf: done');
	expect(ran.code).toBe(0);
	const alone = await runCli(['restart', '--match', 'scrim', '--yes', '--rolling', '1'], {env});
	expect(alone.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(alone.code).toBe(1);
});

test('with --on-failure skip the other servers follow, and the exit code means partly failed', async () => {
	const env = await liveService();
	const words = [
		'restart',
		'cs2-scrim',
		'cs2-surf',
		'--yes',
		'--rolling',
		'1',
		'--gate',
		'accepted',
		'--on-failure',
		'skip',
	];
	const ran = await runCli(words, {env});
	expect(ran.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(ran.out).toContain('cs2-surf: done');
	expect(ran.code).toBe(3);
});

test('an interrupted rolling action lists completed and unknown servers, and prints the rest as a command', async () => {
	const env = await liveService();
	const wave = startCli(['restart', ...two, '--yes', '--rolling', '1', '--json'], {env});
	await wave.saysOnError('waiting at the gate');
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
		['--on-failure', 'skip'],
		['--rolling', '1', '--on-failure', 'pause'],
		['--rolling', '1', '--on-failure', 'maybe'],
		['--rolling', '0'],
		['--rolling', 'two'],
		['--rolling', '1', '--gate', 'maybe'],
		['--rolling', '1', '--gate-timeout', '999m'],
	]) {
		const {code, err, out} = await runCli(['restart', 'cs2-surf', '--yes', ...words]);
		expect({code, out}).toEqual({code: 2, out: ''});
		expect(err).toMatch(/--rolling|--gate|--on-failure/);
	}
});

test('a rolling action does not start in a read-only session', async () => {
	const env = await liveService();
	const {code, err} = await runCli(['--read-only', 'restart', ...two, '--rolling', '1'], {env});
	expect(code).toBe(11);
	expect(err).toContain('Not sent: this session is read-only.');
});

const refusedFirst = ['restart', 'cs2-scrim', 'cs2-surf', '--yes', '--rolling', '1', '--gate', 'accepted'];

test.each([
	['y', 3, 'cs2-surf: done'],
	['', 1, '1 not sent'],
])('on a terminal, --on-failure pause asks whether to continue: %j', async (answer, code, outcome) => {
	const env = await liveService();
	const given = {env, isTTY: true, stdin: `${answer}\n`};
	const ran = await runCli([...refusedFirst, '--on-failure', 'pause'], given);
	expect(ran.err).toContain('cs2-scrim: refused: server.is_not_online');
	expect(ran.err).toContain('Skip it and send the rest? (y/N) ');
	expect(ran.out + ran.err).toContain(outcome);
	expect(ran.code).toBe(code);
});

test('the question after a failure is repeated below later reports of other servers', async () => {
	const env = await liveService();
	const stdin = new PassThrough();
	const words = ['restart', 'cs2-scrim', ...two, '--yes', '--rolling', '2', '--on-failure', 'pause'];
	const ran = startCli(words, {env, isTTY: true, stdin});
	await ran.says('back online');
	const question = /Skip it and send the rest\? \(y\/N\) /g;
	expect((await ran.saysOnError('')).match(question)?.length).toBeGreaterThan(1);
	expect(await ran.saysOnError('')).toMatch(/\(y\/N\) $/);
	stdin.end('n\n');
	const {code, err} = await ran.ended;
	expect({code, err}).toEqual({code: 3, err: expect.stringContaining('1 not sent')});
});

test('on a terminal, a line shows the servers that a rolling action waits for', async () => {
	const env = {...(await liveService()), TERM: 'xterm'};
	const ran = startCli(['restart', ...two, '--yes', '--rolling', '1'], {env, isTTY: true});
	await ran.saysOnError('cs2-surf: waiting at the gate');
	expect(await ran.saysOnError('s of 5m, seen ')).toMatch(
		/\r0\/2 {2}cs2-surf [A-Z]+ \ds of 5m, seen \ds ago/,
	);
	ran.end({code: 130});
	expect((await ran.ended).code).toBe(130);
});

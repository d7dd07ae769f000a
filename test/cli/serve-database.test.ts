import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCli} from './run-cli.ts';

test.each([
	'postgres://rcondeck:secret@localhost/rcondeck',
	'postgresql://rcondeck:p@ss@localhost/rcondeck',
	'postgres://rcondeck:@localhost/rcondeck',
	'postgres:///rcondeck?host=/run/postgresql&password=secret',
	'//rcondeck:secret@localhost',
])('a password in the arguments is refused, with an alternative: %s', async url => {
	const {code, err, out} = await runCli(['serve', '--database', url]);
	expect({code, out}).toEqual({code: 2, out: ''});
	expect(err).toContain('Set RCONDECK_DATABASE to the URL');
	expect(err).not.toContain('secret');
});

test('anything but the URL of a PostgreSQL database is refused with the name of its source', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'database-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const file = path.join(folder, 'url');
	writeFileSync(file, 'mysql://rcondeck:secret@localhost/rcondeck\n');
	const refusals = [
		await runCli(['serve', '--database', 'mysql://localhost/rcondeck']),
		await runCli(['serve', '--database-file', file]),
		await runCli(['serve'], {env: {RCONDECK_DATABASE: 'rcondeck:secret'}}),
		await runCli(['serve', '--database-file', path.join(folder, 'none')]),
	];
	expect(refusals.map(({code}) => code)).toEqual([2, 2, 2, 2]);
	expect(refusals.map(({err}) => err)).toEqual([
		expect.stringContaining('--database must be the URL of a PostgreSQL database'),
		expect.stringContaining(`${file} must be the URL`),
		expect.stringContaining('RCONDECK_DATABASE must be the URL'),
		expect.stringContaining(path.join(folder, 'none')),
	]);
	for (const {err} of refusals) expect(err).not.toContain('secret');
});

test('a database is refused for the demo, and twice', async () => {
	const url = 'postgres://localhost/rcondeck';
	const demo = await runCli(['serve', '--demo', '--database', url]);
	expect(demo).toMatchObject({code: 2, err: expect.stringContaining('Leave out --demo or the database.')});
	const twice = await runCli(['serve', '--database', url, '--database-file', 'url']);
	expect(twice).toMatchObject({code: 2, err: expect.stringContaining('not both')});
});

test.each([
	[['--broker', 'amqp://rcondeck:secret@localhost'], {}, 'Set RCONDECK_BROKER to the URL'],
	[['--broker', 'http://localhost'], {}, '--broker must be the URL of RabbitMQ'],
	[[], {RCONDECK_BROKER: 'rcondeck:secret'}, 'RCONDECK_BROKER must be the URL of RabbitMQ'],
	[['--broker', 'amqp://localhost', '--broker-file', 'url'], {}, 'not both'],
])('a wrong broker is refused with an alternative: %j %j', async (args, env, problem) => {
	const database = ['--database', 'postgres://localhost/rcondeck'];
	const {code, err} = await runCli(['serve', ...database, ...args], {env});
	expect(code).toBe(2);
	expect(err).toContain(problem);
	expect(err).not.toContain('secret');
});

test('a broker is refused without a database, and for the demo', async () => {
	const alone = await runCli(['serve', '--broker', 'amqp://localhost']);
	expect(alone).toMatchObject({code: 2, err: expect.stringContaining('Add --database')});
	const demo = await runCli(['serve', '--demo', '--broker', 'introduces']);
	expect(demo).toMatchObject({code: 2, err: expect.stringContaining('use --broker-quirk')});
});

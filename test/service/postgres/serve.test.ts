import {randomUUID} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from '../../cli/run-cli.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {emptyDatabase, missing, query} from './database.ts';
import {postgresPrograms, startPostgres} from './server.ts';

function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'database-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** Runs `serve` until the test ends, and returns its address. */
async function serve(
	args: string[],
	env: Record<string, string> = {},
): Promise<{url: string; output: string}> {
	const program = startCli(['serve', '--port', '0', ...args], {env});
	onTestFinished(async () => {
		program.end({code: 130});
		await program.ended;
	});
	const output = await program.says('Press Ctrl-C to stop.');
	return {url: /export RCONDECK_URL=(\S+)/.exec(output)?.[1] ?? '', output};
}

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	test('an instance writes the token of the owner to a file, and a second one without a broker is refused', async () => {
		const [folder, database] = [aFolder(), await emptyDatabase()];
		const file = path.join(folder, 'url');
		writeFileSync(file, `${database}\n`, {mode: 0o600});
		const one = await serve(['--database-file', file, '--data', path.join(folder, 'one')]);
		const tokenFile = path.join(folder, 'one', 'database-owner-token');
		expect(one.output).toContain(`export RCONDECK_TOKEN="$(cat ${tokenFile})"`);
		expect(one.output).not.toContain('of-the-tests');
		const token = readFileSync(tokenFile, 'utf8').trim();
		const env = {RCONDECK_URL: one.url, RCONDECK_TOKEN: token};
		expect(await runCli(['team', 'show'], {env})).toMatchObject({code: 0});
		expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
		const other = await runCli(['serve', '--port', '0', '--data', path.join(folder, 'other')], {
			env: {RCONDECK_DATABASE: database},
		});
		expect(other).toMatchObject({code: 2, err: expect.stringContaining('connect all of them with --broker')});
		const manage = (...args: string[]) => runCli(['serve', 'node', ...args, '--database-file', file]);
		const added = await manage('add', 'cellar', '--data', path.join(folder, 'one'), '--json');
		expect(added).toMatchObject({code: 0, out: expect.stringContaining('"token"')});
		expect(await runCli(['nodes'], {env})).toMatchObject({out: expect.stringContaining('cellar')});
		expect(await manage('list', '--data', path.join(folder, 'other'))).toMatchObject({
			code: 2,
			err: expect.stringContaining('other/database-owner-token'),
		});
	});

	test('reports an unusable database without its password', async () => {
		const wrong = (await emptyDatabase()).replace('of-the-tests', 'another-password');
		const {code, err} = await runCli(['serve', '--port', '0', '--data', aFolder()], {
			env: {RCONDECK_DATABASE: wrong},
		});
		expect(code).toBe(2);
		expect(err).toContain('The database cannot be used: password authentication failed');
		expect(err).not.toContain('another-password');
	});

	test.each([
		[
			'sslmode=bogus',
			'sslmode=bogus in the database URL is not supported. Use one of disable, prefer, require',
		],
		['sslmode=require', 'The database server has no TLS, which sslmode in the database URL requires.'],
		['sslmode=verify-ca', 'sslmode=verify-ca in the database URL needs the certificate of the authority'],
		['sslmode=verify-full&sslrootcert=/no/such/file', '/no/such/file'],
	])('a database with %s ends with exit code 2 and the reason', async (options, reason) => {
		const env = {RCONDECK_DATABASE: `${await emptyDatabase()}&${options}`};
		const {code, err} = await runCli(['serve', '--port', '0', '--data', aFolder()], {env});
		expect({code, err}).toEqual({code: 2, err: expect.stringContaining(reason)});
	});

	test('sslmode=disable is used', async () => {
		const env = {RCONDECK_DATABASE: `${await emptyDatabase()}&sslmode=disable`};
		expect((await serve(['--data', aFolder()], env)).url).toMatch(/^http/);
	});

	test('a missing database, and one with another encoding than UTF-8, end with exit code 2 and the reason', async () => {
		const url = await emptyDatabase();
		const name = `latin_${randomUUID().replaceAll('-', '')}`;
		await query(url, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
		onTestFinished(() => query(url, `DROP DATABASE ${name} WITH (FORCE)`).then(() => {}));
		const of = (database: string) => url.replace('///postgres', `///${database}`).replace(/&options=.*/, '');
		for (const [database, reason] of [
			[name, 'The database has the encoding LATIN1, which cannot store every text. Create it with'],
			['no_such', 'The database cannot be used: database "no_such" does not exist'],
		] as const) {
			const env = {RCONDECK_DATABASE: of(database)};
			const {code, err} = await runCli(['serve', '--port', '0', '--data', aFolder()], {env});
			expect({code, err}).toEqual({code: 2, err: expect.stringContaining(reason)});
		}
	});

	test('the service waits for a database that starts later, and is not ready meanwhile', async () => {
		const programs = await postgresPrograms();
		if ('missing' in programs) throw new Error(programs.missing);
		const server = await startPostgres(programs.folder);
		onTestFinished(server.stop);
		await server.kill9();
		const port = await reservePort();
		const program = startCli(['serve', '--port', String(port), '--data', aFolder()], {
			env: {RCONDECK_DATABASE: server.url},
		});
		onTestFinished(async () => {
			program.end({code: 130});
			await program.ended;
		});
		const log = await program.saysOnError('Trying again in 1s.');
		expect(log).toContain('"event":"waiting"');
		expect(log).not.toContain(server.password);
		expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
		await server.restart();
		await program.says('Press Ctrl-C to stop.');
		expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
	});

	test('waits for a broker that does not listen yet', async () => {
		const program = startCli(['serve', '--port', '0', '--data', aFolder()], {
			env: {RCONDECK_DATABASE: await emptyDatabase(), RCONDECK_BROKER: 'amqp://127.0.0.1:1'},
		});
		expect(await program.saysOnError('Trying again in 1s.')).toContain(
			'The message broker cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
		);
		program.end({code: 143});
		await program.ended;
	});
});

test('a signal ends the wait for a database', async () => {
	const env = {RCONDECK_DATABASE: 'postgres://rcondeck@127.0.0.1:1/rcondeck'};
	const program = startCli(['serve', '--port', '0', '--data', aFolder()], {env});
	expect(await program.saysOnError('Trying again in 500ms.')).toContain(
		'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
	);
	program.end({code: 143});
	expect(await program.ended).toMatchObject({out: '', err: expect.stringContaining('"event":"closed"')});
});

test('a command on a database that does not listen ends with exit code 9', async () => {
	const env = {RCONDECK_DATABASE: 'postgres://rcondeck@127.0.0.1:1/rcondeck'};
	expect(await runCli(['serve', 'team', 'list', '--data', aFolder()], {env})).toMatchObject({
		code: 9,
		err: expect.stringContaining('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.'),
	});
});

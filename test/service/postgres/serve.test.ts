import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from '../../cli/run-cli.ts';
import {emptyDatabase, missing} from './database.ts';

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

	test('a database that cannot be used is reported without its password', async () => {
		const wrong = (await emptyDatabase()).replace('of-the-tests', 'another-password');
		const {code, err} = await runCli(['serve', '--port', '0', '--data', aFolder()], {
			env: {RCONDECK_DATABASE: wrong},
		});
		expect(code).toBe(2);
		expect(err).toContain('The database cannot be used: password authentication failed');
		expect(err).not.toContain('another-password');
	});
});

test('a database that does not listen is reported', async () => {
	const env = {RCONDECK_DATABASE: 'postgres://rcondeck@127.0.0.1:1/rcondeck'};
	const {code, err} = await runCli(['serve', '--port', '0', '--data', aFolder()], {env});
	expect(code).toBe(2);
	expect(err).toContain('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1');
});

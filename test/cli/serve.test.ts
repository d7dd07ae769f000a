import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from './run-cli.ts';

function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** Serves on a free port until the test ends; returns its output. */
async function serve(...argv: string[]) {
	const service = startCli([...argv, '--port', '0']);
	const end = () => {
		service.end({code: 130});
		return service.ended;
	};
	onTestFinished(async () => void (await end()));
	const output = await service.says('Press Ctrl-C to stop.');
	return {said: output, url: /RCONDECK_URL=(\S+)/.exec(output)?.[1] ?? '', end};
}

type Account = {
	name: string;
	headers: Record<string, string>[];
	answers: {method: string; path: string; status: number; key: string | undefined}[];
};

/** The accounts as printed: a name, its headers, its responses. */
function accountsIn(said: string): Account[] {
	const [, list = ''] = said.split('Test accounts, valid for this demo only:');
	return list.split(/\n\n {2}(?=\S)/).flatMap((block): Account[] => {
		const [name = '', ...lines] = block.trim().split('\n');
		const headers = lines
			.filter(line => line.includes("-H '"))
			.map(line =>
				Object.fromEntries(
					[...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, header, value]) => [header, value]),
				),
			);
		const answers = lines.flatMap(line => {
			const [, method = '', where = '', status, key] =
				/^ {4}(GET|POST) +(\S+) {2}(\d{3})(?: (\S+))?$/.exec(line) ?? [];
			return status === undefined ? [] : [{method, path: where, status: Number(status), key}];
		});
		return answers.length === 0 ? [] : [{name, headers, answers}];
	});
}

test('each printed demo account gets the responses that it promises with any of its headers', async () => {
	const {said, url} = await serve('serve', '--demo', '--accounts');
	const accounts = accountsIn(said);
	expect(accounts.map(({name, headers}) => [name, headers.map(each => Object.keys(each))])).toEqual([
		['All permissions', [['Application-Token'], ['Application-Id', 'Application-Secret'], ['Authorization']]],
		['Read-only', [['Application-Token']]],
		['No permissions', [['Application-Token']]],
		['No team', [['Application-Token']]],
		['Another team', [['Application-Token']]],
		['Unknown credentials', [['Application-Token']]],
	]);
	for (const {name, headers: sets, answers} of accounts) {
		for (const headers of sets) {
			for (const {method, path: where, ...promised} of answers) {
				const answer = await fetch(`${url}${where}`, {method, headers});
				const {status} = answer;
				const {key} = Object((await answer.json()) as unknown) as {key?: string};
				expect({name, where, status, key}).toEqual({name, where, ...promised});
			}
		}
	}
});

test('prints the accounts of a demo only on request', async () => {
	const {said} = await serve('serve', '--demo');
	expect(said).not.toContain('Test accounts');
});

test('a service without a demo needs servers, and says how to get either', async () => {
	const data = path.join(aFolder(), 'data');
	const words = {
		code: 2,
		out: '',
		err: expect.stringMatching(/`rcondeck add`[^]*`rcondeck serve --demo`/),
	};
	expect(await runCli(['serve'])).toMatchObject(words);
	expect(await runCli(['serve', '--data', data])).toMatchObject(words);
	const demo = await serve('serve', '--demo', '--data', data);
	await demo.end();
	expect(await runCli(['serve', '--data', data])).toMatchObject(words);
});

test.each([
	['--accounts'],
	['--servers', '5'],
	['--scenario', 'node-down'],
	['--rcon', 'cut'],
	['--true-timings'],
])('%s without a demo is wrong usage', async (...options) => {
	const ran = await runCli(['serve', ...options]);
	expect(ran).toMatchObject({
		code: 2,
		out: '',
		err: expect.stringContaining(`rcondeck serve --demo ${options[0]}`),
	});
});

test('for own servers, lines to paste name the file of the token, which stays out of the output', async () => {
	const data = path.join(aFolder(), "ana's data");
	const attach = ['serve', 'attach', 'mine', '--data', data, '--game', 'T', '--console', 'econ'];
	const attached = await runCli([...attach, '--port', '1', '--password-env', 'WORD', '--', 'true']);
	expect(attached.code).toBe(0);
	const {said, end} = await serve('serve', '--data', data);
	const token = readFileSync(path.join(data, 'owner-token'), 'utf8').trim();
	const lineWith = (words: string) => said.split('\n').find(each => each.includes(words)) ?? '';
	const line = lineWith('RCONDECK_TOKEN=');
	const shell = execFileSync('sh', ['-c', `${line}\nprintf %s "$RCONDECK_TOKEN"`], {encoding: 'utf8'});
	expect(shell).toBe(token);
	const curl = lineWith('curl -H');
	const header = execFileSync('sh', ['-c', curl.replace('curl -H', "printf '%s|'")], {encoding: 'utf8'});
	expect(header.split('|')[0]).toBe(`Application-Token: ${token}`);
	const {out, err} = await end();
	expect(out + err).not.toContain(token.split('_').at(-1));
});

test('the service responds under the given host name', async () => {
	const {url, said} = await serve('serve', '--demo', '--host-name', 'games.example');
	const token = /RCONDECK_TOKEN=(\S+)/.exec(said)?.[1] ?? '';
	const status = async (host: string) => {
		const {request} = await import('node:http');
		return new Promise(resolve => {
			const headers = {Host: host, 'Application-Token': token};
			request(`${url}/team/my`, {headers}, answer => resolve(answer.resume().statusCode)).end();
		});
	};
	expect([await status('games.example'), await status('evil.example')]).toEqual([200, 403]);
});

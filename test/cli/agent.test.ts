import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** A machine with its own home folder. */
function aMachine() {
	const folder = tempFolder();
	const env = {
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
	};
	const run = (...words: string[]) => runCli(words, {env});
	const start = (...words: string[]) => {
		const running = startCli(words, {env});
		onTestFinished(async () => {
			running.end({code: 130});
			await running.ended;
		});
		return running;
	};
	const tokenFile = (token: string, mode = 0o600) => {
		const file = path.join(folder, 'token');
		writeFileSync(file, token, {mode});
		return file;
	};
	return {env, run, start, tokenFile};
}

/** The address and a machine with the service. */
async function aService() {
	const machine = aMachine();
	const added = await machine.run('serve', 'node', 'add', 'cellar');
	expect(added).toMatchObject({code: 0, out: expect.stringMatching(/^rcondeck_cellar-\w+_\w{64}\n$/)});
	expect(added.err).toContain('Node cellar added.');
	expect(added.err).toContain('  rcondeck agent --service URL --token-file FILE\n');
	const running = machine.start('serve', '--port', '0');
	const url = /RCONDECK_URL=(\S+)/.exec(await running.says('Press Ctrl-C to stop.'))?.[1] ?? '';
	return {...machine, url, token: added.out};
}

test('a service without servers of its own shows those of a machine that runs an agent', async () => {
	const service = await aService();
	const machine = aMachine();
	const file = machine.tokenFile(service.token);
	const agent = machine.start(
		'agent',
		'--service',
		service.url,
		'--token-file',
		file,
		'--log-format',
		'text',
	);
	await agent.saysOnError(`Connected to ${service.url} as node cellar`);
	const add = 'add shed --game minecraft --no-rcon --no-query --no-check --yes --directory /'.split(' ');
	expect(await machine.run(...add, '--', process.execPath, '-e', '0')).toMatchObject({code: 0});
	const listed = () => service.run('servers', '--json');
	await waitFor(async () => expect((await listed()).out).toContain('"shed"'));
	const nodes = await service.run('serve', 'node', '--json');
	expect(JSON.parse(nodes.out)).toMatchObject({nodes: [{status: 'ONLINE', settings: {name: 'cellar'}}]});

	const renewed = await service.run('serve', 'node', 'token', 'cellar', '--yes', '-q');
	expect(renewed).toMatchObject({code: 0, out: expect.stringMatching(/^rcondeck_/)});
	expect(await agent.ended).toMatchObject({
		code: 4,
		err: expect.stringContaining('The service refused the token.'),
	});
	expect(await service.run('serve', 'node', 'remove', 'cellar', '--yes')).toMatchObject({
		code: 0,
		out: 'Node cellar removed.\n',
	});
	expect(JSON.parse((await listed()).out)).toMatchObject({servers: []});
});

test('a token file that others can read, or without a token, is refused before anything starts', async () => {
	const machine = aMachine();
	const agent = (file: string) =>
		machine.run('agent', '--service', 'http://127.0.0.1:1', '--token-file', file);
	expect(await agent(machine.tokenFile(' \n'))).toMatchObject({
		code: 2,
		err: expect.stringContaining('There is no token in '),
	});
	const open = machine.tokenFile('rcondeck_x', 0o644);
	const {chmodSync} = process.getBuiltinModule('node:fs');
	chmodSync(open, 0o644);
	expect(await agent(open)).toMatchObject({code: 2});
});

test('sends its token to another host unencrypted only if a setting allows it', async () => {
	const machine = aMachine();
	const file = machine.tokenFile('rcondeck_cellar-1_2');
	const words = ['agent', '--service', 'http://games.example:8440', '--token-file', file];
	const refused = await machine.run(...words);
	expect(refused).toMatchObject({code: 2, err: expect.stringContaining('allow_plain_http = true')});
	const env = {...machine.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', RCONDECK_ALLOW_PLAIN_HTTP: '1'};
	const unverified = await runCli(words, {env});
	expect(unverified).toMatchObject({code: 2, err: expect.stringContaining('allow_insecure_tls = true')});
});

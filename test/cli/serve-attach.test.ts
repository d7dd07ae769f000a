import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {need, needMs} from '../peers/need.ts';
import {aTeeworlds} from '../service/own/teeworlds.ts';
import {runCli, startCli} from './run-cli.ts';
import {waitFor} from '../helpers/wait-for.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/games/teeworlds-server');
}, needMs);

const words = (line: string) => line.split(' ');

function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'attach-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	writeFileSync(path.join(folder, 'password'), 'secret\n', {mode: 0o600});
	return folder;
}

/** Serves the folder and returns the environment with which a second terminal connects to it. */
async function serve(data: string) {
	const demo = startCli(['serve', '--data', data, '--port', '0']);
	onTestFinished(async () => {
		demo.end({code: 130});
		await demo.ended;
	});
	const output = await demo.says('Press Ctrl-C to stop.');
	const exportedValue = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(output)?.[1] ?? '';
	const token = readFileSync(path.join(data, 'owner-token'), 'utf8').trim();
	const env = {RCONDECK_URL: exportedValue('RCONDECK_URL'), RCONDECK_TOKEN: token};
	return {
		cli: (...argv: string[]) => runCli(argv, {env}),
		end: () => {
			demo.end({code: 130});
			return demo.ended;
		},
	};
}

test('a real attached server is served, started, queried, and started again with its service', async ({
	skip,
}) => {
	if (missing !== undefined) skip(missing);
	const data = path.join(aFolder(), 'data');
	const {directory, console, command} = await aTeeworlds();
	const attach = (...more: string[]) =>
		runCli([
			...words(`serve attach tee-1 --data ${data} --game TEEWORLDS --console econ --port ${console.port}`),
			...words(`--password-file ${directory}/password --directory ${directory}`),
			...words('--stop-command shutdown --stop-seconds 5'),
			...more,
			'--',
			...command,
		]);
	expect(await attach()).toMatchObject({code: 0, err: '', out: expect.stringContaining('tee-1 registered.')});
	expect(await attach('--start')).toMatchObject({code: 0, out: expect.stringContaining('tee-1 updated.')});

	const first = await serve(data);
	const isOnline = ({cli}: typeof first) =>
		waitFor(async () =>
			expect(JSON.parse((await cli('servers', '--json')).out)).toMatchObject({
				servers: [{displayName: 'tee-1', gameType: 'TEEWORLDS', nodeName: 'local', state: 'RUNNING'}],
			}),
		);
	await isOnline(first);
	expect(await first.cli('rcon', 'tee-1', '--', 'sv_name')).toMatchObject({
		code: 0,
		out: expect.stringContaining('Value: real one'),
	});
	expect(await attach()).toMatchObject({code: 0, out: expect.stringContaining('tee-1 updated.')});
	await first.end();

	const second = await serve(data);
	await isOnline(second);
	expect(await second.cli('stop', 'tee-1', '--force', '--yes', '--wait')).toMatchObject({code: 0});
});

test.each([
	[['--password-env', 'WORD'], [], /Specify the start command of the server after --/],
	[['--password-env', 'WORD', '--port', '0'], ['x'], /--port must be a whole number/],
	[
		['--password-env', 'WORD', '--console', 'smtp'],
		['x'],
		/Allowed choices are source, web-rcon, quake, battleye, telnet, econ, http, hll, stdio/,
	],
	[['--password-env', 'WORD', '--directory', '/no/such'], ['x'], /There is no directory \/no\/such/],
	[['--password-env', 'WORD', '--say-command', 'say'], ['x'], /must contain \{text\}/],
	[['--password-file', '/no/such'], ['x'], /There is no file \/no\/such/],
	[[], ['x'], /--password-file or --password-env/],
	[['--password-env', 'WORD', '--password-file', '/dev/null'], ['x'], /--password-file or --password-env/],
])('rejects an attachment with %j and %j in a sentence', async (options, command, sentence) => {
	const folder = aFolder();
	const ran = await runCli([
		...words(`serve attach tee --data ${folder} --game T --console econ --port 8304`),
		...options,
		'--',
		...command,
	]);
	expect(ran.err).toMatch(sentence);
	expect(ran).toMatchObject({code: 2, out: ''});
});

test('the console of a process needs neither a port nor a password', async () => {
	const folder = aFolder();
	const attach = words(
		`serve attach world --data ${folder} --game terraria --console stdio --directory ${folder}`,
	);
	expect(await runCli([...attach, '--', 'terraria'])).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringContaining('world registered.'),
	});
});

import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import path from 'node:path';
import {X509Certificate} from 'node:crypto';
import {expect, onTestFinished, test} from 'vitest';
import {openHttpGame} from '../../service/console/servers/http-server.ts';
import {openSourceServer, sourceGames} from '../../service/console/servers/source-server.ts';
import {runCli} from '../run-cli.ts';
import {tempFolder} from '../temp-folder.ts';

const password = 'secret';
const three = 'There are 3 of a max of 20 players online: Alice, Bob, Carol';

async function aMinecraft(answer: () => string | Promise<string> = () => three) {
	const game = await openSourceServer({password, answer}, sourceGames.minecraft);
	onTestFinished(game.close);
	return game;
}

/** A user with a local service of their own. */
function aUser() {
	const state = tempFolder();
	const word = path.join(state, 'word');
	writeFileSync(word, `${password}\n`, {mode: 0o600});
	const env = {RCONDECK_STATE_DIR: state, WRONG: 'wrong', RIGHT: password};
	const run = (argv: string[], stdin?: string) =>
		runCli(argv, {env, ...(stdin !== undefined && {stdin, isTTY: true})});
	const add = (name: string, ...argv: string[]) =>
		run(['add', name, '--game', 'minecraft', '--yes', ...argv]);
	/** The settings that the service has stored. */
	const settings = async (name: string): Promise<Record<string, unknown>> => {
		const {out} = await run(['edit', name, '--json']);
		return (JSON.parse(out) as {server: {settings: Record<string, unknown>}}).server.settings;
	};
	return {state, word, run, add, settings};
}

test('a server is added once its console answers, then changed and removed', async () => {
	const [game, other] = [
		await aMinecraft(),
		await aMinecraft(() => 'There are 0 of a max of 20 players online: '),
	];
	const {state, word, add, run, settings} = aUser();
	const rcon = `127.0.0.1:${game.port}`;
	expect(await add('survival', '--rcon', rcon, '--password-file', word)).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringMatching(
			/^survival: console answered in \d+ms, 3 players: Alice, Bob, Carol\nsurvival added\n$/,
		),
	});
	expect(new Set(game.heard)).toEqual(new Set(['list']));
	expect(await add('Survival ', '--rcon', rcon, '--password-file', word)).toMatchObject({
		code: 7,
		out: '',
		err: 'rcondeck: Survival already exists. To change it, use: rcondeck edit Survival\n',
	});
	expect(await run(['edit', 'survival'])).toMatchObject({
		code: 0,
		out: expect.stringMatching(
			new RegExp(`^Game +MINECRAFT\nConsole +source ${rcon}\nPassword +${word}\nQuery +none\n`, 'm'),
		),
	});
	const edited = await run(['edit', 'survival', '--rcon', `127.0.0.1:${other.port}`, '--json', '--yes']);
	expect(edited.err).toMatch(/^survival: console answered in \d+ms, 0 players\nsurvival changed\n$/);
	expect(JSON.parse(edited.out)).toMatchObject({
		schema: 1,
		servers: [
			{
				displayName: 'survival',
				settings: {console: {port: other.port, password: {file: word}}},
				proof: {console: {kind: 'answered'}, players: {count: 0}},
			},
		],
	});
	expect(await run(['edit', 'survival', '--rcon-stop', 'end', '--yes'])).toMatchObject({code: 0});
	expect(await settings('survival')).toMatchObject({stopCommand: 'end', console: {port: other.port}});
	expect(await run(['remove', 'survival', '--yes'])).toMatchObject({
		code: 0,
		out: 'survival removed; the server itself continues to run\n',
	});
	expect(await run(['edit', 'survival'])).toMatchObject({code: 6, err: expect.stringContaining('survival')});
	expect(readFileSync(word, 'utf8')).toBe(`${password}\n`);
	expect(JSON.stringify(readdirSync(path.join(state, 'service')))).not.toContain('passwords');
});

test('a server that cannot be reached is not added, with the reason and an exit code', async () => {
	const game = await aMinecraft();
	const gone = await aMinecraft();
	const silent = createServer(socket => void socket.resume().on('error', () => {}));
	await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
	// Not before, or the other one may get its port.
	await gone.close();
	onTestFinished(() => void silent.close());
	const {add, run, word, settings} = aUser();
	const at = ({port}: {port: number}) => ['--rcon', `127.0.0.1:${port}`];
	expect(await add('wrong', ...at(game), '--password-env', 'WRONG')).toMatchObject({
		code: 4,
		out: '',
		err:
			'rcondeck: wrong was not added. The game refused the RCON password. The password comes from the ' +
			'environment variable WRONG. To skip this check, use --no-check.\n',
	});
	expect(await add('unset', ...at(game), '--password-env', 'UNSET')).toMatchObject({
		code: 2,
		err: expect.stringContaining('UNSET has no console password'),
	});
	// The query that is tried on the port of the console is not mentioned.
	expect(await add('gone', '--game', 'cs2', ...at(gone), '--password-file', word)).toMatchObject({
		code: 9,
		err: expect.stringContaining(
			`rcondeck: gone was not added. Nothing is listening on 127.0.0.1:${gone.port}`,
		),
	});
	const slow = [...at({port: (silent.address() as AddressInfo).port}), '--password-file', word];
	expect(await add('silent', ...slow, '--deadline', '1s')).toMatchObject({
		code: 9,
		err: expect.stringContaining('--deadline'),
	});
	const queried = [...at(game), '--password-file', word, '--query', `127.0.0.1:${gone.port}`];
	expect(await add('unqueried', ...queried)).toMatchObject({
		code: 9,
		out: expect.stringContaining('console answered'),
		err: expect.stringContaining(`Nothing is listening on 127.0.0.1:${gone.port}`),
	});
	expect(
		await add('unit', '--start-command', 'true', '--stop-command', 'true', '--status-command', 'exit 4'),
	).toMatchObject({code: 1, err: expect.stringContaining('unit was not added.')});
	expect((await run(['edit', 'gone'])).code).toBe(6);
	expect(await add('gone', ...at(gone), '--password-file', word, '--no-check')).toMatchObject({
		code: 0,
		out: 'gone added\n',
	});
	const moved = ['edit', 'gone', '--yes', ...at(game)];
	expect(await run([...moved, '--password-env', 'WRONG'])).toMatchObject({
		code: 4,
		err: expect.stringContaining('gone was not changed.'),
	});
	expect(await settings('gone')).toMatchObject({console: {port: gone.port, password: {file: word}}});
});

test('a password that is typed on the terminal is stored for this user alone, until the server is removed', async () => {
	const game = await aMinecraft();
	const {state, run, settings} = aUser();
	const folder = path.join(state, 'service', 'passwords');
	const argv = ['add', 'typed', '--game', 'minecraft', '--rcon', `127.0.0.1:${game.port}`];
	expect(await run(argv, 'wrong\n')).toMatchObject({
		code: 4,
		err: expect.stringContaining('The game refused the RCON password. To skip this check'),
	});
	expect(readdirSync(folder)).toEqual([]);
	const ran = await run(argv, `${password}\n`);
	expect(ran).toMatchObject({code: 0, out: expect.stringContaining('typed added')});
	expect(ran.out + ran.err).not.toContain(password);
	const {console} = await settings('typed');
	const {file} = (console as {password: {file: string}}).password;
	expect(ran.err).toContain(`The password is stored in ${file}.`);
	expect(readFileSync(file, 'utf8')).toBe(`${password}\n`);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(await run(['remove', 'typed'])).toMatchObject({code: 11, err: expect.stringContaining('--yes')});
	expect(await run(['remove', 'typ'], 'n\n')).toMatchObject({
		code: 11,
		err: expect.stringContaining('Remove typed from the local service'),
	});
	expect(readdirSync(folder)).toHaveLength(1);
	expect(await run(['remove', 'typed'], 'y\n')).toMatchObject({code: 0});
	expect(readdirSync(folder)).toEqual([]);
});

test('the fingerprint of a certificate is confirmed on a terminal, and required elsewhere', async () => {
	const file = (name: string) =>
		readFileSync(path.join(import.meta.dirname, '../../helpers/certificates', `${name}.pem`), 'utf8');
	const {fingerprint256} = new X509Certificate(file('self-signed'));
	const game = await openHttpGame(() => ({body: '{"data":{}}'}), {
		key: file('key'),
		cert: file('self-signed'),
	});
	onTestFinished(game.close);
	const {run, settings} = aUser();
	const argv = ['--game', 'satisfactory', '--rcon', `127.0.0.1:${game.port}`, '--password-env', 'RIGHT'];
	expect(await run(['add', 'sat', ...argv, '--no-query', '--yes'])).toMatchObject({
		code: 11,
		err: expect.stringContaining(`--fingerprint ${fingerprint256}`),
	});
	expect(await run(['add', 'sat', ...argv], 'n\n')).toMatchObject({code: 9});
	const ran = await run(['add', 'sat', ...argv], 'y\n');
	expect(ran).toMatchObject({code: 0, err: expect.stringContaining(`${fingerprint256}\nTrust it? [y/N]`)});
	expect(await settings('sat')).toMatchObject({console: {fingerprint: fingerprint256}});
});

test.each([
	[['add', 'a', '--game', 'minecraft', '--query', 'h', '--yes', '--read-only'], 11, /read-only/],
	[['add', 'a', '--rcon', 'h', '--yes'], 2, /Specify the game with --game/],
	[['add', ' ', '--game', 'minecraft', '--yes'], 2, /Specify a name for the server/],
	[
		['add', 'a', '--game', 'minecraft', '--rcon', 'h', '--yes'],
		2,
		/Specify the console password with --password-file/,
	],
	[['add', 'a', '--game', 'minecraft', '--rcno', 'h'], 2, /Unknown option --rcno\. Did you mean --rcon/],
	[['add', 'a', '--game', 'minecraft', '--query', 'h', '--yes', '--demo'], 2, /Leave out --demo/],
	[['remove', 'a', '--yes', '--url', 'http://h'], 2, /Leave out --url/],
])('%j exits with %i', async (argv, code, sentence) => {
	const {run, state} = aUser();
	const ran = await run(argv);
	expect(ran.err).toMatch(sentence);
	expect(ran).toMatchObject({code, out: ''});
	expect(readdirSync(state)).toEqual(['word']);
});

test('the commands of an unknown game list its players and send them a message', async () => {
	const game = await openSourceServer(
		{password, answer: command => (command === 'who' ? three : '')},
		sourceGames.minecraft,
	);
	onTestFinished(game.close);
	const {word, run} = aUser();
	const commands = ['--rcon-players', 'who', '--rcon-say', 'yell {text}'];
	const where = ['--console', 'source', '--rcon', `127.0.0.1:${game.port}`, '--password-file', word];
	const added = await run(['add', 'odd', '--game', 'oddcraft', ...where, ...commands, '--yes']);
	expect(added).toMatchObject({
		code: 0,
		out: expect.stringMatching(/3 players: Alice, Bob, Carol\nodd added/),
	});
	const listed = await run(['players', '--json']);
	expect(JSON.parse(listed.out)).toMatchObject({players: [{name: 'Alice'}, {name: 'Bob'}, {name: 'Carol'}]});
	expect(await run(['broadcast', 'odd', '--yes', '--', 'back', 'at $& 9'])).toMatchObject({code: 0});
	expect(new Set(game.heard)).toEqual(new Set(['who', 'yell back at $& 9']));
	expect(await run(['edit', 'odd', '--rcon-say', '', '--yes'])).toMatchObject({code: 0});
	expect(await run(['broadcast', 'odd', '--yes', '--', 'hello'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('No broadcast command is known for oddcraft'),
	});
});

test('create and delete do on the local profile what add and remove do', async () => {
	const game = await aMinecraft();
	const {add, run, word, settings} = aUser();
	const rcon = ['--rcon', `127.0.0.1:${game.port}`, '--password-file', word];
	const create = (...argv: string[]) => run(['create', ...argv, '--game', 'minecraft', ...rcon, '--yes']);
	// Without any service, as the first server.
	expect(await create('survival')).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringMatching(/^survival: console answered in .*\nsurvival added\n$/),
	});
	expect(await create('--profile', 'local', '--name', 'two', '--no-check')).toMatchObject({
		code: 0,
		out: 'two added\n',
	});
	expect(await settings('two')).toMatchObject({console: {port: game.port}});
	expect(await create('Two')).toMatchObject({code: 7, err: expect.stringContaining('already exists')});
	expect(await run(['create', 'three', '--game', 'minecraft', ...rcon])).toMatchObject({code: 0});
	expect(await run(['create', 'four', '--game', 'minecraft', '--rcon', '127.0.0.1'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('--password-file'),
	});
	for (const [option, ...more] of [['--node', 'n'], ['--map', 'm'], ['--beta'], ['--dry-run']] as const)
		expect(await create('four', option, ...more)).toMatchObject({
			code: 2,
			out: '',
			err: `rcondeck: ${option} does not apply to your own servers. Leave it out.\n`,
		});
	expect(await create('four', '--name', 'five')).toMatchObject({code: 2});
	expect(await run(['delete', 'two'])).toMatchObject({code: 11, err: expect.stringContaining('--yes')});
	expect(await run(['delete', 'two', '--read-only', '--yes'])).toMatchObject({code: 11});
	expect(await run(['delete', 'two', '--dry-run'])).toMatchObject({code: 2});
	expect(await run(['delete', 'two', '--yes'])).toMatchObject({
		code: 0,
		out: 'two removed; the server itself continues to run\n',
	});
	expect(await run(['server', 'delete', 'survival', '--force', '--yes'])).toMatchObject({code: 0});
	expect((await run(['edit', 'survival'])).code).toBe(6);
	expect(await add('survival', ...rcon)).toMatchObject({code: 0});
});

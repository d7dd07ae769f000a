import {describe, expect, onTestFinished, test} from 'vitest';
import type {Behavior, GameServer} from '../service/console/conformance.ts';
import {openEconServer} from '../service/console/servers/econ-server.ts';
import {openHttpGame} from '../service/console/servers/http-server.ts';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {openTelnetServer} from '../service/console/servers/telnet-server.ts';
import {openWebRconServer} from '../service/console/servers/web-rcon-server.ts';
import {openInProcess} from './in-process.ts';
import {openShipped} from '../shipped/shipped.ts';

const long = 'a line of the answer\n'.repeat(1000);

/** A Palworld server; `announce` runs the behavior's answer. */
async function openPalworld(behavior: Behavior): Promise<GameServer> {
	const heard: string[] = [];
	const login = `Basic ${Buffer.from(`admin:${behavior.password}`).toString('base64')}`;
	const game = await openHttpGame(async request => {
		if (request.login !== login) return {status: 401};
		if (request.method === 'GET') return {body: '{"players":[]}'};
		heard.push(request.path);
		const body = await behavior.answer('announce');
		return {body, isCut: behavior.isCutOff ?? false};
	});
	return {...game, heard};
}

const kinds = [
	['source', 'minecraft', (behavior: Behavior) => openSourceServer(behavior, sourceGames.minecraft)],
	['telnet', 'seven-days-to-die', openTelnetServer],
	['econ', 'teeworlds', openEconServer],
	['web-rcon', 'rust', openWebRconServer],
	['http', 'palworld', openPalworld],
] as const;

/** The password of the console is in WORD, in the environment of the service or of the command without one. */
async function aServerOf(game: string, {port}: GameServer) {
	const rcondeck = openInProcess({env: {WORD: 'secret'}});
	const add = `add srv --game ${game} --rcon 127.0.0.1:${port} --password-env WORD --yes --no-check`;
	expect(await rcondeck.run(add.split(' '))).toMatchObject({code: 0});
	return rcondeck;
}

const refused = 'server.console_refused';
const lines = /^(?:a line of the answer\n){2}/;
const said = /closed the connection.*\(server\.answer_cut\)\. The answer is incomplete/;

describe.each(kinds)('%s', (kind, game, open) => {
	/** WebRCON sends an answer as one message. */
	const showsPart = kind !== 'web-rcon';
	const answering = async (behavior: Partial<Behavior> = {}) => {
		const server = await open(Object.assign(behavior, {password: 'secret', answer: () => long, ...behavior}));
		onTestFinished(() => server.close());
		return server;
	};

	// A service reports the same for all kinds.
	test.each(kind === 'source' ? [false, true] : [false])(
		'a refused password is a failure (with a running service: %s)',
		async isServed => {
			const server = await answering();
			const {run, start, folder} = await aServerOf(game, server);
			const env = {WORD: 'guess'};
			const service = isServed ? start(['serve', '--port', '0'], {env}) : undefined;
			await service?.saysOnError('http://127.0.0.1:');
			// The built file has each kind of console, too.
			const built = openShipped({folder, env});
			const one = await built.run(['rcon', 'srv', '--', 'announce hi']);
			expect(one).toMatchObject({code: 1, out: '', err: expect.stringContaining(refused)});
			expect(one.err).toMatch(/password.*The command did not run/);
			const lines = {env, stdin: 'announce one\nannounce two\n'};
			const several = await run(['rcon', 'srv', '-f', '-', '--json'], lines);
			expect(several.code).toBe(1);
			expect(JSON.parse(several.out)).toMatchObject({
				results: [
					{command: 'announce one', outcome: 'failed', error: {key: refused}},
					{command: 'announce two', outcome: 'not-sent'},
				],
			});
			const broadcast = await run(['broadcast', 'srv', '--yes', '--', 'hi'], {env});
			expect(broadcast).toMatchObject({code: 1, err: expect.stringContaining(refused)});
			expect(broadcast.out + broadcast.err).not.toContain('message sent');
			const {out} = await run(['journal']);
			expect(
				out.match(/announce (?:hi|one)  \(failed: server\.console_refused: [^)]*password/g),
			).toHaveLength(2);
			const shown = await run(['show', 'srv'], {env});
			expect(shown.out).toContain(`(not run: ${refused}: `);
			expect(server.heard).toEqual([]);
		},
	);

	test('a command for a port where nothing listens has not run', async () => {
		const server = await answering();
		await server.close();
		const {run} = await aServerOf(game, server);
		const {code, out, err} = await run(['rcon', 'srv', '--', 'announce hi']);
		expect([1, 7]).toContain(code);
		expect({out, err}).toEqual({out: '', err: expect.stringMatching(/Nothing is listening|not online/)});
	});

	test('a truncated answer is printed with a message that it is incomplete', async () => {
		const behavior: Partial<Behavior> = {
			answer: command => {
				behavior.isCutOff = command.includes('announce');
				return long;
			},
		};
		const server = await answering(behavior);
		const {run} = await aServerOf(game, server);
		const command = kind === 'http' ? 'broadcast hi' : 'announce hi';
		const cut = await run(['rcon', 'srv', '--', command]);
		expect(cut).toMatchObject({code: showsPart ? 3 : 8});
		expect(cut.out).toMatch(showsPart ? lines : /^$/);
		expect(cut.err).toMatch(showsPart ? said : /\(server\.console_lost\)\. The command may have run/);
		expect(server.heard.filter(line => line.includes('announce'))).toHaveLength(1);
		const {out} = await run(['journal']);
		const outcome = showsPart
			? 'answer cut off: server.answer_cut'
			: 'outcome unknown - may have run: server.console_lost';
		expect(out).toContain(`> ${command}  (${outcome}: `);
	});
});

test('an answer that silence ended is marked: after the answer, in JSON and in the details', async () => {
	const behavior: Behavior = {password: 'secret', answer: () => 'saved'};
	const server = await openSourceServer(behavior, sourceGames.ark);
	onTestFinished(server.close);
	const {run} = await aServerOf('ark', server);
	const answered = await run(['rcon', 'srv', '--', 'SaveWorld']);
	expect(answered).toMatchObject({code: 0, out: 'saved\n', err: expect.stringContaining('ended by silence')});
	const {out} = await run(['rcon', 'srv', '--json', '--', 'SaveWorld']);
	expect(JSON.parse(out)).toMatchObject({results: [{response: 'saved', endedBySilence: true}]});
	expect((await run(['show', 'srv'])).out).toContain('(ended by silence)');
});

test('a list with a row that cannot be read counts at least its players, everywhere', async () => {
	const rows = 'name,playeruid,steamid\nAnn,1,76561198000000001\nCut,9';
	const server = await openSourceServer({password: 'secret', answer: () => rows}, sourceGames.palworld);
	onTestFinished(server.close);
	const {run} = await aServerOf('palworld --console source', server);
	const {out} = await run(['servers', '--json']);
	expect(JSON.parse(out)).toMatchObject({servers: [{onlinePlayersAtLeast: 1}]});
	expect((await run(['servers'])).out).toContain('>=1');
	expect((await run(['show', 'srv'])).out).toContain('at least 1');
	const players = await run(['players', '--json']);
	expect(players).toMatchObject({code: 3, err: expect.stringContaining('at least 1 player; the list is')});
	expect(JSON.parse(players.out)).toMatchObject({incomplete: [{serverName: 'srv', atLeast: 1}]});
});

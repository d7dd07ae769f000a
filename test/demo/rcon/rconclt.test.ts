import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openGameServer} from '../../../src/demo/games/game-server.ts';
import {needInTests} from '../../peers/need-in-tests.ts';
import {aServer, closeServers} from './some-servers.ts';

needInTests('/usr/bin/rconclt');
afterEach(closeServers);

/** Debian's command-line client, in Python. It reads one packet for each response. */
function rconclt(port: number, password: string, ...command: string[]) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rconclt-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const config = path.join(folder, 'config');
	writeFileSync(config, `[game]\nhost=127.0.0.1\nport=${port}\npasswd=${password}\n`);
	return new Promise<{code: unknown; out: string; err: string}>(resolve => {
		execFile(
			'/usr/bin/rconclt',
			['-c', config, '-t', '5', 'game', ...command],
			{env: {...process.env, LC_ALL: 'C.UTF-8', PYTHONIOENCODING: 'utf8'}},
			(error, out, err) => resolve({code: error?.code ?? 0, out, err}),
		);
	});
}

test('rconclt from Debian logs in, runs a command and shows its response', async () => {
	const {port, heard} = await aServer({password: 'sesame'});
	expect(await rconclt(port, 'sesame', 'say', 'größer', '日本')).toMatchObject({
		code: 0,
		out: 'you said say größer 日本\n',
	});
	expect(heard).toEqual(['say größer 日本']);
});

test('rconclt reports a wrong password', async () => {
	const {port, heard} = await aServer({password: 'sesame'});
	const {code, err} = await rconclt(port, 'guess', 'status');
	expect(code).not.toBe(0);
	expect(err).toMatch(/password/i);
	expect(heard).toEqual([]);
});

test('rconclt gets one packet of a long response, and the complete answer to the next command', async () => {
	const {port} = await aServer({password: 'sesame', answer: () => 'x'.repeat(10_000)});
	const {code, out} = await rconclt(port, 'sesame', 'cvarlist');
	expect({code, out}).toEqual({code: 0, out: `${'x'.repeat(4086)}\n`});
});

test.each([
	['CS2', 'status', 'players  :'],
	['ARK_ASCENDED', 'ListPlayers', 'No Players Connected'],
])('rconclt queries a simulated %s with %s', async (gameType, command, words) => {
	const game = await openGameServer({
		gameType,
		name: 'one',
		map: 'de_dust2',
		maxPlayers: 10,
		password: 'sesame',
		clock: systemClock,
		random: () => 0.5,
	});
	onTestFinished(() => game.close());
	const {code, out} = await rconclt(game.rconPort, 'sesame', command);
	expect(code).toBe(0);
	expect(out).toContain(words);
});

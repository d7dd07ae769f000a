import {expect, test} from 'vitest';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {queryQuake3} from '../../../src/service/query/quake3.ts';
import {hostileDatagrams, udpGame} from './udp-answer.ts';

const patience = {timeoutMs: 3000};
const status = (text: string) =>
	Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from(`statusResponse\n${text}`)]);
const settings = '\\sv_hostname\\^1Red ^7Arena\\mapname\\oa_dm1\\sv_maxclients\\16\\g_gametype\\0';

test('reads name, map and players', async () => {
	const game = await udpGame(() => [status(`${settings}\n3 48 "^2Joe"\n-1 0 "a 1 1 "\n0 999 ""\n`)]);
	expect(await queryQuake3(game)(patience)).toEqual({
		name: 'Red Arena',
		map: 'oa_dm1',
		players: 3,
		maxPlayers: 16,
	});
	expect(game.asked.map(String)).toEqual(
		[Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from('getstatus\n')])].map(String),
	);
});

test('values that the game does not report are undefined', async () => {
	const game = await udpGame(() => [status('\\sv_maxclients\\many\n')]);
	expect(await queryQuake3(game)(patience)).toEqual({
		name: undefined,
		map: undefined,
		players: 0,
		maxPlayers: undefined,
	});
});

test('names of settings that every object has are settings like others', async () => {
	const game = await udpGame(() => [status('\\__proto__\\x\\constructor\\y\\mapname\\q3dm17\n')]);
	expect(await queryQuake3(game)(patience)).toMatchObject({map: 'q3dm17'});
});

test('a closed port is refused, and silence is a timeout', async () => {
	const game = await udpGame(() => []);
	await expect(queryQuake3(game)({timeoutMs: 60})).rejects.toMatchObject({reason: 'timeout'});
	game.close();
	await expect(queryQuake3(game)(patience)).rejects.toMatchObject({reason: 'refused'});
});

test('hostile answers fail like any other', async () => {
	const hostile = [
		...hostileDatagrams(status('')),
		status('mapname\\x'),
		status('\\mapname\\x\\y'),
		status('x'),
	];
	for (const bytes of hostile) {
		const game = await udpGame(() => [bytes]);
		const error = await queryQuake3(game)({timeoutMs: 15}).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ConsoleError);
		expect(error).toMatchObject({reason: expect.stringMatching(/^(malformed|timeout)$/)});
	}
});

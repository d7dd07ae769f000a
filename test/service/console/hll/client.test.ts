import {expect, onTestFinished, test} from 'vitest';
import {findGame} from '../../../../src/games/games.ts';
import {ConsoleError} from '../../../../src/service/console/console-error.ts';
import {connectHll, encodeMessage, xor} from '../../../../src/service/console/hll.ts';
import {openHllServer} from '../servers/hll-server.ts';

const console = findGame('HELL_LET_LOOSE')?.console;
const requests = console?.kind === 'hll' ? console.requests : {};

async function connectTo(more: Partial<Parameters<typeof openHllServer>[0]> = {}) {
	const server = await openHllServer({password: 'secret', answer: () => '', ...more});
	onTestFinished(server.close);
	const connection = await connectHll(requests)({
		host: '127.0.0.1',
		port: server.port,
		password: 'secret',
		timeoutMs: 5000,
	});
	onTestFinished(connection.close);
	return {server, send: (command: string) => connection.send(command, {timeoutMs: 5000})};
}

test('a message is a magic number, an id and a length in little-endian, and text with the repeated key', () => {
	const body = xor(Buffer.from('ABC'), Buffer.from([1, 2]));
	expect(body).toEqual(Buffer.from([0x40, 0x40, 0x42]));
	expect(encodeMessage({id: 258, body}).toString('hex')).toBe('080545de0201000003000000404042');
});

test.each([
	['GetPlayers', 'GetServerInformation', '{"Name":"players","Value":""}'],
	[
		'kickplayer 76561198000000001 no "camping"',
		'KickPlayer',
		'{"PlayerId":"76561198000000001","Reason":"no \\"camping\\""}',
	],
	['KickPlayer 76561198000000001', 'KickPlayer', '{"PlayerId":"76561198000000001","Reason":""}'],
	[
		'TemporaryBanPlayer 76561198000000001 2 x',
		'TemporaryBanPlayer',
		'{"PlayerId":"76561198000000001","Duration":2,"Reason":"x","AdminName":"rcondeck"}',
	],
	['GetAdminLog 60', 'GetAdminLog', '{"LogBackTrackTime":60,"Filters":""}'],
	['SetTeamSwitchCooldown {"TeamSwitchTimer":5}', 'SetTeamSwitchCooldown', '{"TeamSwitchTimer":5}'],
	['GetTemporaryBans', 'GetTemporaryBans', ''],
])('sends %s as the request of the game', async (command, name, contentBody) => {
	const {server, send} = await connectTo();
	await send(command);
	expect(server.requests).toEqual([{name, contentBody}]);
});

test.each([
	[400, 'rejected', false],
	[500, 'unclear', true],
])('a command with status %d is %s', async (status, reason, mayHaveRun) => {
	const {send} = await connectTo({statusOf: () => status});
	const failure = await send('KickPlayer 1').catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(ConsoleError);
	expect(failure).toMatchObject({
		reason,
		mayHaveRun,
		message: `The game answered with status ${status}: Unable to do this`,
	});
});

test('a command with a missing argument is not sent', async () => {
	const {server, send} = await connectTo();
	await expect(send('MessagePlayer')).rejects.toMatchObject({
		reason: 'unsendable',
		message: 'Usage: MessagePlayer <id> <text>',
	});
	expect(server.heard).toEqual([]);
});

import {expect, onTestFinished, test} from 'vitest';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {openShipped} from './shipped.ts';

async function aMinecraft(players: string) {
	const game = await openSourceServer(
		{password: 'secret', answer: command => (command === 'list' ? players : `you said ${command}`)},
		sourceGames.minecraft,
	);
	onTestFinished(game.close);
	return game;
}

test('an added server is listed and asked without a hosted service, moves, and is gone once it is removed', async () => {
	const first = await aMinecraft('There are 1 of a max of 20 players online: Alice');
	const second = await aMinecraft('There are 2 of a max of 20 players online: Bob, Carol');
	const {run} = openShipped({env: {WORD: 'secret'}});
	const add = `add survival --game minecraft --rcon 127.0.0.1:${first.port} --password-env WORD --yes`;
	expect(await run(add.split(' '))).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringMatching(/^survival: console answered in \d+ms, 1 player: Alice\nsurvival added\n$/),
	});
	const listed = async () =>
		(JSON.parse((await run(['servers', '--json'])).out) as {servers: Record<string, unknown>[]}).servers;
	expect(await listed()).toMatchObject([{displayName: 'survival', gameType: 'MINECRAFT', state: 'ONLINE'}]);
	expect(await run(['rcon', 'survival', '--', 'seed'])).toMatchObject({code: 0, out: 'you said seed\n'});
	const edit = ['edit', 'survival', '--rcon', `127.0.0.1:${second.port}`, '--yes'];
	expect(await run(edit)).toMatchObject({code: 0, out: expect.stringContaining('2 players: Bob, Carol')});
	expect(await run(['rcon', 'survival', '--', 'tps'])).toMatchObject({code: 0, out: 'you said tps\n'});
	expect(first.heard).toContain('seed');
	expect(second.heard).toContain('tps');
	expect(await run(['remove', 'survival', '--yes'])).toMatchObject({code: 0});
	expect(await run(['servers'])).toMatchObject({code: 2, out: ''});
});

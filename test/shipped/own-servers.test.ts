import {expect, onTestFinished, test} from 'vitest';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {openInProcess} from '../cli/in-process.ts';
import {openShipped} from './shipped.ts';

async function aMinecraft(players: string) {
	const game = await openSourceServer(
		{password: 'secret', answer: command => (command === 'list' ? players : `you said ${command}`)},
		sourceGames.minecraft,
	);
	onTestFinished(game.close);
	return game;
}

test('an added server is listed and queried without a hosted service, can move, and disappears once removed', async () => {
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
	expect(await listed()).toMatchObject([{displayName: 'survival', gameType: 'MINECRAFT', state: 'RUNNING'}]);
	expect(await run(['rcon', 'survival', '--', 'seed'])).toMatchObject({code: 0, out: 'you said seed\n'});
	const edit = ['edit', 'survival', '--rcon', `127.0.0.1:${second.port}`, '--yes'];
	expect(await run(edit)).toMatchObject({code: 0, out: expect.stringContaining('2 players: Bob, Carol')});
	expect(await run(['rcon', 'survival', '--', 'tps'])).toMatchObject({code: 0, out: 'you said tps\n'});
	expect(first.heard).toContain('seed');
	expect(second.heard).toContain('tps');
	expect(await run(['remove', 'survival', '--yes'])).toMatchObject({code: 0});
	expect(await run(['servers'])).toMatchObject({code: 2, out: ''});
});

test('a player list that is refused, cut off or missing is unknown, not empty', async () => {
	let players = 'There are 0 of a max of 20 players online: ';
	const game = await openSourceServer({password: 'secret', answer: () => players}, sourceGames.minecraft);
	onTestFinished(game.close);
	const {run} = openInProcess({env: {WORD: 'secret'}});
	const add = `add survival --game minecraft --rcon 127.0.0.1:${game.port} --password-env WORD --yes`;
	expect(await run(add.split(' '))).toMatchObject({code: 0});
	expect(await run(['players'])).toMatchObject({code: 0, err: 'rcondeck: Nobody is playing.\n'});
	const shown = async () => {
		const {code, out, err} = await run(['players', '--json']);
		expect(err).not.toContain('Nobody is playing');
		return {code, ...(JSON.parse(out) as {players: object[]; notKnown: object[]; incomplete: object[]})};
	};
	const survival = {serverName: 'survival'};
	for (const answer of ['', 'Unknown or incomplete command']) {
		players = answer;
		expect(await shown()).toMatchObject({code: 9, players: [], notKnown: [survival], incomplete: []});
	}
	players = 'There are 2 of a max of 20 players online: Ann';
	expect(await shown()).toMatchObject({
		code: 3,
		players: [{name: 'Ann'}],
		notKnown: [],
		incomplete: [{...survival, reason: 'the game counts 2 players, but the list has 1.'}],
	});
});

test("a game's own password in an answer is printed and recorded as ***", async () => {
	const word = 'hunter2hunter2';
	const game = await openSourceServer(
		{
			password: word,
			answer: command => (command === 'cvarlist' ? `rcon_password : ${word} : , "sv"` : 'There are 0'),
		},
		sourceGames.minecraft,
	);
	onTestFinished(game.close);
	const {run} = openInProcess({env: {WORD: word}});
	const add = `add survival --game minecraft --rcon 127.0.0.1:${game.port} --password-env WORD --yes`;
	expect(await run(add.split(' '))).toMatchObject({code: 0});
	const answer = 'rcon_password : *** : , "sv"';
	expect(await run(['rcon', 'survival', '--', 'cvarlist'])).toMatchObject({code: 0, out: `${answer}\n`});
	for (const command of [
		['show', 'survival', '--json'],
		['journal', '--json'],
	]) {
		const {out} = await run(command);
		expect(out).toContain('rcon_password : ***');
		expect(out).not.toContain(word);
	}
});

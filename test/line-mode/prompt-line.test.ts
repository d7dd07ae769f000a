import {describe, expect, test} from 'vitest';
import {Node} from '../../src/contract/models/node.ts';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

const up = () => [
	server('a', 'ONLINE', {onlinePlayers: 41, gameType: 'ARK_ASCENDED'}),
	server('b', 'OFFLINE'),
];

describe('the prompt', () => {
	test('names no server until one is selected, and nothing is sent', async () => {
		const stream = openTestLineMode();
		expect(stream.last()).toBe('[no server] rcon>');
		await stream.type('ListPlayers');
		expect(stream.rows().join('\n')).toContain('No current server');
		expect(stream.sent).toEqual([]);
	});

	test('also names the profile of a real fleet', async () => {
		const profile = {name: 'prod', label: 'prod', color: undefined, isDemo: false, words: []};
		const stream = openTestLineMode({app: [up(), 'a', {settings: {profile}}]});
		expect(stream.last()).toBe('[prod: no server] rcon>');
		await stream.type(':use name-b');
		expect(stream.last()).toBe('[prod: name-b OFFLINE] rcon>');
	});

	test('names its target, and a line goes there and returns with its answer', async () => {
		const stream = openTestLineMode({app: [up()]});
		await stream.type(':use name-a');
		expect(stream.last()).toBe('[name-a 41 players] rcon>');
		await stream.type('ListPlayers');
		expect(stream.sent).toEqual([
			{method: 'await', input: expect.objectContaining({command: 'ListPlayers'})},
		]);
		expect(stream.rows().slice(-2)).toEqual([
			expect.stringMatching(/^ANSWER name-a, \d+ms: ok$/),
			'[name-a 41 players] rcon>',
		]);
	});
});

describe('the prompt is hidden', () => {
	test('until the answer arrives, so that nothing separates it from its line', async () => {
		const stream = openTestLineMode({app: [up()], isDumb: true});
		await stream.type(':use name-a');
		await stream.type('ListPlayers');
		expect(stream.rows().slice(-3)).toEqual([
			'[name-a 41 players] rcon> ListPlayers',
			expect.stringMatching(/^ANSWER name-a/),
			'[name-a 41 players] rcon>',
		]);
	});

	test('no longer than the user waits, and not while the user types', async () => {
		const never = () => new Promise<never>(() => {});
		const stream = openTestLineMode({app: [up()]});
		stream.services.api.awaitRcon = never;
		await stream.type(':use name-a');
		await stream.type('ListPlayers');
		expect(stream.last()).toBe('[name-a 41 players] rcon> ListPlayers');
		await stream.pass(1500);
		expect(stream.rows().slice(-1)).toEqual(['[name-a 41 players] rcon>']);
		await stream.type('SaveWorld');
		await stream.send('Li');
		expect(stream.last()).toBe('[name-a 41 players] rcon> Li');
	});
});

test('Tab completes the arguments of a command: words, servers, the rows of a screen', async () => {
	const stream = openTestLineMode({app: [up()]});
	const completed = async (text: string) => {
		await stream.send('\x15');
		await stream.send(text);
		await stream.send('\t');
		return stream.last().replace(/^.*rcon> /, '');
	};
	expect(await completed(':ackn')).toBe(':acknowledge');
	expect(await completed(':acknowledge name-b')).toBe(':acknowledge name-b');
	expect(await completed(':restart name-a selec')).toBe(':restart name-a selected');
	expect(await completed(':sort play')).toBe(':sort players');
	expect(await completed(':timeline ga')).toBe(':timeline gaps');
	stream.services.store.dispatch({
		type: 'nodes/read',
		at: 1,
		nodes: [Node.parse({id: 'n1', settings: {name: 'Frankfurt 1'}})],
		unreadable: [],
	});
	expect(await completed(':node fra')).toBe(':node "Frankfurt 1"');
});

import {expect, test} from 'vitest';
import {openTestLineMode} from '../helpers/open-line-mode.ts';
import {command, fleet} from './open-announcements.ts';

/** The console of the first server. */
function openConsole(state = 'ONLINE') {
	const stream = openTestLineMode({columns: 200, consoleOf: 'a', app: [fleet(state)]});
	const {store, clock} = stream.services;
	const start = stream.rows().length;
	return {
		...stream,
		polled: (servers: ReturnType<typeof fleet>) =>
			store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []}),
		prints: (...texts: string[]) =>
			store.dispatch({
				type: 'console/printed',
				serverId: 'a',
				id: 'p1',
				at: clock.now(),
				timestamp: clock.now(),
				lines: texts.map(text => ({kind: 'output' as const, text})),
				omitted: 0,
			}),
		/** The rows after the greeting. */
		said: async () => {
			await stream.pass(1);
			return stream.rows().slice(start - 1);
		},
	};
}

test('names its server in the prompt, prints answers and output as the game wrote them, and commands of others', async () => {
	const stream = openConsole();
	expect(stream.rows()).toEqual([
		expect.stringMatching(/^name-a on .*Tab completes.*Ctrl-D leaves\.$/),
		'[name-a] rcon>',
	]);
	await stream.type('ListPlayers');
	stream.prints('Mia joined', '§aSaved');
	await stream.pass(1);
	stream.receive('a', command('SaveWorld'));
	expect(await stream.said()).toEqual([
		'[name-a] rcon> ListPlayers',
		'ok',
		'Mia joined',
		'Saved',
		'OTHER name-a, SaveWorld: fine',
		'[name-a] rcon>',
	]);
});

test('says when its server goes down, and nothing of other servers', async () => {
	const stream = openConsole();
	const [a, b] = fleet('OFFLINE');
	if (a && b) stream.polled([a, {...b, state: 'OFFLINE'}]);
	stream.receive('b', command('SaveWorld'));
	expect(await stream.said()).toEqual(['DOWN name-a, OFFLINE', '[name-a OFFLINE] rcon>']);
});

test('a dangerous command needs a second Enter, Ctrl-C clears the line, and twice on an empty one leaves', async () => {
	const stream = openConsole();
	await stream.type('DoExit');
	expect((await stream.said()).join('\n')).toMatch(/WARNING This looks destructive: press Enter again/);
	await stream.send('\x03');
	expect(stream.last()).toBe('[name-a] rcon>');
	expect(stream.sent).toEqual([]);
	await stream.type('DoExit');
	await stream.pass(700);
	await stream.send('\r');
	expect(stream.sent).toMatchObject([{input: {command: 'DoExit'}}]);
	await stream.send('\x03');
	await stream.send('\x03');
	expect(await stream.ended()).toBe('quit');
});

test('Ctrl-D leaves', async () => {
	const stream = openConsole();
	await stream.send('\x04');
	expect(await stream.ended()).toBe('quit');
});

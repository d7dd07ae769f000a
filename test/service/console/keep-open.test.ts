import {expect, test} from 'vitest';
import {aGame, failure} from './kept-game.ts';

test('connects with the first command, and reuses the connection', async () => {
	const {console, send, logins, kinds} = aGame();
	expect(console.state().kind).toBe('idle');
	expect(await send('one')).toBe('did one');
	expect(await send('two')).toBe('did two');
	expect(logins).toHaveLength(1);
	expect(logins[0]?.options).toMatchObject({host: '192.0.2.1', port: 27015, password: 'secret'});
	expect(kinds()).toEqual(['connecting', 'open']);
});

test('closes an unused connection, but not during a long command', async () => {
	const {console, send, connections, clock, game, sent} = aGame({idleMs: 60_000});
	await send('one');
	await clock.advance(50_000);
	game.answers = false;
	const long = send('save', undefined, 200_000);
	await clock.advance(100_000);
	expect(console.state().kind).toBe('open');
	sent[1]?.answer.resolve('saved');
	expect(await long).toBe('saved');
	await clock.advance(59_999);
	expect(connections[0]?.isClosed).toBe(false);
	await clock.advance(1);
	expect(connections[0]?.isClosed).toBe(true);
	expect(console.state().kind).toBe('idle');
	game.answers = true;
	expect(await send('again')).toBe('did again');
});

test('sends one command at a time, in the order of the calls', async () => {
	const {send, commands, game, sent, clock} = aGame();
	game.answers = false;
	const answers = Promise.all(['a', 'b', 'c'].map(command => send(command)));
	for (const [index, command] of ['a', 'b', 'c'].entries()) {
		await clock.advance(1);
		expect(commands()).toHaveLength(index + 1);
		sent[index]?.answer.resolve(command.toUpperCase());
	}
	expect(await answers).toEqual(['A', 'B', 'C']);
});

test('a failed command does not hold up the next one', async () => {
	const {send, game, connections} = aGame();
	game.failNext = failure('timeout');
	const first = send('slow');
	const second = send('next');
	await expect(first).rejects.toMatchObject({reason: 'timeout'});
	expect(await second).toBe('did next');
	// A late answer to the first would be taken for the answer to the second.
	expect(connections.map(({isClosed}) => isClosed)).toEqual([true, false]);
});

test.each(['dropped', 'timeout'] as const)('never repeats a command that was %s', async reason => {
	const {send, game, commands, console} = aGame();
	await send('one');
	game.failNext = failure(reason);
	await expect(send('restart')).rejects.toMatchObject({reason});
	expect(commands()).toEqual(['one', 'restart']);
	expect(console.state()).toMatchObject({kind: 'lost', error: {reason}});
	expect(await send('two')).toBe('did two');
	expect(commands()).toEqual(['one', 'restart', 'two']);
	expect(console.state().kind).toBe('open');
});

test('reopens a connection once that ended before the command', async () => {
	const {send, game, commands, logins, console} = aGame();
	await send('one');
	game.failNext = failure('refused');
	expect(await send('two')).toBe('did two');
	expect(commands()).toEqual(['one', 'two']);
	expect(logins).toHaveLength(2);
	game.failNext = failure('refused');
	game.refuse = failure('refused');
	await expect(send('three')).rejects.toMatchObject({reason: 'refused'});
	expect(logins).toHaveLength(3);
	expect(console.state().kind).toBe('lost');
});

test('a command without a connection was not sent, for any reason', async () => {
	for (const reason of ['refused', 'timeout', 'dropped', 'malformed'] as const) {
		const {send, game, commands, console, logins} = aGame();
		game.refuse = failure(reason);
		await expect(send('x')).rejects.toMatchObject({reason: 'refused', message: `it is ${reason}`});
		expect(commands()).toEqual([]);
		expect(logins).toHaveLength(1);
		expect(console.state()).toMatchObject({kind: 'lost', error: {reason}});
	}
});

test('a command that the protocol cannot carry leaves the connection open', async () => {
	const {send, game, connections, console} = aGame();
	game.failNext = failure('unsendable');
	await expect(send('x\0')).rejects.toMatchObject({reason: 'unsendable'});
	expect(connections[0]?.isClosed).toBe(false);
	expect(console.state().kind).toBe('open');
});

test('a game that closes an unused connection is idle, and one that breaks it is lost', async () => {
	const {send, connections, console, clock} = aGame();
	await send('one');
	connections[0]?.end(failure('dropped'));
	await clock.advance(0);
	expect(console.state().kind).toBe('idle');
	await send('two');
	connections[1]?.end(failure('dropped', new Error('ECONNRESET')));
	await clock.advance(0);
	expect(console.state()).toMatchObject({kind: 'lost', error: {reason: 'dropped'}});
	expect(await send('three')).toBe('did three');
});

test('a lost console stays lost through failed attempts, and reports another error', async () => {
	const {send, game, clock, states} = aGame();
	game.refuse = failure('refused');
	await expect(send('a')).rejects.toThrow('it is');
	await clock.advance(20_000);
	await expect(send('b')).rejects.toThrow('it is');
	game.refuse = failure('timeout');
	await expect(send('c')).rejects.toThrow('it is');
	expect(states).toMatchObject([
		{kind: 'connecting'},
		{kind: 'lost', error: {reason: 'refused'}},
		{kind: 'lost', error: {reason: 'timeout'}},
	]);
});

test('a streaming console connects automatically, and delivers lines', async () => {
	const lines: string[] = [];
	const {clock, logins, console} = aGame({isStreaming: true, onLine: ({text}) => lines.push(text)});
	await clock.advance(0);
	expect(console.state().kind).toBe('open');
	logins[0]?.options.onLine?.({text: 'hello', kind: 'chat'});
	expect(lines).toEqual(['hello']);
	await clock.advance(3_600_000);
	expect(console.state().kind).toBe('open');
	expect(logins).toHaveLength(1);
});

test('a streaming console reconnects with growing delays, and jitter', async () => {
	const {clock, logins, game, connections, console} = aGame({isStreaming: true});
	await clock.advance(0);
	const start = clock.monotonic();
	game.refuse = failure('refused');
	connections[0]?.end(failure('dropped'));
	await clock.advance(120_000);
	const delays = logins.slice(1).map(({atMs}, index) => atMs - (logins[index]?.atMs ?? 0));
	expect(logins[1]?.atMs).toBe(start + 500);
	expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
	expect(console.state().kind).toBe('lost');
	game.refuse = undefined;
	await clock.advance(30_000);
	expect(console.state().kind).toBe('open');
});

test('a game that accepts and drops streaming connections at once is not polled repeatedly', async () => {
	const {clock, logins, connections} = aGame({isStreaming: true});
	for (let round = 0; round < 5; round++) {
		await clock.advance(round === 0 ? 0 : 500 * 2 ** (round - 1));
		expect(logins).toHaveLength(round + 1);
		connections.at(-1)?.end(failure('dropped'));
	}
	await clock.advance(8000 + 30_000);
	connections.at(-1)?.end(failure('dropped'));
	// It lasted, so the delays start again.
	await clock.advance(500);
	expect(logins).toHaveLength(7);
});

test('a command does not wait for the reconnect delay', async () => {
	const {clock, game, console, send} = aGame({isStreaming: true});
	game.refuse = failure('refused');
	await clock.advance(60_000);
	expect(console.state().kind).toBe('lost');
	game.refuse = undefined;
	expect(await send('status')).toBe('did status');
});

test('canceling removes a waiting command, and its reason is passed to a running one', async () => {
	const {send, commands, game, sent, clock, connections} = aGame();
	game.answers = false;
	const [running, waiting] = [new AbortController(), new AbortController()];
	const first = send('first', running.signal);
	const second = send('second', waiting.signal);
	const third = send('third');
	await clock.advance(0);
	waiting.abort(new Error('not needed'));
	await expect(second).rejects.toThrow('not needed');
	running.abort(new Error('the admin left'));
	await expect(first).rejects.toThrow('the admin left');
	await clock.advance(0);
	expect(commands()).toEqual(['first', 'third']);
	expect(connections.map(({isClosed}) => isClosed)).toEqual([true, false]);
	sent[1]?.answer.resolve('fine');
	expect(await third).toBe('fine');
	await expect(send('x', running.signal)).rejects.toThrow('the admin left');
});

test('canceling while it connects sends nothing', async () => {
	const connected = Promise.withResolvers<never>();
	const {send, clock} = aGame({connect: () => connected.promise});
	const stop = new AbortController();
	const answer = send('x', stop.signal);
	await clock.advance(0);
	stop.abort(new Error('enough'));
	await expect(answer).rejects.toThrow('enough');
});

test('a command whose time runs out before its turn was not sent', async () => {
	const {send, commands, game, sent, clock} = aGame();
	game.answers = false;
	const first = send('first', undefined, 30_000);
	const late = send('second', undefined, 5000).catch((error: unknown) => error);
	const third = send('third', undefined, 20_000);
	await clock.advance(8000);
	expect(await late).toMatchObject({reason: 'refused'});
	sent[0]?.answer.resolve('done');
	expect(await first).toBe('done');
	await clock.advance(0);
	expect(commands()).toEqual(['first', 'third']);
	expect(sent[1]?.ms).toBe(12_000);
	sent[1]?.answer.resolve('done');
	expect(await third).toBe('done');
});

test('closing rejects everything, reports commands that may have run, and disconnects', async () => {
	const {send, console, connections, game, clock, commands, logins} = aGame({isStreaming: true});
	game.answers = false;
	const running = send('running');
	const waiting = send('waiting');
	await clock.advance(0);
	console.close();
	await expect(running).rejects.toMatchObject({reason: 'dropped'});
	await expect(waiting).rejects.toMatchObject({reason: 'refused'});
	await expect(send('later')).rejects.toMatchObject({reason: 'refused'});
	expect(connections[0]?.isClosed).toBe(true);
	expect(commands()).toEqual(['running']);
	await clock.advance(600_000);
	expect(logins).toHaveLength(1);
	expect(console.state().kind).toBe('idle');
});

test('closing during the login cancels it', async () => {
	const login = Promise.withResolvers<AbortSignal | undefined>();
	const {console, send, clock, kinds} = aGame({
		connect: ({signal}) =>
			new Promise((_resolve, reject) => {
				login.resolve(signal);
				signal?.addEventListener('abort', () => reject(signal.reason));
			}),
	});
	const answer = send('x');
	const signal = await login.promise;
	console.close();
	await expect(answer).rejects.toMatchObject({reason: 'refused'});
	await clock.advance(0);
	expect(signal?.aborted).toBe(true);
	expect(kinds()).toEqual(['connecting', 'idle']);
});

test('a command whose login is not answered names the password', async () => {
	const {send, clock} = aGame({connect: () => new Promise(() => {})});
	const answer = send('x');
	void answer.catch(() => {});
	await clock.advance(600_000);
	await expect(answer).rejects.toMatchObject({
		reason: 'refused',
		message: expect.stringContaining('password'),
	});
});

import {createServer, type AddressInfo, type Socket} from 'node:net';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import type {ConnectConsole, ConsoleLine, ConsoleOptions} from '../../../src/service/console/connection.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {openConsole, type GameConsole} from '../../../src/service/console/keep-open.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {describeOutcomes} from './outcomes.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** What a game does with those who connect. */
export type Behavior = {
	password: string;
	/** The answer to a command. A command whose promise does not resolve has no answer. */
	answer: (command: string) => string | Promise<string>;
	/** Sends everything in pieces of this many bytes. (Only if the protocol is a stream.) */
	cutEvery?: number | undefined;
	/** Closes the connection after the first half of the bytes of every answer. (Without connections: stops there.) */
	isCutOff?: boolean;
	/** Sends these bytes in place of the protocol's first message, and then nothing. */
	greeting?: Uint8Array | undefined;
	/** Sends these bytes in place of every answer, and then nothing. */
	rawAnswer?: Uint8Array | undefined;
	/** The same, as datagrams. (Only if the protocol is not a stream.) */
	rawDatagrams?: readonly Uint8Array[] | undefined;
};

export type GameServer = {
	port: number;
	/** The commands that were received after a login, oldest first. */
	heard: string[];
	/** Ends all connections; new ones are served. (Without connections: forgets all logins.) */
	cutConnections: () => void;
	/** Prints a line to everybody. (Only if the console streams.) */
	say?: (text: string) => void;
	close: () => Promise<void>;
};

export type Traits = {
	/** Whether bytes may be split and joined at any place. */
	isStream: boolean;
	/** Whether it prints lines that nobody asked for (default false). */
	isStreaming?: boolean;
	/** Default true. */
	hasPassword?: boolean;
	/** A password that the protocol can carry (default: one with a space and a letter that is not ASCII). */
	password?: string;
	/** False if the protocol does not show whether an answer is complete (default true). */
	showsEnd?: boolean;
	/** False if half a message cannot be read (default true). */
	cutsShow?: boolean;
	/** The longest answer of the protocol (default 1 MiB). */
	maxAnswerBytes?: number;
	/** What the game sends before it reads the password (default: nothing). */
	prompt?: string;
	/** Text that a command and its answer can carry (default: several scripts). */
	unicode?: string;
	/** Default 8. */
	maxConnections?: number;
};

const usualPassword = 'öpen sesame';
const unreachable = {host: '127.0.0.1', timeoutMs: 5000};
const sendOptions = {timeoutMs: 10_000};
const hostile = {
	'an HTTP error': Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n<html>'),
	zeros: Buffer.alloc(70_000),
	ones: Buffer.alloc(70_000, 0xff),
	'endless text without a line break': Buffer.alloc(3 * 1024 * 1024, 'x'),
	'control characters': Buffer.from(Array.from({length: 2048}, (_, at) => at % 32)),
	'every byte': Buffer.from(Array.from({length: 4096}, (_, at) => (at * 167 + 13) % 256)),
};

/**
The tests that a console of every kind must pass. `startServer` starts a game that speaks the protocol as its public
documents say; one per test. `connect` is the console under test.
*/
export function conformance(
	kind: string,
	startServer: (behavior: Behavior) => Promise<GameServer>,
	connect: ConnectConsole,
	traits: Traits,
): void {
	const {hasPassword = true, password = usualPassword, maxConnections = 8} = traits;
	const open: {close: () => unknown}[] = [];
	afterEach(async () => {
		for (const item of open.splice(0).toReversed()) await item.close();
	});
	const start = async (more: Partial<Behavior> = {}) => {
		const server = await startServer({password, answer: command => `you said ${command}`, ...more});
		open.push(server);
		return server;
	};
	const logIn = async ({port}: GameServer, more: Partial<ConsoleOptions> = {}) => {
		const connection = await connect({...unreachable, port, password: hasPassword ? password : '', ...more});
		open.push(connection);
		return connection;
	};
	const failureOf = (work: Promise<unknown>) =>
		work.then(
			() => 'none',
			(error: unknown) => (error instanceof ConsoleError ? error.reason : error),
		);
	const keepOpen = ({port}: GameServer, login = hasPassword ? password : '') => {
		const game = openConsole({
			host: '127.0.0.1',
			port,
			password: () => login,
			connect,
			isStreaming: false,
			clock: systemClock,
			random: Math.random,
		});
		open.push(game);
		return game;
	};
	const context: Context = {start, logIn, failureOf, connect, keepOpen, traits};

	describe(`${kind} conforms`, () => {
		describeAnswers(context);
		describeFailures(context);
		describeOutcomes(context);
		describePassword(context);
		describePauses(context);
		describeStream(context);
		describeEvents(context);

		test('several admins at the same time get their own answers', async () => {
			const server = await start();
			await Promise.all(
				Array.from({length: maxConnections}, async (_, admin) => {
					const connection = await logIn(server);
					for (let turn = 0; turn < 20; turn++) {
						expect(await connection.send(`${admin}-${turn}`, sendOptions)).toBe(`you said ${admin}-${turn}`);
					}
				}),
			);
			expect(server.heard).toHaveLength(maxConnections * 20);
		});

		test('a console that is kept open reconnects after the game ended the connection', async () => {
			const server = await start();
			const game = keepOpen(server);
			const send = (command: string) => game.send(command, {timeoutMs: 3000}).catch(() => 'failed');
			expect(await send('one')).toBe('you said one');
			server.cutConnections();
			// It depends on when the end of the connection is seen whether a command is lost.
			await waitFor(async () => expect(await send('two')).toBe('you said two'));
			expect(server.heard[0]).toBe('one');
		});
	});
}

export type Context = {
	start: (more?: Partial<Behavior>) => Promise<GameServer>;
	logIn: (server: GameServer, more?: Partial<ConsoleOptions>) => ReturnType<ConnectConsole>;
	/** The reason of the `ConsoleError` that it rejects with; any other error; 'none' if it resolves. */
	failureOf: (work: Promise<unknown>) => Promise<unknown>;
	connect: ConnectConsole;
	/** The console as the service keeps it open; `password` is another one than the game's. */
	keepOpen: (server: GameServer, password?: string) => GameConsole;
	traits: Traits;
};

function describeAnswers({start, logIn, traits}: Context): void {
	const {maxAnswerBytes = 1024 * 1024, unicode = 'grüße, プレイヤー, игрок, 🦖'} = traits;

	test('commands are answered in order on one connection', async () => {
		const server = await start({answer: command => (command === 'nothing' ? '' : `did ${command}`)});
		const connection = await logIn(server);
		expect(await connection.send('one', sendOptions)).toBe('did one');
		expect(await connection.send('nothing', sendOptions)).toBe('');
		expect(await connection.send('three', sendOptions)).toBe('did three');
		expect(server.heard).toEqual(['one', 'nothing', 'three']);
	});

	test('text of any script arrives in both directions', async () => {
		const server = await start();
		const connection = await logIn(server);
		expect(await connection.send(unicode, sendOptions)).toBe(`you said ${unicode}`);
		expect(server.heard).toEqual([unicode]);
	});

	test('the longest answer is complete', async () => {
		const rows: string[] = [];
		for (let bytes = 0; ; bytes += 64) {
			if (bytes + 64 > maxAnswerBytes) break;
			rows.push(String(rows.length).padEnd(62, '.').concat('|'));
		}
		const long = rows.join('\n');
		const server = await start({answer: command => (command === 'long' ? long : command)});
		const connection = await logIn(server);
		const answer = await connection.send('long', {timeoutMs: 30_000});
		// Not compared by expect, whose report of a difference would be as long.
		expect(answer.length).toBe(long.length);
		expect(answer === long).toBe(true);
		expect(await connection.send('next', sendOptions)).toBe('next');
	});

	test('1,000 commands get their own answers, and each is sent once', async () => {
		const server = await start();
		const connection = await logIn(server);
		const commands = Array.from({length: 1000}, (_, turn) => `command ${turn}`);
		for (const command of commands) {
			expect(await connection.send(command, sendOptions)).toBe(`you said ${command}`);
		}
		expect(server.heard).toEqual(commands);
	});

	test('waits for a slow answer', async () => {
		const slow = Promise.withResolvers<string>();
		const server = await start({answer: command => (command === 'slow' ? slow.promise : command)});
		const connection = await logIn(server);
		const answer = connection.send('slow', sendOptions);
		await waitFor(() => expect(server.heard).toEqual(['slow']));
		systemClock.after(600, () => slow.resolve('at last'));
		expect(await answer).toBe('at last');
		expect(await connection.send('next', sendOptions)).toBe('next');
		expect(server.heard).toEqual(['slow', 'next']);
	});
}

function describeFailures({start, logIn, failureOf}: Context): void {
	test('a port without a game is not reported as a wrong password', async () => {
		const server = await start();
		await server.close();
		expect(await failureOf(logIn(server, {timeoutMs: 300}))).toMatch(/^(refused|timeout)$/);
	});

	test('an ended connection refuses commands without sending them', async () => {
		const server = await start();
		const connection = await logIn(server);
		connection.close();
		expect(await connection.ended).toBeUndefined();
		expect(await failureOf(connection.send('x', sendOptions))).toBe('refused');
		expect(server.heard).toEqual([]);
	});

	test('a game that does not answer is a timeout, not an empty answer', async () => {
		const server = await start({answer: () => new Promise(() => {})});
		const connection = await logIn(server);
		expect(await failureOf(connection.send('x', {timeoutMs: 150}))).toBe('timeout');
		expect(server.heard).toEqual(['x']);
	});

	test('canceling ends a login and a command with its reason', async () => {
		const server = await start({answer: () => new Promise(() => {})});
		const connection = await logIn(server);
		const stop = new AbortController();
		const answer = connection.send('x', {...sendOptions, signal: stop.signal});
		await waitFor(() => expect(server.heard).toEqual(['x']));
		stop.abort(new Error('the admin left'));
		await expect(answer).rejects.toThrow('the admin left');
		await expect(logIn(server, {signal: stop.signal})).rejects.toThrow('the admin left');
	});

	describe.each(Object.entries(hostile))('against %s', (_name, bytes) => {
		const settles = (work: Promise<unknown>) =>
			work.then(
				() => 'fine',
				(error: unknown) => (error instanceof ConsoleError ? 'fine' : error),
			);

		test('a login fails like any other', async () => {
			const server = await start({greeting: bytes});
			onTestFinished(() => server.close());
			expect(await settles(logIn(server, {timeoutMs: 250}))).toBe('fine');
		});

		test('a command fails like any other', async () => {
			const server = await start({rawAnswer: bytes});
			const connection = await logIn(server);
			expect(await settles(connection.send('x', {timeoutMs: 250}))).toBe('fine');
			expect(server.heard).toEqual(['x']);
		});
	});
}

function describePassword({start, logIn, failureOf, traits}: Context): void {
	if (traits.hasPassword === false) return;
	test('distinguishes a wrong password from other failures, and sends nothing', async () => {
		const server = await start();
		expect(await failureOf(logIn(server, {password: 'guess'}))).toBe('wrong-password');
		expect(server.heard).toEqual([]);
		const connection = await logIn(server);
		expect(await connection.send('x', sendOptions)).toBe('you said x');
	});
}

/** The ways in which programs end a connection that they do not want. */
const endings: Record<string, (socket: Socket) => void> = {
	closes: socket => void socket.end(),
	resets: socket => void socket.resetAndDestroy(),
	'closes at the first word of': socket => void socket.once('data', () => socket.end()),
	'resets at the first word of': socket => void socket.once('data', () => socket.resetAndDestroy()),
};

function describePauses({start, failureOf, connect, traits}: Context): void {
	if (traits.hasPassword === false) return;
	/** Sends a command every 5 seconds for 25 seconds. Resolves to the number of logins and to how the commands ended. */
	const attempts = async (port: number, isStreaming: boolean) => {
		const clock = manualClock();
		let logins = 0;
		const game = openConsole({
			host: '127.0.0.1',
			port,
			password: () => 'guess',
			connect: options => {
				logins++;
				return connect(options);
			},
			isStreaming,
			clock,
			random: () => 0,
		});
		onTestFinished(() => game.close());
		const reasons: unknown[] = [];
		for (let round = 0; round < 5; round++) {
			reasons.push(await failureOf(game.send('x', {timeoutMs: 10_000})));
			await clock.advance(5000);
		}
		return {logins, reasons};
	};

	test.each([false, true])(
		'after a refused login, none follows for a while (streaming: %s)',
		async streaming => {
			const server = await start();
			const {logins, reasons} = await attempts(server.port, streaming);
			expect({logins, reasons: [...new Set(reasons)]}).toEqual({logins: 1, reasons: ['wrong-password']});
			expect(server.heard).toEqual([]);
		},
	);

	if (!traits.isStream) return;
	test.each(Object.entries(endings))(
		'a console that %s connections gets no further logins',
		async (_how, end) => {
			let connections = 0;
			const server = createServer(socket => {
				connections++;
				socket.on('error', () => {}).resume();
				if (traits.prompt !== undefined) socket.write(traits.prompt);
				end(socket);
			});
			onTestFinished(() => void server.close());
			await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
			const {port} = server.address() as AddressInfo;
			const {logins, reasons} = await attempts(port, true);
			expect({logins, reasons: [...new Set(reasons)]}).toEqual({logins: 1, reasons: ['wrong-password']});
			expect(connections).toBe(1);
		},
	);
}

function describeStream({start, logIn, failureOf, traits}: Context): void {
	if (!traits.isStream) return;
	test.each([1, 2, 3, 7, 1000])('bytes may come in pieces of %i', async cutEvery => {
		const long = Array.from({length: 40}, (_, row) => `${row}. grüße ${row}`).join('\n');
		const server = await start({cutEvery, answer: command => (command === 'long' ? long : command)});
		const connection = await logIn(server);
		expect(await connection.send('long', sendOptions)).toBe(long);
		expect(await connection.send('short', sendOptions)).toBe('short');
	});

	test('the end of a connection is noticed without a command', async () => {
		const server = await start();
		const connection = await logIn(server);
		server.cutConnections();
		expect(await connection.ended).toBeInstanceOf(ConsoleError);
		expect(await failureOf(connection.send('x', sendOptions))).toBe('refused');
		expect(server.heard).toEqual([]);
	});
}

function describeEvents({start, logIn, traits}: Context): void {
	if (!traits.isStreaming) return;
	test('unrequested lines are events, not parts of an answer', async () => {
		const lines: ConsoleLine[] = [];
		const server = await start();
		const connection = await logIn(server, {onLine: line => lines.push(line)});
		server.say?.('first event');
		await waitFor(() => expect(lines.map(({text}) => text).join('\n')).toContain('first event'));
		expect(await connection.send('x', sendOptions)).toBe('you said x');
		server.say?.('second event');
		await waitFor(() => expect(lines.map(({text}) => text).join('\n')).toContain('second event'));
		expect(lines.map(({text}) => text).join('\n')).not.toContain('you said');
	});
}

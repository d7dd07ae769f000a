import {pause, repeat, type Clock} from '../../lib/clock.ts';
import type {GameExit, RunningGame} from '../games/game-server.ts';
import {RconError} from '../rcon/rcon-error.ts';
import type {AttachedConsole, AttachedRecord} from './attached-record.ts';
import {playersIn} from './players.ts';
import {consoleOf, isTaken, passwordOf} from './console.ts';
import {startProcessGroup, type ProcessEnd, type ProcessGroup} from './process-group.ts';

export type AttachedServer = RunningGame & {
	/** Undefined where it could not be started. */
	pid: number | undefined;
	/** The last lines of its output, and what became of it. */
	log: () => readonly string[];
};

type Options = {
	attached: AttachedRecord;
	directory: string;
	clock: Clock;
	/** Of the process, and of the password. `process.env` unless said. */
	env?: NodeJS.ProcessEnv;
};

/** How often the console is asked who plays. (The real node agent asks as often) */
const lookMs = 10_000;

/**
Starts a real server behind what a simulated game is, too. Resolves at once; whether the server is ready its console
shows. One that cannot be started has crashed, and its log says why.
*/
export async function openAttachedServer(options: Options): Promise<AttachedServer> {
	const {attached, clock, env = process.env} = options;
	const {console} = attached;
	const notes: string[] = [];
	const note = (text: string) => void notes.push(`rcondeck: ${text}`);
	const password = readPassword(console, env);
	const obstacle = 'failure' in password ? password.failure : await whoListens(console);
	const group =
		obstacle === undefined
			? startProcessGroup({command: attached.command, directory: options.directory, env: withoutOurs(env)})
			: undefined;
	const ask = consoleOf(console, 'text' in password ? password.text : '');
	const listeners: ((how: GameExit) => void)[] = [];
	let wish: GameExit | undefined;
	let ended: GameExit | undefined;
	let players = 0;
	let hasAnswered = false;

	const finish = (end: ProcessEnd) => {
		stopWatch();
		stopLooking();
		note(wordsOf(end));
		ended = wish ?? ('code' in end && end.code === 0 ? 'quit' : 'crashed');
		for (const listener of listeners.splice(0)) listener(ended);
	};
	// A console that never answers is as bad as no server: the end of it, and the start after a crash, may help.
	const stopWatch = clock.after(attached.readyMs, () => {
		if (hasAnswered || !group) return;
		note(`the console did not answer within ${attached.readyMs / 1000} s`);
		wish ??= 'crashed';
		group.signal('SIGKILL');
	});
	const stopLooking = repeat(
		clock,
		() => lookMs,
		() => {
			if (hasAnswered && !wish) run(attached.probeCommand).catch(() => {});
		},
	);
	const done = group ? group.ended.then(finish) : Promise.resolve(finish({failure: obstacle ?? ''}));

	let before: Promise<unknown> = Promise.resolve();
	// One after another: Teeworlds lets four in at once, ARK mixes answers up.
	const run: RunningGame['run'] = (command, more) => {
		const answer = before.then(() => {
			if (ended) throw new RconError('refused', 'The process is not running.');
			return ask(command, more);
		});
		before = answer.then(
			text => {
				hasAnswered = true;
				if (command === attached.probeCommand) players = playersIn(text) ?? 0;
			},
			() => {},
		);
		return answer;
	};
	const kill = async () => {
		wish ??= 'killed';
		group?.signal('SIGKILL');
		await done;
	};
	return {
		pid: group?.pid,
		log: () => [...(group?.log() ?? []), ...notes],
		rconPort: console.port,
		players: () => (ended ? 0 : players),
		map: () => '',
		chat: () => [],
		run,
		say: text =>
			run(attached.sayCommand.replace('{text}', () => text.replaceAll(/[\0\r\n]+/g, ' '))).then(
				() => true,
				() => false,
			),
		onExit: listener => {
			if (ended) listener(ended);
			else listeners.push(listener);
		},
		close: async () => {
			wish ??= 'closed';
			if (ended || !group) return;
			await leave({group, attached, clock, run, done});
			await kill();
		},
		kill,
	};
}

type Leaving = {
	group: ProcessGroup;
	attached: AttachedRecord;
	clock: Clock;
	run: RunningGame['run'];
	done: Promise<void>;
};

/** Asks the server to go, by its console or by a signal, and waits as long as it may take. */
async function leave({group, attached, clock, run, done}: Leaving): Promise<void> {
	const {stopCommand, stopMs} = attached;
	const enough = new AbortController();
	const patience = pause(clock, stopMs, enough.signal).catch(() => {});
	// Servers hang up instead of answering this; one that cannot be reached is asked by a signal.
	const asked =
		stopCommand === undefined
			? Promise.resolve(group.signal('SIGTERM'))
			: run(stopCommand, {signal: enough.signal}).then(
					() => {},
					(error: unknown) => {
						if (!(error instanceof RconError) || error.reason === 'dropped') return;
						group.signal('SIGTERM');
					},
				);
	await Promise.race([done, patience]);
	enough.abort();
	await asked;
}

function readPassword(console: AttachedConsole, env: NodeJS.ProcessEnv): {text: string} | {failure: string} {
	try {
		return {text: passwordOf(console, env)};
	} catch (error) {
		return {failure: error instanceof Error ? error.message : String(error)};
	}
}

/** Somebody who is there already would answer in the place of the server that we start. */
async function whoListens(console: AttachedConsole): Promise<string | undefined> {
	return (await isTaken(console))
		? `another process listens on ${console.host}:${console.port} already`
		: undefined;
}

/** The credentials of this program are none of the server's business. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('RCONDECK_')));
}

function wordsOf(end: ProcessEnd): string {
	if ('failure' in end) return `not started: ${end.failure}`;
	return 'code' in end ? `ended with exit code ${end.code}` : `ended by ${end.signal}`;
}

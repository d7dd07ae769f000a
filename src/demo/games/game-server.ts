import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import {createServer} from 'node:net';
import type {RconQuirks} from '../rcon/quirks.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {runOnce} from '../../service/console/keep-open.ts';
import {connectSource} from '../../service/console/source.ts';
import type {RunningServer, ServerExit} from '../../service/agent/server-driver.ts';
import {openRconServer, type RconServer} from '../rcon/server.ts';
import {createArk, createArkEvolved} from './ark.ts';
import {createCs2} from './cs2.ts';
import type {Game, GameOptions} from './game.ts';
import type {Crowd} from './population.ts';

/**
Practice incidents. `slow` answers after two seconds and saves more slowly than callers usually wait. `dropping` closes
every third connection without an answer. `hanging` never answers. `crashing` crashes soon after it is up.
*/
export const behaviors = ['steady', 'slow', 'dropping', 'hanging', 'crashing'] as const;
export type Behavior = (typeof behaviors)[number];

const quirks: Record<Behavior, RconQuirks> = {
	steady: {},
	slow: {slowMs: 2000, slowCommand: {name: 'saveworld', ms: 6500}},
	dropping: {dropEvery: 3},
	hanging: {hangs: true},
	crashing: {},
};

function quirksOf(behavior: Behavior = 'steady'): RconQuirks {
	return quirks[behavior];
}

/** Returns how long a crashing game stays up: 20 to 60 seconds, in milliseconds. */
function crashDelay(random: () => number): number {
	return 20_000 + Math.floor(random() * 40_000);
}

/**
Below the ports that Linux gives to outgoing connections, so that a game finds its port free when it opens or opens again.
Processes begin at different ports.
*/
const [first, count] = [20_000, 12_000];
let next = Math.floor(Math.random() * count);

/**
Reserves a free port of 127.0.0.1, which this process reserves again only after all others. Rejects if no port can be
opened.
*/
export async function reservePort(): Promise<number> {
	for (;;) {
		const port = first + next;
		next = (next + 1) % count;
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isOpen = await new Promise<boolean>((resolve, reject) => {
		server
			.once('error', (error: NodeJS.ErrnoException) =>
				error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
			)
			.listen(port, '127.0.0.1', () => resolve(true));
	});
	if (isOpen) await new Promise<void>(resolve => server.close(() => resolve()));
	return isOpen;
}

export type GameServerOptions = {
	/** `CS2`, `ARK_ASCENDED` or `ARK_EVOLVED`; see `isPlayable`. */
	gameType: string;
	name: string;
	map: string;
	maxPlayers: number;
	/** The RCON password. */
	password: string;
	clock: Clock;
	/** From 0 up to, not including, 1. */
	random: () => number;
	/** How long nothing listens after the start, in milliseconds. */
	bootMs?: number;
	/** The number of players when the game comes up (default 0, as after a real start). */
	players?: number;
	crowd?: Crowd | undefined;
	/** The RCON port (default: any free port). */
	port?: number;
	behavior?: Behavior;
	/** In addition to the quirks of the game and of its behavior. */
	quirks?: RconQuirks;
};

/** `rconPort` is on 127.0.0.1. It changes in the rare case that another process takes the port during the boot. */
export type GameServer = RunningServer & {
	map: () => string;
	/** What players can read, oldest first. */
	chat: () => readonly string[];
};

type Kind = {create: (options: GameOptions) => Game; broadcast: string; quirks: RconQuirks};

const kinds = new Map<string, Kind>([
	[cs2.gameType, {create: createCs2, broadcast: cs2.broadcast, quirks: {}}],
	// ARK does not mirror the marker packet that requests the end of an answer.
	[ark.gameType, {create: createArk, broadcast: ark.broadcast, quirks: {marker: 'ignored'}}],
	[
		arkEvolved.gameType,
		{create: createArkEvolved, broadcast: arkEvolved.broadcast, quirks: {marker: 'ignored'}},
	],
]);

export function isPlayable(gameType: string): boolean {
	return kinds.has(gameType);
}

/** Returns what a running game with this many players would have answered to a command at a time. */
export async function answerOf(
	{
		at,
		gameType,
		...about
	}: Pick<GameServerOptions, 'gameType' | 'name' | 'map' | 'maxPlayers' | 'random' | 'crowd'> & {
		players: number;
		at: number;
	},
	command: string,
): Promise<string> {
	const clock = {now: () => at, monotonic: () => at, after: () => () => {}};
	const game = kinds.get(gameType)?.create({...about, port: 27_015, clock, onExit: () => {}});
	return (await game?.handle(command)) ?? '';
}

/** Both ends are in one process, so packets in transit arrive soon. */
const runCommand = (
	to: {port: number; password: string; command: string},
	{timeoutMs, signal}: Parameters<GameServer['run']>[1] = {},
): Promise<string> =>
	runOnce(connectSource({}, {shortMs: 25, emptyMs: 100, fullMs: 200}), {
		...to,
		...(timeoutMs !== undefined && {timeoutMs}),
		...(signal && {signal}),
	});

/**
Starts a simulated game as a node starts a process: resolves at once, and the port opens after `bootMs`. Rejects if the
game type is not playable, or if there is no boot time and the requested port is taken.
*/
export async function openGameServer(options: GameServerOptions): Promise<GameServer> {
	const kind = kinds.get(options.gameType);
	if (!kind) throw new TypeError(`No simulated game is called ${options.gameType}.`);
	const {clock, bootMs = 0, password} = options;
	const quirks = {...kind.quirks, ...quirksOf(options.behavior), ...options.quirks};

	const exit = createExit();
	const calledOff: (() => void)[] = [];
	let isEnding = false;
	let game: Game | undefined;
	let rcon: RconServer | undefined;
	let port = options.port ?? 0;

	const end = async (how: ServerExit) => {
		if (isEnding) return;
		isEnding = true;
		for (const cancelTimer of calledOff) cancelTimer();
		game?.stop();
		await rcon?.close();
		exit.settle(how);
	};
	const listen = async (port: number) => {
		rcon = await openRconServer({
			password,
			quirks,
			clock,
			port,
			answer: command => game?.handle(command) ?? '',
			onCrash: () => void end('crashed'),
		});
		return rcon.port;
	};
	const boot = async () => {
		// If the port was taken during the boot, any free one will do, unless a specific one was requested.
		port = await listen(port).catch((error: unknown) => {
			if (options.port !== undefined) throw error;
			return listen(0);
		});
		if (isEnding) return rcon?.close();
		const {name, map, maxPlayers, random, players = 0, crowd} = options;
		game = kind.create({
			name,
			map,
			maxPlayers,
			players,
			crowd,
			port,
			clock,
			random,
			onExit: () => void end('quit'),
		});
		if (options.behavior === 'crashing') {
			calledOff.push(clock.after(crashDelay(random), () => void end('crashed')));
		}
	};

	if (bootMs > 0) {
		port = options.port ?? (await reservePort());
		calledOff.push(clock.after(bootMs, () => void boot().catch(() => end('crashed'))));
	} else {
		await boot();
	}
	const run: GameServer['run'] = (command, runOptions) => runCommand({port, password, command}, runOptions);
	return {
		get rconPort() {
			return port;
		},
		players: () => (isEnding ? 0 : (game?.players() ?? 0)),
		map: () => game?.map() ?? options.map,
		chat: () => game?.chat() ?? [],
		run,
		say: text => isDone(run(kind.broadcast.replace('{text}', () => text))),
		onExit: exit.onExit,
		close: () => end('closed'),
		kill: () => end('killed'),
	};
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
	work.then(
		() => true,
		() => false,
	);

/** Creates the exit event of a server. A listener is called at once if the server has already ended. */
function createExit() {
	const listeners: ((how: ServerExit) => void)[] = [];
	let ended: ServerExit | undefined;
	return {
		how: () => ended,
		settle: (how: ServerExit) => {
			ended = how;
			for (const listener of listeners.splice(0)) listener(how);
		},
		onExit: (listener: (how: ServerExit) => void) => {
			if (ended) listener(ended);
			else listeners.push(listener);
		},
	};
}

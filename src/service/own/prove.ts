import os from 'node:os';
import {networkConsole, type ConsoleSettings, type OwnSettings} from '../../contract/models/own-server.ts';
import {countPlayers, readPlayers} from '../../games/player-list.ts';
import type {PlayerCount} from '../../games/player.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {readPassword, runOnce} from '../console/keep-open.ts';
import type {PowerStatus} from '../power/power-driver.ts';
import {openQuery} from '../query/open-query.ts';
import type {QueryAnswer} from '../query/query.ts';
import {passwordReader} from '../access/secrets.ts';
import type {Contact} from './judge.ts';
import {contactOf} from './observer.ts';
import {commandsOf, connectorOf, openDriver} from './open.ts';

/** How an attempt to reach a game ended, and how long it took in milliseconds, with the login. */
export type Attempt = Contact & {ms: number};

/** The result of the check before a server is added. */
export type Proof = {
	/** Undefined if the settings name none, or that of a process, which does not run yet. */
	console: Attempt | undefined;
	query: Attempt | undefined;
	/** Undefined if nothing starts or stops the server, or if the service starts its process. */
	power: PowerStatus | undefined;
	/** The players that the game reported. `names`: undefined if it did not list all. */
	players: {count: PlayerCount | undefined; names: readonly string[] | undefined};
	map: string | undefined;
};

type ProveOptions = {
	clock: Clock;
	env: NodeJS.ProcessEnv;
	signal: AbortSignal;
	/** Limit of each attempt, in milliseconds (default 10,000). */
	timeoutMs?: number;
};

/**
Checks all connections in the settings of a server once: logs in to the console and runs a harmless command,
asks the query and the driver. Nothing is changed. Rejects only with the signal's reason.
*/
export async function prove(
	settings: OwnSettings,
	gameType: string,
	{clock, env, signal, timeoutMs = 10_000}: ProveOptions,
): Promise<Proof> {
	const command = commandsOf(gameType, settings).probe;
	let answer: string | undefined;
	let state: QueryAnswer | undefined;
	const timed = async <Answer>(work: Promise<Answer>, read: (answer: Answer) => void): Promise<Attempt> => {
		const startedAt = clock.monotonic();
		return {...(await contactOf(work, read)), ms: Math.round(clock.monotonic() - startedAt)};
	};
	const askConsole = async (console: ConsoleSettings) => {
		const {host, port, password} = console;
		return runOnce(connectorOf(console, gameType, settings.power), {
			host,
			port,
			password: await readPassword(passwordReader(password, env)),
			command,
			timeoutMs,
			signal,
		});
	};
	const {query} = settings;
	const target = networkConsole(settings);
	const [console, queried, power] = await Promise.all([
		target && timed(askConsole(target), text => (answer = text)),
		query && timed(openQuery(query)({timeoutMs, signal}), found => (state = found)),
		statusOf(settings, {clock, env, signal}),
	]);
	const list =
		answer === undefined ? undefined : readPlayers(gameType, command, answer, settings.playersCommand);
	const counted =
		answer === undefined ? undefined : countPlayers(gameType, command, answer, settings.playersCommand);
	return {
		console,
		query: queried,
		power,
		players: {
			count: countIn(counted, state),
			names: list?.isComplete ? list.players.map(({name}) => name) : undefined,
		},
		map: state?.map,
	};
}

function countIn(counted: PlayerCount | undefined, state: QueryAnswer | undefined): PlayerCount | undefined {
	const max = state?.maxPlayers ?? counted?.max;
	const told = state?.players === undefined ? counted : {players: state.players, isExact: true};
	const count = counted?.isExact ? counted : told;
	return count && {...count, max};
}

async function statusOf({power, stopMs}: OwnSettings, {signal, ...options}: ProveOptions) {
	if (power.kind === 'none' || power.kind === 'process') return undefined;
	// The status writes no output of the server.
	const driver = openDriver(power, {...options, stopMs, logFile: os.devNull});
	try {
		return await driver.status(signal);
	} finally {
		driver.release();
	}
}

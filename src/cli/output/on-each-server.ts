import type {GameServer} from '../../contract/models/server.ts';
import type {ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {askAll, type Asked, codeOf, interruptedText, type Outcome} from './outcomes.ts';
import {say} from './output.ts';
import {openProgress} from './progress.ts';

/** `ask` sends the request of one server; `laneOf`: as in `askAll`; `write` reports the outcomes. */
type OnEach<Result> = {
	signal: AbortSignal;
	quiet: boolean | undefined;
	ask: (server: GameServer) => Promise<Asked<Result>>;
	laneOf?: (server: GameServer) => string;
	write: (outcomes: readonly Outcome<Result>[]) => void;
};

/** Sends to each of these servers once, shows the progress, reports the outcomes, and returns their exit code. */
export async function onEachServer<Result>(
	io: Io,
	servers: readonly GameServer[],
	{signal, quiet, ask, laneOf, write}: OnEach<Result>,
): Promise<ExitCode> {
	const {settled, close} = await openProgress(io, {total: servers.length, quiet});
	const outcomes = await askAll(servers, ask, {signal, settled, ...(laneOf && {laneOf})}).finally(close);
	write(outcomes);
	if (io.ending.aborted) say(io, interruptedText(outcomes));
	return codeOf(outcomes);
}

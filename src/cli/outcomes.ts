import {ApiError} from '../contract/errors.ts';
import type {GameServer} from '../contract/models/server.ts';
import {exitCodeOf, exitCodes, type ExitCode} from './exit-codes.ts';
import {failureText} from './failure-text.ts';

/** What one of several servers gave: what it is called, and either its result or its error. */
export type Outcome<Result> = {
	server: GameServer;
	result: Result | undefined;
	error: {key: string | undefined; message: string} | undefined;
	code: ExitCode;
};

/** Asks all of them at once. A refusal of one says nothing about the others; a bug rejects. */
export function askAll<Result>(
	servers: Iterable<GameServer>,
	ask: (server: GameServer) => Promise<{result: Result; code: ExitCode}>,
): Promise<Outcome<Result>[]> {
	return Promise.all(
		Array.from(servers, async (server): Promise<Outcome<Result>> => {
			try {
				return {server, error: undefined, ...(await ask(server))};
			} catch (error) {
				const code = exitCodeOf(error);
				if (!(error instanceof ApiError) || code === undefined) throw error;
				return {server, result: undefined, error: {key: error.key, message: failureText(error)}, code};
			}
		}),
	);
}

/** For `results` of a JSON document. */
export function resultOf<Result extends object>({server, result, error}: Outcome<Result>): object {
	return {serverId: server.id, displayName: server.displayName, ...result, ...(error && {error})};
}

/** One code for all: that of the failure where all failed alike, else partly failed. */
export function codeOf(outcomes: readonly Outcome<unknown>[]): ExitCode {
	const [first] = outcomes;
	if (first && outcomes.every(({code}) => code === first.code)) return first.code;
	return exitCodes.partlyFailed;
}

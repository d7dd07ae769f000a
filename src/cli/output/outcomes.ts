import {ApiError, mayHaveRun} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type ExitCode, exitCodeOf, exitCodes, failureText} from './exit-codes.ts';
import {printable} from '../../lib/text/text.ts';
import type {Io} from './io.ts';
import {say, serverFields} from './output.ts';
import {inLanes, NeverSent} from './fan-out.ts';
import {failureMessages} from '../../messages/errors.ts';
import {outcomeMessages} from '../../messages/cli.ts';

/** `unknown`: possibly carried out, although no answer confirms it. `not-sent`: the command ended before its turn. */
export type OutcomeStatus = 'done' | 'failed' | 'unknown' | 'not-sent';

/** The outcome for one of several servers: either a result or an error. */
export type Outcome<Result> = {
	server: GameServer;
	result: Result | undefined;
	error: OutcomeError | undefined;
	code: ExitCode;
	ended: OutcomeStatus;
};

/** `output`: what the service returned for a command other than the one sent. `partial`: what arrived of a cut answer. */
export type OutcomeError = {
	key: string | undefined;
	message: string;
	output?: string | undefined;
	partial?: string | undefined;
};

/** Reports why the action failed on one server, and any stray output. */
export function sayError(io: Io, name: string, {message, output, partial}: OutcomeError): void {
	say(io, `${name}: ${message}`);
	if (partial !== undefined) say(io, failureMessages.partial);
	const below = partial ?? output;
	if (below !== undefined) sayOutput(io, below);
}

/** Prints what the service returned with a failure. */
export const sayOutput = (io: Io, output: string): void =>
	void io.stderr.write(printable(output).replace(/\n?$/, '\n'));

type FanOutOptions = {
	/** When aborted, servers whose turn has not come are skipped. */
	signal?: AbortSignal;
	/** Servers of one lane are processed in sequence. Default: one lane per server. */
	laneOf?: (server: GameServer) => string;
	/** Called for each server as soon as its outcome is known. */
	settled?: (ended: OutcomeStatus) => void;
};

/**
Runs a request for each server, with lanes in parallel. An error on one server does not affect the others; a bug
rejects.
*/
export function askAll<Result>(
	servers: readonly GameServer[],
	ask: (server: GameServer) => Promise<{result: Result; code: ExitCode}>,
	{signal, laneOf = ({id}) => id, settled = () => {}}: FanOutOptions = {},
): Promise<Outcome<Result>[]> {
	const one = async (server: GameServer): Promise<Outcome<Result>> => {
		if (signal?.aborted) return notSent(server);
		try {
			const answer = await ask(server);
			const ended = answer.code === exitCodes.done ? 'done' : 'failed';
			return {server, error: undefined, ended, ...answer};
		} catch (error) {
			if (error instanceof NeverSent)
				return notSent(server, error.message === '' ? undefined : error.message);
			const code = exitCodeOf(error);
			if (!(error instanceof ApiError) || code === undefined) throw error;
			return {server, result: undefined, ...failedOutcome(error, code)};
		}
	};
	return inLanes(servers, laneOf, async server => {
		const outcome = await one(server);
		settled(outcome.ended);
		return outcome;
	});
}

/** `why` is a sentence. */
export function notSent<Result>(server: GameServer, why = outcomeMessages.endedBefore): Outcome<Result> {
	const error = {key: undefined, message: why};
	return {server, result: undefined, error, code: exitCodes.failed, ended: 'not-sent'};
}

function failedOutcome(error: ApiError, code: ExitCode): Pick<Outcome<never>, 'error' | 'code' | 'ended'> {
	if (error.reason === 'cancelled') {
		const message = outcomeMessages.noAnswerYet;
		return {error: {key: undefined, message}, code: exitCodes.outcomeUnknown, ended: 'unknown'};
	}
	const ended = mayHaveRun(error) ? 'unknown' : 'failed';
	const {key, strayOutput: output, answer} = error;
	const partial = answer?.response || undefined;
	return {error: {key, message: failureText(error), output, partial}, code, ended};
}

/** Returns an entry of `results` in a JSON document. */
export function resultOf<Result extends object>({server, result, error, ended}: Outcome<Result>): object {
	return {...serverFields(server), outcome: ended, ...result, ...(error && {error})};
}

/** Returns one exit code: the common one if all are equal, otherwise `partlyFailed`. */
export function codeOf(outcomes: readonly Outcome<unknown>[]): ExitCode {
	const [first] = outcomes;
	if (!first || outcomes.every(({code}) => code === first.code)) return first?.code ?? exitCodes.done;
	return exitCodes.partlyFailed;
}

/** Describes an interrupted action on several servers: done, not done and unknown. */
export function interruptedText(outcomes: readonly Outcome<unknown>[]): string {
	const names = (ended: OutcomeStatus) =>
		outcomes.flatMap(outcome =>
			outcome.ended === ended ? (outcome.server.displayName ?? outcome.server.id) : [],
		);
	const parts = [
		['done', names('done')],
		['refused', names('failed')],
		[outcomeMessages.notSent, names('not-sent')],
		[outcomeMessages.unknown, names('unknown')],
	] as const;
	const words = parts.flatMap(([word, who]) => (who.length > 0 ? `${word}: ${who.join(', ')}` : []));
	return outcomeMessages.interrupted(words.join('; '));
}

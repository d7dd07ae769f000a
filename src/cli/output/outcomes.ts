import {ApiError, mayHaveRun} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type ExitCode, exitCodeOf, exitCodes, failureText} from './exit-codes.ts';
import {printable} from '../../lib/text/text.ts';
import type {Io} from './io.ts';
import {say, serverFields} from './output.ts';
import {inLanes, NeverSent} from './fan-out.ts';
import {outcomeMessages} from '../../messages/cli.ts';

/**
`incomplete`: carried out, but only a part of the answer arrived. `unknown`: possibly carried out, although no answer confirms
it. `not-sent`: the command ended before its turn.
*/
export type OutcomeStatus = 'done' | 'incomplete' | 'failed' | 'unknown' | 'not-sent';

/** The outcome for one of several servers: either a result or an error. */
export type Outcome<Result> = {
	server: GameServer;
	result: Result | undefined;
	error: OutcomeError | undefined;
	code: ExitCode;
	ended: OutcomeStatus;
};

/** `output`: what the service returned for a command other than the one sent. */
export type OutcomeError = {
	key: string | undefined;
	message: string;
	output?: string | undefined;
};

/** Reports why the action failed on one server, and any stray output. */
export function sayError(io: Io, name: string, {message, output}: OutcomeError): void {
	say(io, `${name}: ${message}`);
	if (output !== undefined) sayOutput(io, output);
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

/** `error`: why the result is incomplete. */
export type Asked<Result> = {result: Result; code: ExitCode; ended?: OutcomeStatus; error?: OutcomeError};

/**
Runs a request for each server, with lanes in parallel. An error on one server does not affect the others; a bug
rejects.
*/
export function askAll<Result>(
	servers: readonly GameServer[],
	ask: (server: GameServer) => Promise<Asked<Result>>,
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
	if (error.reason === 'canceled') {
		const message = outcomeMessages.noAnswerYet;
		return {error: {key: undefined, message}, code: exitCodes.outcomeUnknown, ended: 'unknown'};
	}
	const ended = mayHaveRun(error) ? 'unknown' : 'failed';
	const {key, strayOutput: output} = error;
	return {error: {key, message: failureText(error), output}, code, ended};
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
	const names = (ended: OutcomeStatus, isAccepted?: boolean) =>
		outcomes.flatMap(({ended: how, result, server: {id, displayName = id}}) =>
			how === ended && isAccepted !== (result === undefined) ? displayName : [],
		);
	const parts = [
		['done', names('done')],
		[outcomeMessages.incomplete, names('incomplete')],
		[outcomeMessages.notConfirmed, names('failed', true)],
		['refused', names('failed', false)],
		[outcomeMessages.notSent, names('not-sent')],
		[outcomeMessages.unknown, names('unknown')],
	] as const;
	const words = parts.flatMap(([word, who]) => (who.length > 0 ? `${word}: ${who.join(', ')}` : []));
	return outcomeMessages.interrupted(words.join('; '));
}

import {ApiError, mayHaveRun} from '../contract/errors.ts';
import type {GameServer} from '../contract/models/server.ts';
import {exitCodeOf, exitCodes, type ExitCode} from './exit-codes.ts';
import {printable} from '../lib/text.ts';
import {failureText} from './failure-text.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {inLanes, NeverSent} from './fan-out.ts';
import {outcomeMessages} from '../messages/cli-options.ts';

/** `unknown`: it may have been carried out although no answer says so. `not-sent`: we ended before its turn. */
export type Ended = 'done' | 'failed' | 'unknown' | 'not-sent';

/** What one of several servers gave: what it is called, and either its result or its error. */
export type Outcome<Result> = {
	server: GameServer;
	result: Result | undefined;
	error: OutcomeError | undefined;
	code: ExitCode;
	ended: Ended;
};

/** `output`: what the service gave for another command than was sent. */
export type OutcomeError = {key: string | undefined; message: string; output?: string | undefined};

/** Why it failed on one server, and what was answered instead. */
export function sayError(io: Io, name: string, {message, output}: OutcomeError): void {
	say(io, `${name}: ${message}`);
	if (output !== undefined) io.stderr.write(printable(output).replace(/\n?$/, '\n'));
}

type FanOutOptions = {
	/** Whoever has not had its turn when it is aborted is not asked. */
	signal?: AbortSignal;
	/** Those of one lane are asked one after another; each has its own where none is given. */
	laneOf?: (server: GameServer) => string;
	/** Hears of each as soon as it is known. */
	settled?: (ended: Ended) => void;
};

/** Asks all of them, lanes side by side. A refusal of one says nothing about the others; a bug rejects. */
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
			if (error instanceof NeverSent) return notSent(server);
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
	return {error: {key: error.key, message: failureText(error), output: error.strayOutput}, code, ended};
}

/** For `results` of a JSON document. */
export function resultOf<Result extends object>({server, result, error, ended}: Outcome<Result>): object {
	const {id: serverId, displayName} = server;
	return {serverId, displayName, outcome: ended, ...result, ...(error && {error})};
}

/** One code for all: that of the failure where all failed alike, else partly failed. */
export function codeOf(outcomes: readonly Outcome<unknown>[]): ExitCode {
	const [first] = outcomes;
	if (!first || outcomes.every(({code}) => code === first.code)) return first?.code ?? exitCodes.done;
	return exitCodes.partlyFailed;
}

/** After an interruption of several: what is done, what is not, and what nobody knows. */
export function interruptedText(outcomes: readonly Outcome<unknown>[]): string {
	const names = (ended: Ended) =>
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

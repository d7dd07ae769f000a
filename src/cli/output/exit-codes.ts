import {ApiError, isAnswerCut, mayHaveRun} from '../../contract/errors.ts';
import {UsageError} from '../../lib/errors.ts';
import {failureOf} from '../../app/kernel/state/failure.ts';
import {InputProblem} from '../../contract/request.ts';
import {printableLine} from '../../lib/text/text.ts';
import {fieldMessages} from '../../messages/dialogs.ts';

/** A stable contract with scripts. */
export const exitCodes = {
	done: 0,
	failed: 1,
	wrongUsage: 2,
	partlyFailed: 3,
	notSignedIn: 4,
	notAllowed: 5,
	notFound: 6,
	conflict: 7,
	outcomeUnknown: 8,
	notReachable: 9,
	rateLimited: 10,
	refusedByUs: 11,
	ourBug: 70,
	hangUp: 129,
	interrupted: 130,
	quit: 131,
	terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command failure with its message and exit code that neither the service nor wrong usage caused. */
export class CommandError extends Error {
	override name = 'CommandError';
	readonly exitCode: ExitCode;

	constructor(message: string, exitCode: ExitCode) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** Returns undefined for an unexpected error, which is a bug. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
	if (error instanceof CommandError) return error.exitCode;
	if (error instanceof UsageError) return exitCodes.wrongUsage;
	if (error instanceof ApiError) return codeOfAnswer(error);
	return undefined;
}

function codeOfAnswer(error: ApiError): ExitCode {
	if (error.notOffered !== undefined) return exitCodes.notFound;
	if (error.reason === 'blocked')
		return error.cause instanceof UsageError ? exitCodes.wrongUsage : exitCodes.refusedByUs;
	if (error.reason === 'canceled') return exitCodes.interrupted;
	if (isAnswerCut(error)) return exitCodes.partlyFailed;
	if (mayHaveRun(error)) return exitCodes.outcomeUnknown;
	return error.reason === 'refused' ? codeOfRefusal(error) : exitCodes.notReachable;
}

function codeOfRefusal({status}: ApiError): ExitCode {
	if (status === 401) return exitCodes.notSignedIn;
	if (status === 403) return exitCodes.notAllowed;
	if (status === 404) return exitCodes.notFound;
	if (status === 409) return exitCodes.conflict;
	if (status === 429) return exitCodes.rateLimited;
	return status !== undefined && status >= 500 ? exitCodes.notReachable : exitCodes.failed;
}

/** Describes a failure: what happened, its key if any, and what to do. */
export function failureText(error: ApiError | Error): string {
	if (error instanceof InputProblem) return printableLine(fieldMessages.notSent(error.field, error.reason));
	if (!(error instanceof ApiError)) return printableLine(error.message);
	const {title, hint, key} = failureOf(error);
	const what = key === undefined || title.includes(key) ? title : `${title.replace(/\.$/, '')} (${key}).`;
	return hint === undefined ? what : `${what.replace(/[^.!?]$/, '$&.')} ${hint}`;
}

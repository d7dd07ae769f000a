import {codeOf} from '../../lib/net/connection-problem.ts';
import {sqliteProblem} from '../../lib/files/sqlite.ts';
import {UsageError} from '../../lib/errors.ts';
import {writeProblem} from '../../messages/text.ts';
import {recordsMessages} from '../../messages/service.ts';

/** Converts an error of opening a SQLite file to a `UsageError` with advice; returns any other error unchanged. */
export function recordsProblem(error: unknown, file: string): unknown {
	const problem = error instanceof SyntaxError ? 'broken' : sqliteProblem(error);
	const message = problem === undefined ? fileProblem(error, file) : recordsMessages.problems[problem](file);
	return message === undefined ? error : new UsageError(message, {cause: error});
}

const fileProblem = (error: unknown, file: string): string | undefined =>
	/^E[A-Z]+$/.test(codeOf(error)) ? writeProblem(error, file) : undefined;

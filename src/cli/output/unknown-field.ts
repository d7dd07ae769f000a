import {suggest} from '../../lib/text/suggest.ts';
import {UsageError} from '../../lib/errors.ts';
import {outputMessages} from '../../messages/cli.ts';

/** Throws `UsageError` for a requested field that is not known. */
export function refuseUnknownField(wanted: readonly string[], known: readonly string[]): void {
	const field = wanted.find(name => !known.includes(name));
	if (field === undefined) return;
	throw new UsageError(outputMessages.noSuchField(field, suggest(field, known), known));
}

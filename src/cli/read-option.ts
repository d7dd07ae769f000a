import {FieldProblem, type Field} from '../core/forms/form.ts';
import {UsageError} from '../lib/usage-error.ts';

/** Reads the value of an option by the rules of the field that the dialogs have for it. Throws `UsageError`. */
export function readOption<Value>(option: string, {read}: Pick<Field<Value>, 'read'>, text: string): Value {
	// An empty field has a default; an empty value is a variable that a script has lost.
	if (text.trim() === '') throw new UsageError(`${option} is blank.`);
	try {
		return read(text);
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		throw new UsageError(`${option}: ${error.message}`, {cause: error});
	}
}

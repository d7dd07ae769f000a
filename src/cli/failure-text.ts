import {failureOf} from '../app/kernel/failure.ts';
import {ApiError} from '../contract/errors.ts';
import {InputProblem} from '../contract/request.ts';
import {printableLine} from '../lib/text.ts';
import {fieldMessages} from '../messages/fields.ts';

/** Describes a failure: what happened, its key if any, and what to do. */
export function failureText(error: ApiError | Error): string {
	if (error instanceof InputProblem) return printableLine(fieldMessages.notSent(error.field, error.reason));
	if (!(error instanceof ApiError)) return printableLine(error.message);
	const {title, hint, key} = failureOf(error);
	const what = key === undefined || title.includes(key) ? title : `${title.replace(/\.$/, '')} (${key}).`;
	return hint === undefined ? what : `${what.replace(/[^.!?]$/, '$&.')} ${hint}`;
}

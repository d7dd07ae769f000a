import {ApiError, mayHaveRun} from './errors.ts';

/** Returns true if a request that changes something was certainly not executed. */
export const hasNotRun = (error: unknown): boolean =>
	// A request may be canceled after it was sent.
	error instanceof ApiError && error.reason !== 'cancelled' && !mayHaveRun(error);

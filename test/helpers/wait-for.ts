import {vi} from 'vitest';

/** Long enough for a busy machine: a wait that takes so long has failed. The defaults of vitest end after a second. */
const patient = {timeout: 60_000, interval: 10};

/** Checks until it does not throw, and resolves to what it returns. For longer waits and expensive checks: `options`. */
export const waitFor = <Result>(
	check: () => Result | Promise<Result>,
	options: {timeout?: number; interval?: number} = {},
): Promise<Result> => vi.waitFor(check, {...patient, ...options});

/** Checks until it returns something truthy. */
export const waitUntil = <Result>(
	check: () => Result | Promise<Result>,
	options: {timeout?: number; interval?: number} = {},
) => vi.waitUntil(check, {...patient, ...options});

import type * as z from 'zod';

/** Returns the path of each value of a wrong shape, and the problem: `expected number`. */
export const reasonsOf = ({issues}: z.ZodError): {path: string; what: string}[] =>
	issues.map(({path, message}) => ({
		path: path.join('.'),
		what: message.replace(/^Invalid (?:input|option): /, ''),
	}));

/** Formats a schema error in one line: `onlinePlayers: expected number`. */
export function reasonOf(error: z.ZodError): string {
	const [first] = reasonsOf(error);
	if (!first) return 'not understood';
	return first.path ? `${first.path}: ${first.what}` : first.what;
}

import type * as z from 'zod';

/** Formats a schema error in one line: `onlinePlayers: expected number`. */
export function reasonOf(error: z.ZodError): string {
	const issue = error.issues[0];
	if (!issue) return 'not understood';
	const where = issue.path.join('.');
	const what = issue.message.replace(/^Invalid input: /, '');
	return where ? `${where}: ${what}` : what;
}

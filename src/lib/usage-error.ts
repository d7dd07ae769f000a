/** Wrong usage or configuration. The message is one sentence: what is wrong, and what to do. */
export class UsageError extends Error {
	override name = 'UsageError';
}

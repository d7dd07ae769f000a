/** Wrong usage or configuration. The message is a sentence that says what is wrong and what to do. */
export class UsageError extends Error {
	override name = 'UsageError';
}

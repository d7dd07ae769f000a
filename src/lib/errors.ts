/** Another program that this one needs cannot be used now, but perhaps later. The message is a sentence. */
export class Unavailable extends Error {
	override readonly name = 'Unavailable';
}

/** Wrong usage or configuration. The message is a sentence that says what is wrong and what to do. */
export class UsageError extends Error {
	override name = 'UsageError';
}

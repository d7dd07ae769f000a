/** Creates the value on first use and caches it; retries after a failure. */
export function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
	let made: Promise<Thing> | undefined;
	return () => {
		made ??= make().catch((error: unknown) => {
			made = undefined;
			throw error;
		});
		return made;
	};
}

/** The same numbers each time (Park and Miller's generator). */
export function seededRandom(seed = 42): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state - 1) / 2_147_483_646;
	};
}

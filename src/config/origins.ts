/** By the name of each value, where it comes from: `--url`, `environment RCONDECK_URL`, a file, `default`. */
export type Origins = Record<string, string>;

export type OriginNotes = ReturnType<typeof createOrigins>;

export function createOrigins() {
	const origins: Origins = {};
	return {
		/** Takes the first candidate that is given, and notes who gave it. */
		pick: <Value>(
			name: string,
			...candidates: [value: Value | undefined, origin: string][]
		): {value: Value | undefined; origin: string} => {
			const [value, origin] = candidates.find(([value]) => value !== undefined) ?? [undefined, 'default'];
			origins[name] = origin;
			return {value, origin};
		},
		note: (name: string, {path, origin}: {path: string; origin: string}): string => {
			origins[name] = origin;
			return path;
		},
		all: (): Origins => ({...origins}),
	};
}

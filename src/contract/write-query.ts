type Check = (value: unknown) => boolean;

export const isText: Check = value => typeof value === 'string';
export const isWhole =
	(least: number): Check =>
	value =>
		Number.isSafeInteger(value) && Number(value) >= least;

/** Returns the writer of requests with a query alone. It leaves values that are not as usual to the schemas. */
export const queryWriter =
	(checks: Readonly<Record<string, Check>>) => (input: Readonly<Record<string, unknown>>) => {
		const query: Record<string, unknown> = {};
		for (const [name, isUsual] of Object.entries(checks)) {
			const value = input[name];
			if (value === undefined) continue;
			if (!isUsual(value)) return undefined;
			query[name] = value;
		}
		return {query, body: undefined};
	};

export type Test<Args extends readonly unknown[]> = (...args: Args) => boolean;

/** The test of one field. */
export type FieldTest<Args extends readonly unknown[]> = {
	test: Test<Args>;
	/** A sentence on why nothing can match: the filter asks for a value that does not exist. */
	doubt?: string | undefined;
};

/** Combines tests: all must pass, and the first doubt is kept. */
export const allOf = <Args extends readonly unknown[]>(
	tests: readonly FieldTest<Args>[],
): FieldTest<Args> => ({
	test: (...args) => tests.every(({test}) => test(...args)),
	doubt: tests.find(({doubt}) => doubt !== undefined)?.doubt,
});

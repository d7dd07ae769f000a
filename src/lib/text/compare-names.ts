const collator = new Intl.Collator('en', {numeric: true});

/** Compares names in English, with numbers by value. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);

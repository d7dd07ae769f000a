/** A named view of the server list. Omitted settings have their initial values. */
export type SavedView = {
	filter?: string | undefined;
	/** The id of a sort order. */
	sort?: string | undefined;
	/** The ids of the columns, in order. */
	columns?: readonly string[] | undefined;
	grouped?: boolean | undefined;
};

/** Views by name. */
export type SavedViews = ReadonlyMap<string, SavedView>;

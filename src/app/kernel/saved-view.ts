/** What a named view of the server list has; what is undefined is as at the start of a session. */
export type SavedView = {
	filter?: string | undefined;
	/** The id of a sort order. */
	sort?: string | undefined;
	/** The ids of the columns, in order. */
	columns?: readonly string[] | undefined;
	grouped?: boolean | undefined;
};

/** By name. */
export type SavedViews = ReadonlyMap<string, SavedView>;

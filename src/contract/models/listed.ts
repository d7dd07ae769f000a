/** An unreadable record of a list, with the reason; shown beside the valid ones. */
export type Unreadable = {
	index: number;
	id: string | undefined;
	name: string | undefined;
	reason: string;
	/** Has the id of an earlier record of the list, which is shown instead. */
	isRepeat?: true;
};
/** No two items have the same id. */
export type Listed<Item> = {items: Item[]; unreadable: Unreadable[]};

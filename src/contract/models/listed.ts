/** An unreadable record of a list with the reason. It is shown beside the valid records. */
export type Unreadable = {
	index: number;
	id: string | undefined;
	name: string | undefined;
	reason: string;
	/** The record has the id of an earlier record of the list. The earlier one is shown. */
	isRepeat?: true;
};
/** No two items have the same id. */
export type Listed<Item> = {items: Item[]; unreadable: Unreadable[]};

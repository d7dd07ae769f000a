/** A record of a list that is not among its items, with the reason: shown as such, beside the good ones. */
export type Unreadable = {
	index: number;
	id: string | undefined;
	name: string | undefined;
	reason: string;
	/** Its id is that of an earlier record of the same list, which is shown. */
	isRepeat?: true;
};
/** No two items have the same id. */
export type Listed<Item> = {items: Item[]; unreadable: Unreadable[]};

import type {Message} from '../../messages/text.ts';

export type CopyableId =
	| 'address'
	| 'answer'
	| 'command'
	| 'entry'
	| 'everything'
	| 'group'
	| 'id'
	| 'line'
	| 'name'
	| 'row'
	| 'screen';

/** Something that can be taken from the screen. `none`: why there is nothing of it now. */
export type Copyable = {
	id: CopyableId;
	label: string;
	/** What it is, where the label has the value in it as well. */
	what?: string;
} & ({text: Message} | {none: string});

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

/** Something on screen that can be copied. `none`: why there is nothing to copy. */
export type Copyable = {
	id: CopyableId;
	label: string;
	/** Its description, if the label includes the value. */
	what?: string;
} & ({text: Message} | {none: string});

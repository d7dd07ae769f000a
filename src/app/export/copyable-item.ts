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
export type Copyable = {id: CopyableId; label: string} & ({text: Message} | {none: string});

import type {Message} from '../../messages/text.ts';

/** What a piece of a row means; the theme gives it a look. */
export type ResultTone =
	| 'time'
	| 'me'
	| 'command'
	| 'response'
	| 'timeout'
	| 'failure'
	| 'pending'
	| 'faint'
	| 'done'
	| 'warning'
	| 'selected'
	| 'title'
	| 'changed';

/** One row; `group` is that of the group whose first row it is. */
export type ResultRow = {
	key: string;
	segments: readonly {text: Message; tone: ResultTone}[];
	group?: string;
};

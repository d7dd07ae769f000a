import type {Message} from '../../messages/text.ts';

/** The meaning of a text; each is a token of the themes. */
export type CellTone =
	'plain' | 'faint' | 'online' | 'offline' | 'changing' | 'unknown' | 'warning' | 'failure' | 'me' | 'other';

export type Cell = {text: Message; tone: CellTone};

/** A label and its text, which wraps if it is long. With an empty label it continues the fact above. */
export type Fact = {label: Message; text: Message; tone?: CellTone};

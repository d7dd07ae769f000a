import type {Message} from '../../messages/text.ts';

/** What a text means; every one is a token of the themes. */
export type CellTone =
	'plain' | 'faint' | 'online' | 'offline' | 'changing' | 'unknown' | 'warning' | 'failure' | 'me' | 'other';

export type Cell = {text: Message; tone: CellTone};

/** `label` and a text that is wrapped where it is long; without a label it belongs to the one above. */
export type Fact = {label: Message; text: Message; tone?: CellTone};

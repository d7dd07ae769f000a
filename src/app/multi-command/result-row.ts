import type {Message} from '../../messages/text.ts';
import type {Tone} from '../kernel/spans.ts';

/** One row; `group` is that of the group whose first row it is. */
export type ResultRow = {
	key: string;
	segments: readonly {text: Message; tone: Tone}[];
	group?: string;
};

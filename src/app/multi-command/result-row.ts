import type {Message} from '../../messages/text.ts';
import type {Tone} from '../kernel/spans.ts';

/** One row. `group` is the key of the group that starts on it. */
export type ResultRow = {
	key: string;
	segments: readonly {text: Message; tone: Tone}[];
	group?: string;
};

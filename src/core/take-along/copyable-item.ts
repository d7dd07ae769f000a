import type {Message} from '../../messages/text.ts';

/** Something that can be taken from the screen. `none`: why there is nothing of it now. */
export type Copyable = {id: string; label: string; text: Message} | {id: string; label: string; none: string};

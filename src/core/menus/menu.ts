import type {Services} from '../services.ts';
import type {MenuDialog} from '../state/dialog.ts';
import type {State} from '../state/index.ts';
import type {Message} from '../../messages/text.ts';

/** `key`: the letter or digit that chooses it. `blocked`: why it cannot be chosen now. */
export type MenuItem<Id extends string = string> = {
	id: Id;
	key?: string | undefined;
	label: Message;
	blocked?: Message | undefined;
	choose: (services: Services) => void;
};

export type Menu<Id extends string = string> = {
	title: (state: State) => string;
	items: (state: State, dialog: MenuDialog) => readonly MenuItem<Id>[];
	/** The item on which it opens. */
	current: (state: State) => Id | undefined;
};

import type {FormRequest} from './dialog-id.ts';
import type {MenuId} from './dialog-state.ts';
import type {Screens} from '../screens/list-screen.ts';
import type {Services} from '../state/services.ts';
import type {State} from '../../state.ts';
import type {Targets} from '../state/targets.ts';
import type {Message} from '../../../messages/text.ts';

/** `key` is the letter or digit that chooses it. `blocked` is why it cannot be chosen now. */
export type MenuItem<Id extends string = string> = {
	id: Id;
	key?: string | undefined;
	label: Message;
	blocked?: Message | undefined;
	/** Runs it, or returns the form that asks for the rest. */
	choose: (services: Services) => FormRequest | void;
};

export type Menu<Id extends string = string> = {
	title: (state: State, targets: Targets) => string;
	items: (state: State, targets: Targets, screens: Screens) => readonly MenuItem<Id>[];
	/** The item that is highlighted when the menu opens. */
	current: (state: State) => Id | undefined;
};

export type Menus = Readonly<Record<MenuId, Menu>>;

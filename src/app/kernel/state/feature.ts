import type {KeyCommand, Program, Refreshes, Runners} from './program.ts';
import type {Form} from '../dialogs/form.ts';
import type {Screens} from '../screens/list-screen.ts';
import type {Menus} from '../dialogs/menu.ts';

/** Starts something that runs in the background while a session is open. Returns a function that stops it. */
export type Effect = (program: Program) => () => void;

/**
Everything that a feature adds to the program. `features.ts` lists the features, and `state.ts` holds their slices of
the state.
*/
export type Feature = {
	id: string;
	commands?: readonly KeyCommand[];
	menus?: Partial<Menus>;
	screens?: Partial<Screens>;
	dialogs?: readonly Form[];
	refreshes?: Partial<Refreshes>;
	runners?: Partial<Runners>;
	effects?: readonly Effect[];
};

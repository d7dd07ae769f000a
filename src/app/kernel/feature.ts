import type {Command} from './command.ts';
import type {Form} from './form.ts';
import type {Screens} from './list-screen.ts';
import type {Menus} from './menu.ts';
import type {Program, Refreshes, Runners} from './program.ts';

/** Begins what runs by itself while a session is open; gives what ends it. */
export type Effect = (program: Program) => () => void;

/** All that a feature adds to the program; `features.ts` lists them. Its slices of the state are in `state.ts`. */
export type Feature = {
	id: string;
	commands?: readonly Command[];
	menus?: Partial<Menus>;
	screens?: Partial<Screens>;
	dialogs?: readonly Form[];
	refreshes?: Partial<Refreshes>;
	runners?: Partial<Runners>;
	effects?: readonly Effect[];
};

import type {CommandInfo, CommandQuestion} from './kernel/keys/command-info.ts';
import type {PaletteId} from './kernel/state/view-state.ts';
import type {Program} from './kernel/state/program.ts';
import type {Targets} from './kernel/state/targets.ts';

/** An item of the palette. `blocked`: why it cannot run now. */
export type PaletteItem = {
	id: PaletteId;
	name: string;
	help: string;
	keys: string;
	/** Other words that find it. */
	search?: string | undefined;
	blocked: string | undefined;
	/** It is blocked because it works only in another place; it is found after all others. */
	isElsewhere?: boolean;
	/** The text after Tab; undefined if the item takes no arguments. */
	completes: string | undefined;
	/** Its group in the help. */
	group?: CommandInfo['group'];
	/** Listed before others of its group. */
	isFirst?: boolean;
	/** The name of the section that begins with it. */
	heading?: string;
	/** The permission that the item needs. */
	needs?: CommandInfo['needs'];
	/** It acts at once instead of opening, showing or moving something, so Enter needs a pause before it. */
	acts?: boolean;
	/** Runs the item; returns the question to ask first, if any. */
	run: (services: Program, targets: Targets) => CommandQuestion | void;
};

import type {CommandInfo, CommandQuestion} from './kernel/keymap/command-info.ts';
import type {PaletteId} from './kernel/palette-ids.ts';
import type {Program} from './kernel/program.ts';
import type {Targets} from './kernel/targets.ts';

/** An item of the palette. `blocked`: why it cannot run now. */
export type PaletteItem = {
	id: PaletteId;
	name: string;
	help: string;
	keys: string;
	blocked: string | undefined;
	/** The text after Tab; undefined if the item takes no arguments. */
	completes: string | undefined;
	/** The permission that the item needs. */
	needs?: CommandInfo['needs'];
	/** Runs the item; returns the question to ask first, if any. */
	run: (services: Program, targets: Targets) => CommandQuestion | void;
};

import type {CommandInfo, CommandQuestion} from './keymap/command-info.ts';
import type {Program} from './program.ts';
import type {Targets} from './targets.ts';

/** A command with its implementation. `run` executes it, or returns the question to ask first. */
export type Command = CommandInfo & {run: (program: Program, targets: Targets) => CommandQuestion | void};

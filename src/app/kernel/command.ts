import type {CommandInfo, CommandQuestion} from './keymap/command-info.ts';
import type {Program} from './program.ts';
import type {Targets} from './targets.ts';

/** What a command does, besides all that is shown of it: `run` does it, or gives what must be asked first. */
export type Command = CommandInfo & {run: (program: Program, targets: Targets) => CommandQuestion | void};

import type {CommandInfo, CommandQuestion} from './keymap/command-info.ts';
import type {Services} from './services.ts';
import type {Targets} from './targets.ts';

/** What a command does, besides all that is shown of it: `run` does it, or gives what must be asked first. */
export type Command = CommandInfo & {run: (services: Services, targets: Targets) => CommandQuestion | void};

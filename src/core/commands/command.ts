import type {CommandInfo} from '../keymap/command-info.ts';
import type {Services} from '../services.ts';

/** What a command does, besides all that is shown of it. */
export type Command = CommandInfo & {run: (services: Services) => void};
